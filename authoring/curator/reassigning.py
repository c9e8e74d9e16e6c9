"""Ask who gives a review up, and who is to do it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Final

from authoring.app import CurateApp
from authoring.curator.errands import Asking, Reassigning
from authoring.curator.pick import PickDialog
from authoring.workplace import Snapshot
from benchmark.load import LoadedInstance
from review.reasons import bar

FREE: Final = ""
FOUND: Final = ""


async def new_reviewer(
    app: CurateApp,
    snapshot: Snapshot,
    loaded: LoadedInstance,
    reason_for: Callable[[str], Awaitable[str]],
) -> tuple[Asking | Reassigning | None, str]:
    """What the person wants, or None and why there is nothing to do.

    Runs in a worker: it waits for dialogs.
    """
    needs = [n for n in snapshot.standings[loaded.name].needs if n.act == "review"]
    givers = {p: f"in place of {p}, who is asked" for n in needs if n.named for p in n.who}
    if any(not need.named for need in needs):
        givers[FREE] = "for a place nobody is named for"
    if not givers:
        return None, f"{loaded.name} waits for no review."
    giver = await app.push_screen_wait(PickDialog("Ask someone", givers))
    if giver is None:
        return None, ""
    able = _able(snapshot, loaded, givers)
    if giver != FREE:
        able = {FOUND: "whoever has the fewest reviews", **able}
    if not able:
        return None, f"Nobody else may review {loaded.name}."
    receiver = await app.push_screen_wait(PickDialog("Whom?", able))
    if receiver is None:
        return None, ""
    key, name = loaded.instance.key, loaded.name
    if giver == FREE:
        return Asking(key, name, receiver), ""
    reason = await reason_for(f"Take the review of {name} off {giver}")
    return (Reassigning(key, name, giver, receiver, reason), "") if reason else (None, "")


def _able(snapshot: Snapshot, loaded: LoadedInstance, named: Collection[str]) -> dict[str, str]:
    """Who may be asked, by id."""
    return {
        person: f"{known.name} ({person})"
        for person, known in snapshot.benchmark.people.items()
        if person not in named and not bar(snapshot.benchmark, loaded, person, 1)
    }
