"""`curate demo`: a small example benchmark, walked through all steps."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import which
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
    me = sys.argv[0] if Path(sys.argv[0]).name == "curate" and not which("curate") else "curate"
    say("Look around (you are ann there):")
    for command, what in (
        (f"{me} -C {directory} status", "what there is, and what comes next"),
        (f"{me} -C {directory} review show {revised}", "an instance with its reviews"),
        (f"{me} -C {directory} validate", "every check"),
        (f"{me} -C {directory} export biggen --out demo.json", "the BiGGen Bench's JSON"),
        (f"git -C {directory} log --stat", "every act is one commit"),
        (f"ls {out}", "the release"),
    ):
        say(f"  {command:60}  # {what}")
