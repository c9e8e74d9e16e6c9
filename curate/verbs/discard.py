"""`curate discard`: delete a draft."""

from __future__ import annotations

from typing import Annotated

import typer

from curate.session import session


def discard(
    name: Annotated[str, typer.Argument(metavar="ID", help="A draft: new-KEY.")],
) -> None:
    """Delete a draft that was never submitted."""
    from benchmark import create
    from benchmark.layout import private_dir
    from curate.output import say

    benchmark = session().load()
    loaded = benchmark.find(name)
    create.discard(session().root, session().actor(benchmark), loaded)
    kept = private_dir(session().root) / "autosave" / "discarded"
    say(f"{loaded.name} is discarded; a copy is kept in {kept}.")
