"""A person at the list, on a real benchmark."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from textual import events
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from authoring.app import CurateApp
from tests.authoring.looking import words_on

WIDE = (120, 40)
WAITS_FOR_A_PERSON = "settle"


class Browser:
    """What they press and what they see."""

    def __init__(self, app: CurateApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        """A whole text at once, as a paste brings it."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def filter(self, text: str) -> None:
        """Press `/`, type, and enter."""
        await self.pilot.press("slash")
        await self.pilot.pause()
        self.app.post_message(events.Paste(text))
        await self.pilot.pause()
        await self.press("enter")

    async def settle(self) -> None:
        """Until nothing is under way."""
        for _ in range(3):
            # One that a newer one takes the place of is cancelled, and that is no fault.
            with suppress(WorkerCancelled):
                busy = [worker for worker in self.app.workers if worker.group != WAITS_FOR_A_PERSON]
                if busy:
                    await self.app.workers.wait_for_complete(busy)
            await self.pilot.pause()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for something to become so."""
        for _ in range(200):
            if holds():
                return
            await self.pilot.pause(0.05)
        raise AssertionError(f"it never came to be:\n{self.words}")

    @property
    def words(self) -> str:
        return words_on(self.app)

    @property
    def flat(self) -> str:
        """The words without line breaks."""
        return " ".join(self.words.translate({0x258C: " ", 0x2502: " "}).split())


@asynccontextmanager
async def browsing(
    root: Path, person: str | None, size: tuple[int, int] = WIDE, instance: str = ""
) -> AsyncIterator[Browser]:
    """The app as it opens, everything read."""
    app = CurateApp(root, f"{person}@example.org" if person else None, instance)
    async with app.run_test(size=size, notifications=True) as pilot:
        browser = Browser(app, pilot)
        await browser.settle()
        yield browser
