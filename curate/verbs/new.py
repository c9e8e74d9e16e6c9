"""`curate new`: begin an instance."""

from __future__ import annotations

from typing import Annotated

import typer

from curate.session import session


def new(
    task: Annotated[str, typer.Argument(metavar="CAPABILITY/TASK", help="Which task.")],
) -> None:
    """Begin an instance: writes a file to fill in."""
    from benchmark import create
    from benchmark.layout import parse_task
    from curate.output import say

    benchmark = session().load()
    actor = session().actor(benchmark)
    loaded = create.new_instance(session().root, benchmark, actor, parse_task(task))
    say(str(session().root / loaded.path))
    say(f"Fill it in, then: curate validate {loaded.path}; curate submit {loaded.name}")
