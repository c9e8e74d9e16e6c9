"""`curate` and `curate edit`: the terminal app."""

from __future__ import annotations

from typing import Annotated

import typer

from curate.session import session


def edit(
    instance: Annotated[str, typer.Argument(metavar="[ID]", help="Open this instance.")] = "",
    ask_who: Annotated[
        bool, typer.Option("--ask-who", help="Ask first who sits here, and believe the answer.")
    ] = False,
) -> None:
    """Open the app, where instances are written and reviewed."""
    from authoring.app import run

    run(session().root, session().email, instance, asks_who=ask_who)
