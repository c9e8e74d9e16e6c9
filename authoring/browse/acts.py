"""What is done to the instance under the cursor from the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from authoring.browse.rows import Row
from authoring.edit.choice import Choice
from benchmark import create
from benchmark.sync import fetch_quietly
from review.submit import submit

if TYPE_CHECKING:
    from authoring.browse.screen import BrowseScreen


def submit_row(screen: BrowseScreen, row: Row) -> None:
    """Hand it to review. What is in the way is said; open flags are answered where it is edited."""
    standing = screen.app.snapshot.standings[row.name] if screen.app.snapshot else None
    if standing is not None and standing.open_flags and not standing.round_open:
        screen.app.tell(
            f"{row.title} was sent back: open it to answer the flags, and submit it there.",
            severity="information",
        )
        screen.edit(row.name)
        return
    answers = (("y", "Submit: it goes to review and is locked while it is there"),
               ("n", "Not yet"))  # fmt: skip

    def go(answer: str | None) -> None:
        if answer == "y":
            screen.app.act(lambda: _submit(screen, row))

    screen.app.push_screen(Choice(f"Submit {row.title}?", row.loaded.instance.input, answers), go)


def _submit(screen: BrowseScreen, row: Row) -> str:
    app = screen.app
    unreachable = fetch_quietly(app.root)
    snapshot = app.workplace.read()
    loaded = snapshot.benchmark.find(row.loaded.instance.key)
    done = submit(app.root, snapshot.benchmark, snapshot.require_actor(), [loaded])
    for error in done.refused.values():
        raise error
    (old, name), *_ = done.names.items()
    said = f"{name} is submitted." if old == name else f"Submitted as {name}."
    if unreachable:
        said += "\nThe shared copy was not reached; its number may change when you send."
    return said + " f sends it."


def discard_row(screen: BrowseScreen, row: Row) -> None:
    """Throw a draft away; its file is kept beside the git directory."""
    snapshot = screen.app.snapshot
    if snapshot is None:
        return
    if not row.loaded.is_draft_file:
        screen.app.tell(f"{row.name} has its number for good: it can be withdrawn, not discarded.")
        return
    answers = (("k", "Keep it"), ("d", "Discard it"))

    def go(answer: str | None) -> None:
        if answer == "d":
            screen.app.act(discard)

    def discard() -> str:
        create.discard(snapshot.root, snapshot.require_actor(), row.loaded)
        return f"{row.title} is discarded."

    screen.app.push_screen(
        Choice(f"Discard {row.title}?", row.loaded.instance.input or "(empty)", answers), go
    )
