"""`curate doctor`: look for what was left behind."""

from __future__ import annotations

from typing import Annotated

import typer

from curate.session import session


def doctor(
    fix: Annotated[bool, typer.Option("--fix", help="Tidy what can be tidied.")] = False,
) -> None:
    """Look for leftovers of crashes and older versions."""
    from benchmark.doctor import examine
    from curate.output import say

    ailments = examine(session().root)
    left = 0
    for ailment in ailments:
        if fix and ailment.cure:
            ailment.cure()
            say(f"tidied: {ailment.what}")
        else:
            say(ailment.what)
            left += 1
    if not ailments:
        say("All is well.")
    if left:
        raise typer.Exit(1)
