"""`curate` and `curate edit`: the terminal app."""

from __future__ import annotations

import os
import sys
from pathlib import Path
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
    from schemas.errors import UsageError

    root = session().root
    # A browser reaches the app through a driver of its own, without a terminal.
    if not at_a_terminal() and "TEXTUAL_DRIVER" not in os.environ:
        raise UsageError(
            "the app needs a terminal",
            advice="Without one, `curate --help` lists what else there is; `curate serve` opens "
            "the app to a browser.",
        )
    open_app(root, session().email, instance, ask_who=ask_who)


def open_app(root: Path, email: str | None, instance: str = "", *, ask_who: bool = False) -> None:
    """Run the app until it is left."""
    from authoring.app import run

    run(root, email, instance, asks_who=ask_who)


def at_a_terminal() -> bool:
    """Whether a person can type and see."""
    return sys.stdin.isatty() and sys.stdout.isatty()
