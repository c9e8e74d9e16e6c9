"""`curate sync`: fetch and send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from curate.session import session

if TYPE_CHECKING:
    from benchmark.sync import Synced


def sync() -> None:
    """Fetch what others sent, and send what is yours."""
    from benchmark.sync import sync as bring_together
    from curate.output import note, say

    benchmark = session().load()
    done = bring_together(session().root, session().actor(benchmark))
    if done.drafts:
        say(f"{len(done.drafts)} drafts saved.")
    for old, new in done.renumbered:
        say(f"{old} is now {new}: another instance had taken the number first.")
    if done.shared:
        say(f"Fetched {done.fetched}, sent {done.sent} (commits; {done.shared}).")
    else:
        say("There is no shared copy: git remote add origin URL sets one.")
    if done.branch:
        _say_where(done)
    if done.left:
        note(
            f"{len(done.left)} changed files are only here: submit them, or commit them yourself "
            f"({', '.join(done.left[:3])}{', …' if len(done.left) > 3 else ''})"
        )


def _say_where(done: Synced) -> None:
    """What was sent waits on a branch: say where, and what to do."""
    from curate.output import say

    say(f"{done.shared} is protected, so your work was sent as the branch {done.branch}.")
    say(f"{done.waiting} commits wait there until somebody takes the branch in (a pull request).")
    if done.link:
        say(f"Ask for it here: {done.link}")
    say("Go on working: `curate sync` sends what is new to the same branch.")
