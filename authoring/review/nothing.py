"""What to say where there is nothing to review, and why."""

from __future__ import annotations

from authoring.workplace import Snapshot
from review.not_mine import not_mine


def why_nothing(snapshot: Snapshot | None, done: int, filing: int) -> tuple[str, str]:
    """A heading and the reasons. `done` reviews were filed in this sitting, `filing` are on
    their way."""
    if snapshot is None:
        return "Reading the benchmark …", ""
    if snapshot.actor is None:
        return "You can read here, and not review", snapshot.reads_only
    if "reviewer" not in snapshot.actor.person.roles:
        return (
            "You are not a reviewer here",
            "A curator can make you one: "
            f"curate people add {snapshot.actor.person.emails[0]} --role reviewer",
        )
    title = "Nothing waits for a review by you"
    if filing:
        title = f"That was the last one; {_reviews(filing)} being filed …"
    elif done:
        title = f"That was the last one: you have filed {_reviews(done)}"
    return title, "\n".join([*_reasons(snapshot), "", "u  correct your last     esc  back"])


def _reasons(snapshot: Snapshot) -> list[str]:
    found = not_mine(snapshot.benchmark, snapshot.person)
    if not found:
        return ["No round of review is open."]
    lines = [f"{count:4}  {reason}" for reason, count in found.most_common()]
    return ["Open reviews that are not yours now:", *lines]


def _reviews(number: int) -> str:
    return "1 review" if number == 1 else f"{number} reviews"
