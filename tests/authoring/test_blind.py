"""No screen tells a reviewer who wrote an instance, or anyone what an open round's reviews say.

Two copies of one benchmark differ only in what bob's review says. Every reader sees every state
of every screen of both, in a window tall enough to show all of it: what they see, names, counts,
notices and the words of the palette, has to be the same.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from authoring.app import CurateApp
from authoring.check.open import open_checks
from authoring.curator.open import open_curator
from authoring.edit.screen import EditScreen
from authoring.review.open import open_queue, open_sent_back
from authoring.share.screen import ShareScreen
from authoring.task.reading import ReadingScreen
from authoring.task.screen import TaskScreen
from benchmark.layout import parse_task
from tests.authoring.reviewing import Reviewer
from tests.review.test_blindness import CLEAN, FLAGGED
from tests.world import TASK, World

pytestmark = pytest.mark.anyio
TALL = (120, 70)


def everything_shown(reader: Reviewer) -> str:
    """The screen, its notices, tooltips, titles and bindings."""
    app = reader.app
    parts = [reader.words, app.title, app.sub_title, app.screen.title or ""]
    parts += [str(widget.tooltip or "") for widget in app.screen.walk_children()]
    for active in app.screen.active_bindings.values():
        parts += [active.binding.description, active.tooltip or ""]
    return "\n".join(parts)


async def every_screen(reader: Reviewer, seen: list[str]) -> None:
    """Every state of every screen that changes nothing on disk."""
    seen.append(everything_shown(reader))
    for opens, keys in (
        (open_queue, ["r", "t", "escape", "u", "k", "question_mark", "escape", "1", "1", "1", "1"]),
        (open_curator, ["home", "down", "down", "down", "end", "ctrl+p", "escape"]),
        (open_sent_back, []),
        (open_checks, []),
    ):
        opens(reader.app)
        await reader.settle()
        seen.append(everything_shown(reader))
        for key in keys:
            await reader.press(key)
            seen.append(everything_shown(reader))
        await reader.press("escape")


async def screens_of_a_task(reader: Reviewer, seen: list[str]) -> None:
    """What the list opens besides: the lead's reading, the card, the copies, the editor."""
    snapshot = reader.app.snapshot
    assert snapshot is not None
    names = [loaded.name for loaded in snapshot.benchmark.instances]
    place = parse_task(TASK)
    for screen in (ReadingScreen(place), TaskScreen(place), ShareScreen(), *map(EditScreen, names)):
        reader.app.push_screen(screen)
        await reader.settle()
        seen.append(everything_shown(reader))
        await reader.press("escape")


def in_review(world: World) -> str:
    return world.submitted(notes="From my aunt's shops.")


def in_recheck(world: World) -> str:
    """Cem had flagged it, an unflagged field was changed: cem and bob look again."""
    name = in_review(world)
    world.review(name, "cem", "rubric")
    world.review(name, "bob")
    world.edit(name, input="Which of the two shops is cheaper?")
    world("submit", name, "--answer", "rubric=disagree:it can be told apart")
    return name


def both(world: World, name: str, folder: Path) -> tuple[World, World]:
    """The benchmark with a clean review by bob, and with one that flags."""
    copies = []
    for kind, verdict in (("clean", CLEAN), ("flagged", FLAGGED)):
        shutil.copytree(world.root, folder / kind / "bench", symlinks=True)
        copy = World(folder / kind / "bench")
        copy("review", "file", name, "--task-fit", "good", "--reference", "good", *verdict,
             by="bob")  # fmt: skip
        copies.append(copy)
    return copies[0], copies[1]


async def shown_to(
    person: str, world: World, more: Callable[[Reviewer, list[str]], Awaitable[None]] | None = None
) -> list[str]:
    app = CurateApp(world.root, f"{person}@example.org")
    seen: list[str] = []
    async with app.run_test(size=TALL, notifications=True, tooltips=True) as pilot:
        reader = Reviewer(app, pilot)
        await reader.settle()
        await every_screen(reader, seen)
        if more is not None:
            await more(reader, seen)
    place = str(world.root.parent)
    return [re.sub(r"\b[0-9a-f]{8,64}\b", "HASH", text.replace(place, "")) for text in seen]


BOUNDED = [(in_recheck, "cem"), (in_recheck, "kit")]
REST = [
    (state, reader)
    for state in (in_review, in_recheck)
    for reader in ("cem", "dee", "ann", "kit", "nobody")
    if (state, reader) not in BOUNDED
]


@pytest.mark.parametrize(
    ("state", "reader"), [*BOUNDED, *(pytest.param(*r, marks=pytest.mark.long) for r in REST)]
)
async def test_no_screen_tells_what_a_review_of_an_open_round_says(world, tmp_path, state, reader):
    name = state(world)
    clean, flagged = both(world, name, tmp_path)
    one, other = [await shown_to(reader, copy, screens_of_a_task) for copy in (clean, flagged)]
    assert one == other
    assert all("MARKER" not in text for text in other)


@pytest.mark.parametrize("state", [pytest.param(in_review, marks=pytest.mark.long), in_recheck])
async def test_no_screen_tells_a_reviewer_who_wrote_what_they_are_to_judge(world, state):
    people = world.root / "people" / "ann.yaml"
    people.write_text(people.read_text().replace("name: Ann", "name: Secretauthor"))
    card = world.root / "tasks" / TASK / "task.yaml"
    card.write_text(card.read_text().replace("owner: kit", "owner: ann"))
    state(world)
    seen = await shown_to("cem", world)
    # The list shows who answers for a task, on its card; what a reviewer judges with does not.
    for text in seen[1:]:
        assert not re.search(r"\bann\b|Secretauthor|aunt's", text), text
