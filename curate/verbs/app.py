"""`curate` and `curate edit`: the terminal app."""

from __future__ import annotations

from typing import Annotated

import typer

from curate.session import session


def edit(
    instance: Annotated[str, typer.Argument(metavar="[ID]", help="Open this instance.")] = "",
) -> None:
    """Open the app, where instances are written and reviewed."""
    from authoring.app import run

    run(session().root, session().email, instance)
