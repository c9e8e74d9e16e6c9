"""A person at the review screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from textual import events
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from authoring.app import CurateApp
from authoring.review.open import open_queue
from review.queue import queue
from review.standings import standing_of
from schemas.acts import Review
from tests.authoring.looking import words_on
from tests.world import World

WIDE = (150, 60)


class Reviewer:
    """What they press and what they see."""

    def __init__(self, app: CurateApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """A whole text at once, as a paste brings it."""
        self.app.post_message(events.Paste(text))
        await self.pilot.pause()

    async def answer_all(self, *keys: str) -> None:
        """The four answers, the reference opened in between."""
        await self.press(*keys[:2], "r", *keys[2:])

    async def settle(self) -> None:
        """Until nothing is under way."""
        for _ in range(3):
            # Reading again replaces a reading that is under way.
            with suppress(WorkerCancelled):
                await self.app.workers.wait_for_complete()
            await self.pilot.pause()

    @property
    def words(self) -> str:
        return words_on(self.app)

    @property
    def flat(self) -> str:
        """The words without line breaks."""
        return " ".join(self.words.split())


@asynccontextmanager
async def reviewing(
    root: Path, person: str, size: tuple[int, int] = WIDE
) -> AsyncIterator[Reviewer]:
    """The app with the review screen open, everything read."""
    app = CurateApp(root, f"{person}@example.org")
    async with app.run_test(size=size, notifications=True) as pilot:
        reviewer = Reviewer(app, pilot)
        await reviewer.settle()
        open_queue(app)
        await reviewer.settle()
        yield reviewer


def reviews(world: World, name: str) -> list[Review]:
    """The reviews of an instance that count now."""
    benchmark = world.load()
    return [item.review for item in standing_of(benchmark, benchmark.find(name)).reviews]


def queued(world: World, person: str) -> list[str]:
    """The names in this person's queue, in its order."""
    return [item.loaded.name for item in queue(world.load(), person)]
