"""What was typed outlives the process that it was typed into."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from authoring.conflict.screen import ConflictScreen
from authoring.edit.choice import Choice
from authoring.edit.screen import EditScreen
from benchmark import autosave
from tests.authoring.editing import app_on, editor
from tests.authoring.typist import Outcome, killed
from tests.world import TASK, World


async def shown_is(pilot: Pilot[None], holds: Callable[[], object]) -> None:
    """Wait for something to become so."""
    for _ in range(600):
        if holds():
            return
        await pilot.pause(0.05)
    raise AssertionError("it never came to be")


def fresh(world: World) -> str:
    """A new draft without any text."""
    return Path(world("new", "reasoning/tables").out.split("\n")[0]).stem


def outcomes(
    world: World, home: Path, number: signal.Signals | None, times: int, longest: float
) -> list[Outcome]:
    rng = random.Random(20261130)
    found = []
    for seed in range(times):
        name = fresh(world)
        found.append(killed(world.root, name, home, number, rng.uniform(0.3, longest), seed))
        sys.stdout.write(f"{seed} {found[-1]}\n")
        sys.stdout.flush()
    return found


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP, None])
def test_a_killed_process_leaves_all_but_the_last_second(
    world: World, own_home: Path, number: signal.Signals | None
):
    (found,) = outcomes(world, own_home, number, 1, 3.0)
    assert found.typed > 0
    assert found.holds_all_but_the_last_second, found


def test_a_polite_signal_loses_no_key_at_all(world: World, own_home: Path):
    found = killed(world.root, fresh(world), own_home, signal.SIGTERM, 1.0, 7)
    assert found.typed == found.kept


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_fifty_killed_processes(world: World, own_home: Path, number: signal.Signals):
    found = outcomes(world, own_home, number, 50, 6.0)
    assert sum(outcome.holds_all_but_the_last_second for outcome in found) >= 48
    assert not any(outcome.lags_by_more_than_three_seconds for outcome in found)


async def test_unsaved_work_is_offered_with_its_difference_and_taken_up(world: World):
    name = world.draft(input="The old question.")
    async with editor(world, name) as opened:
        area = await opened.go("input")
        area.put("The new question. [/x]")
        await opened.press("ctrl+q")
    assert world.find(name).instance.input == "The old question."
    async with app_on(world.root) as (app, pilot):
        await shown_is(pilot, lambda: isinstance(app.screen, Choice))
        asked = str(app.screen.query_one("#choice-body Static", Static).content)
        assert "The [-old-]{+new+} question." in asked
        await pilot.press("c")
        await shown_is(pilot, lambda: isinstance(app.screen, EditScreen) and app.screen.boxes())
        screen = app.screen
        assert isinstance(screen, EditScreen)
        await shown_is(pilot, lambda: screen.draft is not None and screen.draft.is_changed)
        box = screen.box("input")
        assert box is not None
        assert box.area.text == "The new question. [/x]"
        box.area.focus()
        await pilot.press("ctrl+z")
        assert box.area.text == "The old question."
        await pilot.press("ctrl+y", "ctrl+s")
        await shown_is(pilot, lambda: not screen.draft.is_changed)
    assert world.find(name).instance.input == "The new question. [/x]"
    assert autosave.pending(world.root) == []


async def test_work_on_a_version_that_changed_meanwhile_is_never_laid_over_it(world: World):
    name = world.draft(input="base")
    async with editor(world, name) as opened:
        area = await opened.go("input")
        area.put("mine")
    world.edit(name, input="theirs")
    async with editor(world, name) as opened:
        await opened.until(lambda: isinstance(opened.app.screen, Choice))
        await opened.press("c")
        await opened.until(lambda: isinstance(opened.app.screen, ConflictScreen))
        await opened.pilot.pause()
        assert opened.app.screen.current.base == "base"
        await opened.press("escape")
        assert opened.area("input").text == "theirs"
        assert [save.instance.input for save in autosave.pending(world.root)] == ["mine"]
    async with editor(world, name) as opened:
        await opened.until(lambda: isinstance(opened.app.screen, Choice))
        await opened.press("c")
        await opened.until(lambda: isinstance(opened.app.screen, ConflictScreen))
        await opened.pilot.pause()
        await opened.press("1", "ctrl+s")
        await opened.until(lambda: opened.area("input").text == "mine")
        assert world.find(name).instance.input == "theirs"
        await opened.save()
    assert world.find(name).instance.input == "mine"


async def test_leaving_asks_and_keeps_or_drops(world: World):
    name = world.draft(input="base")
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type(" more")
        await opened.press("escape")
        await opened.until(lambda: isinstance(opened.app.screen, Choice))
        await opened.press("k")
        await opened.until(lambda: not isinstance(opened.app.screen, Choice | EditScreen))
    assert [save.instance.input for save in autosave.pending(world.root)] == ["base more"]
    async with editor(world, name) as opened:
        await opened.until(lambda: isinstance(opened.app.screen, Choice))
        await opened.press("d")
        await opened.until(lambda: opened.app.screen is opened.screen)
        assert autosave.pending(world.root) == []
    assert list((world.root / ".git/curate/autosave/discarded").iterdir())


async def test_work_whose_file_is_gone_becomes_a_draft_again(world: World):
    name = world.draft(input="base")
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type(" more")
    (world.root / f"tasks/{TASK}/instances/{name}.yaml").unlink()
    async with app_on(world.root) as (app, pilot):
        await shown_is(pilot, lambda: isinstance(app.screen, Choice))
        await pilot.press("c")
        await shown_is(pilot, lambda: isinstance(app.screen, EditScreen) and app.screen.boxes())
    assert world.find(name).instance.input == "base more"


async def test_a_disk_that_refuses_is_said_aloud(world: World):
    name = world.draft()
    async with editor(world, name) as opened:
        await opened.go("input")
        folder = world.root / ".git/curate/autosave/ann"
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
        folder.write_text("in the way")
        await opened.type("x")
        await opened.until(lambda: "cannot be kept" in opened.notices())
        folder.unlink()
        await opened.type("y")
        await opened.until(lambda: autosave.pending(world.root))
