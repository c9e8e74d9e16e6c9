"""Who may change the text of an instance, and when."""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.identity import Actor
from benchmark.load import LoadedInstance
from review.rule import Standing


@dataclass(frozen=True)
class Lock:
    """Why a text is for reading only, and whether its reader can take it back from review."""

    why: str
    can_take_back: bool = False


def lock_on(actor: Actor | None, loaded: LoadedInstance, standing: Standing) -> Lock | None:
    """What keeps this person from changing the content; None where they may.

    The author, whoever looks after it, and a curator may, except while a round is open or after
    it has come to an end that only an act can undo.
    """
    if actor is None:
        return Lock("you are only reading here")
    is_curator = "curator" in actor.person.roles
    if not is_curator and "author" not in actor.person.roles:
        return Lock("you review here, but do not write")
    if loaded.instance.owner not in ("", actor.id) and not is_curator:
        # Whose it is stays unsaid: a reviewer may be asking.
        return Lock("it is not yours; you can begin a copy of it")
    if standing.round_open:
        mine = is_curator or loaded.instance.owner == actor.id
        can_take_back = mine and (is_curator or not standing.reviews)
        return Lock(
            f"round {standing.round} of its review is open, so that what two people judge "
            "stays the same",
            can_take_back,
        )
    if standing.status in {"eliminated", "withdrawn"}:
        return Lock(f"it is {standing.status}; a curator can reopen it")
    return None
