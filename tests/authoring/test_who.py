from __future__ import annotations

import asyncio

from authoring.app import CurateApp
from authoring.who.screen import WhoScreen
from tests.authoring.looking import words_on
from tests.world import World


async def opened(app: CurateApp) -> None:
    while app.snapshot is None:
        await asyncio.sleep(0.05)


async def test_who_sits_there_is_asked_and_recorded_with_whose_computer_it_is(
    world: World,
) -> None:
    world.git("config", "user.email", "ann@example.org")
    world.git("config", "user.name", "Ann")
    app = CurateApp(world.root, asks_who=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await opened(app)
        await pilot.pause()
        assert isinstance(app.screen, WhoScreen)
        assert "Nobody checks this answer" in words_on(app)
        await pilot.press("down", "enter")
        while app.snapshot is None or app.snapshot.person != "bob":
            await pilot.pause(0.05)
        assert app.snapshot.require_actor().recorded_by == "ann"


async def test_who_only_reads_acts_as_nobody_whoever_git_knows(world: World) -> None:
    world.git("config", "user.email", "ann@example.org")
    world.git("config", "user.name", "Ann")
    app = CurateApp(world.root, asks_who=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await opened(app)
        await pilot.pause()
        await pilot.press("escape")
        while app.snapshot is None or app.snapshot.actor is not None:
            await pilot.pause(0.05)
        assert "only read" in app.snapshot.reads_only
