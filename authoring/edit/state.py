"""How an instance stands, in the words over its page."""

from __future__ import annotations

from authoring.workplace import Snapshot
from review.editing import Lock
from review.rule import Standing


def status_words(standing: Standing | None) -> str:
    """The status, and the round from the second on."""
    if standing is None:
        return ""
    words = standing.status.replace("_", " ")
    return f"{words}, round {standing.round}" if standing.round > 1 else words


def banner_words(
    snapshot: Snapshot,
    standing: Standing | None,
    locked: Lock | None,
    *,
    elsewhere: bool,
    file_changed: bool,
) -> str:
    """What a writer has to know before they type; empty where there is nothing."""
    said = []
    if locked is not None:
        why = snapshot.reads_only.partition("\n")[0] if snapshot.actor is None else ""
        said.append(f"Read only: {why or locked.why}.")
        if locked.can_take_back:
            said.append("f10 takes it back.")
    elif standing is not None and standing.status == "accepted":
        said.append("Accepted: a change makes it a draft again, to be reviewed anew.")
    if elsewhere:
        said.append(
            "You have it open in another terminal too. What you type here is kept apart; "
            "who saves second is shown both versions."
        )
    if file_changed:
        said.append("Its file was changed meanwhile: ctrl+s shows both versions.")
    return " ".join(said)
