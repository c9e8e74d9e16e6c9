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
    walk(root, out, say)
    say("Look around (you are ann there):")
    for command, what in (
        ("status", "what there is, and what comes next"),
        ("review show reasoning_short_proofs_1", "an instance with its reviews"),
        ("validate", "every check"),
        ("export biggen --out demo.json", "as the BiGGen Bench's JSON"),
    ):
        say(f"  {f'curate -C {directory} {command}':62} {what}")
    say(f"  {f'git -C {directory} log --stat':62} every act is one commit")
    say(f"  {f'ls {out}':62} the release")
