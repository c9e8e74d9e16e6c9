"""The editor driven as a person would, on a real benchmark."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from authoring.app import CurateApp
from authoring.edit.screen import EditScreen
from authoring.prose import Prose
from tests.world import World

WIDE = (120, 40)


class Editor:
    """One open editor and the keys to it."""

    def __init__(self, app: CurateApp, pilot: Pilot[None], screen: EditScreen) -> None:
        self.app = app
        self.pilot = pilot
        self.screen = screen

    def area(self, field: str) -> Prose:
        box = self.screen.box(field)
        assert box is not None, field
        return box.area

    async def go(self, field: str) -> Prose:
        """Put the cursor at the end of a field."""
        area = self.area(field)
        area.focus()
        await self.pilot.pause()
        area.move_cursor(area.document.end)
        return area

    async def type(self, text: str) -> None:
        names = {"\n": "enter", " ": "space"}
        await self.pilot.press(*(names.get(character, character) for character in text))

    async def paste(self, text: str) -> None:
        self.app.post_message(events.Paste(text))
        await self.pilot.pause()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for something to become so."""
        for _ in range(600):
            if holds():
                return
            await self.pilot.pause(0.05)
        raise AssertionError("it never came to be")

    async def save(self) -> None:
        await self.press("ctrl+s")
        await self.until(lambda: not self.screen.draft.is_changed)  # type: ignore[union-attr]

    def remarks(self, field: str) -> str:
        box = self.screen.box(field)
        assert box is not None
        return str(box.query_one(".remarks", Static).content)

    def says(self, selector: str) -> str:
        return str(self.app.screen.query_one(selector, Static).content)

    def notices(self) -> str:
        return "\n".join(str(notice.message) for notice in self.app._notifications)


@contextlib.asynccontextmanager
async def app_on(
    root: Path, by: str = "ann", size: tuple[int, int] = WIDE, instance: str = ""
) -> AsyncIterator[tuple[CurateApp, Pilot[None]]]:
    """The app, with the benchmark read."""
    app = CurateApp(root, f"{by}@example.org" if by else None, instance)
    async with app.run_test(size=size) as pilot:
        for _ in range(400):
            if app.snapshot is not None:
                break
            await pilot.pause(0.05)
        await pilot.pause()
        yield app, pilot


@contextlib.asynccontextmanager
async def editor(
    world: World | Path, name: str, by: str = "ann", size: tuple[int, int] = WIDE
) -> AsyncIterator[Editor]:
    """The editor on one instance."""
    root = world.root if isinstance(world, World) else world
    async with app_on(root, by, size, name) as (app, pilot):
        found: list[EditScreen] = []
        for _ in range(600):
            found = [screen for screen in app.screen_stack if isinstance(screen, EditScreen)]
            if found:
                break
            await pilot.pause(0.05)
        screen = found[0]
        opened = Editor(app, pilot, screen)
        await opened.until(lambda: screen.draft is not None and screen.boxes())
        await pilot.pause()
        yield opened
