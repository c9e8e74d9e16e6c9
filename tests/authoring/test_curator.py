"""A curator looks after the whole."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from authoring.app import CurateApp
from authoring.curator.open import open_curator
from tests.authoring.reviewing import WIDE, Reviewer
from tests.world import TASK, World

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def looking_after(
    world: World, person: str = "kit", name: str = "", size: tuple[int, int] = WIDE
) -> AsyncIterator[Reviewer]:
    app = CurateApp(world.root, f"{person}@example.org")
    async with app.run_test(size=size, notifications=True) as pilot:
        reader = Reviewer(app, pilot)
        await reader.settle()
        open_curator(app, name)
        await reader.settle()
        yield reader


def disputed(world: World) -> str:
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world.review(name, "cem")
    return name


async def test_everything_that_needs_looking_into_is_listed_with_why(world):
    name = disputed(world)
    back = world.submitted()
    world.review(back, "bob", "fit")
    world("recall", back, "--reason", "wrong text", by="kit")
    waiting = world.submitted()
    async with looking_after(world) as kit:
        words = kit.flat
        assert "Reviewers disagree (1)" in words
        assert f"{name} round 1: bob flags rubric, cem nothing" in words
        assert f"{back} round 1 recalled after a flag by kit: wrong text" in words
        assert f"{waiting} 2 reviews wanted" in words
        await kit.press("end", "home", "down")
        assert "Round 1" in kit.words


async def test_a_stuck_instance_says_why_and_is_eliminated_with_a_reason(world):
    name = disputed(world)
    for _ in range(2):
        world("submit", name, "--answer", "rubric=disagree:it is fine")
        world.review(name, "bob", "rubric")
    async with looking_after(world) as kit:
        assert "Waits for a curator (1)" in kit.words
        assert "still flagged after 3 rounds" in kit.flat
        await kit.press("x", "ctrl+s")
        assert "a reason is needed" in kit.words
        await kit.type("Nobody mended it.")
        await kit.press("ctrl+s")
        await kit.settle()
        assert f"{name} is eliminated." in kit.words
    assert world.standing(name).status == "eliminated"
    assert world.standing(name).why == "Nobody mended it."


@pytest.mark.parametrize(
    ("key", "before", "status"),
    [("w", "in_review", "withdrawn"), ("r", "in_review", "draft"), ("p", "in_review", "accepted")],
)
async def test_each_decision_takes_a_reason_and_is_on_record(world, key, before, status):
    name = world.submitted()
    assert world.standing(name).status == before
    async with looking_after(world, name=name) as kit:
        await kit.press(key)
        await kit.type("Because.")
        await kit.press("ctrl+s")
        await kit.settle()
    assert world.standing(name).status == status
    acts = (world.root / "tasks" / TASK / "reviews" / name).glob("*.yaml")
    assert any("Because." in act.read_text() for act in acts)


async def test_what_was_withdrawn_is_reopened(world):
    name = world.submitted()
    world("withdraw", name, "--reason", "for now", by="kit")
    async with looking_after(world, name=name) as kit:
        await kit.press("o")
        await kit.type("It is needed.")
        await kit.press("ctrl+s")
        await kit.settle()
        assert f"{name} is a draft again." in kit.words
    assert world.standing(name).status == "draft"


async def test_a_review_goes_from_one_person_to_another(world):
    name = world.submitted()
    async with looking_after(world, name=name) as kit:
        await kit.press("n")
        await kit.settle()
        asked = {need.who[0] for need in world.standing(name).needs}
        assert len(asked) == 2
        await kit.press("a", "enter", "enter")
        await kit.type("On holiday.")
        await kit.press("ctrl+s")
        await kit.settle()
        assert "is asked in place of" in kit.words
    now = {need.who[0] for need in world.standing(name).needs}
    assert len(now & asked) == 1


async def test_a_task_is_retired_and_brought_back(world):
    name = disputed(world)
    async with looking_after(world, name=name) as kit:
        await kit.press("t")
        await kit.type("Confusing.")
        await kit.press("ctrl+s")
        await kit.settle()
        assert "is retired" in kit.words
        assert world.standing(name).status == "withdrawn"
        await kit.press("t")
        await kit.settle()
        assert "is active again" in kit.words
    assert world.standing(name).status == "revise"


async def test_a_refusal_keeps_the_reason(world):
    name = world.submitted()
    async with looking_after(world, name=name) as kit:
        await kit.press("x")
        await kit.type("Too early.")
        await kit.press("ctrl+s")
        await kit.settle()
        assert "nothing to eliminate" in kit.flat
        await kit.press("x")
        assert "Too early." in kit.words
    assert world.standing(name).status == "in_review"


async def test_who_is_no_curator_can_look_and_is_refused(world):
    name = disputed(world)
    async with looking_after(world, "dee", name) as dee:
        assert "you can look; to decide takes a curator" in dee.words
        for key in ("w", "r", "o", "x", "p", "a", "n", "t"):
            await dee.press(key)
            assert "That takes a curator." in dee.words
    assert world.standing(name).status == "revise"


async def test_an_empty_benchmark_says_so(world):
    async with looking_after(world) as kit:
        assert "there is nothing here yet" in kit.words
        await kit.press("r", "w", "o", "x", "p", "a", "t", "pagedown")


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(s, marks=pytest.mark.long) for s in ((120, 40), (40, 10)))]
)
async def test_any_text_can_be_shown_at_any_size(world, size):
    hostile = "[/foo] list[int] \x1b[2J [red"
    name = disputed(world)
    world("withdraw", name, "--reason", hostile, by="kit")
    async with looking_after(world, name=name, size=size) as kit:
        assert name in kit.words
        await kit.press("pagedown", "pagedown", "w")
        await kit.type(hostile)
        await kit.press("escape")
        assert name in kit.words
