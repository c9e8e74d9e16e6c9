"""`curate task`: tasks and their cards."""

from __future__ import annotations

from typing import Annotated

import typer

from curate.session import session

TaskArgument = Annotated[str, typer.Argument(metavar="CAPABILITY/TASK", help="Which task.")]


def add(task: TaskArgument) -> None:
    """Add a task, and its capability where that is new."""
    from benchmark import create
    from benchmark.layout import parse_task
    from curate.output import say

    benchmark = session().load()
    actor = session().actor(benchmark)
    path = create.add_task(session().root, benchmark, actor, parse_task(task))
    say(f"{task}: describe it in {path}")
    say(f"Next: curate new {task}")


def retire(
    task: TaskArgument,
    reason: Annotated[str, typer.Option(help="Why it is dropped.")],
) -> None:
    """Drop a task: its instances count as withdrawn, its files stay."""
    _set(task, reason, retire=True)


def restore(task: TaskArgument) -> None:
    """Bring a retired task back; its instances stand where they stood."""
    _set(task, "", retire=False)


def clear(
    task: TaskArgument,
    reason: Annotated[str, typer.Option(help="What is to be remembered of the reading.")] = "",
) -> None:
    """Let a task pass: you have read all its instances and found them good."""
    from benchmark.clear import clear_task
    from benchmark.layout import parse_task
    from curate.output import say

    benchmark = session().load()
    actor = session().actor(benchmark)
    clear_task(session().root, benchmark, actor, parse_task(task), reason)
    say(f"{task} is cleared by {actor.id}, with its instances as they are now.")


def _set(task: str, reason: str, *, retire: bool) -> None:
    from benchmark import create
    from benchmark.layout import parse_task
    from curate.output import say
    from schemas.errors import UsageError

    if retire and not reason.strip():
        raise UsageError("a reason is needed", advice='--reason "…"')
    benchmark = session().load()
    actor = session().actor(benchmark)
    create.set_task_status(
        session().root, benchmark, actor, parse_task(task), retire=retire, reason=reason
    )
    say(f"{task} is {'retired' if retire else 'active again'}.")
