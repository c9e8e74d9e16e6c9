"""`curate demo`: a small example benchmark, walked through all steps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def demo(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")],
) -> None:
    """Make a small example benchmark and walk it through all steps."""
    from curate.demo.walk import walk
    from curate.output import say
    from schemas.errors import UsageError

    root = directory.absolute()
    out = root.with_name(root.name + "-release-1.0.0")
    for place in (root, out):
        if place.exists() and (not place.is_dir() or any(place.iterdir())):
            raise UsageError(f"{place} is not empty", advice="Name a new folder.")
    revised = walk(root, out, say)
    say("Look around (you are ann there):")
    for command, what in (
        (f"curate -C {directory} status", "what there is, and what comes next"),
        (f"curate -C {directory} review show {revised}", "an instance with its reviews"),
        (f"curate -C {directory} validate", "every check"),
        (f"curate -C {directory} export biggen --out demo.json", "the BiGGen Bench's JSON"),
        (f"git -C {directory} log --stat", "every act is one commit"),
        (f"ls {out}", "the release"),
    ):
        say(f"  {command:60}  # {what}")
