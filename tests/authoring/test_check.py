"""A person checks what was generated."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.content import Content
from textual.widgets import Static

from augment.check import to_check
from authoring.app import CurateApp
from authoring.check.open import open_checks
from authoring.edit.screen import EditScreen
from tests.authoring.generated import generated
from tests.authoring.reviewing import WIDE, Reviewer
from tests.world import World

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def checking(
    world: World, person: str = "ann", size: tuple[int, int] = WIDE
) -> AsyncIterator[Reviewer]:
    app = CurateApp(world.root, f"{person}@example.org")
    async with app.run_test(size=size, notifications=True) as pilot:
        reader = Reviewer(app, pilot)
        await reader.settle()
        open_checks(app)
        await reader.settle()
        yield reader


async def test_the_candidates_are_listed_with_scores_and_why_they_were_dropped(world):
    other = world.submitted()
    generated(world, closest=other, near="safety_x_3")
    async with checking(world) as ann:
        assert "round 3 · kept candidate 2 of 5" in ann.words
        assert "1 of 1 to check" in ann.words
        assert "reads like safety_x_3, of another task" in ann.flat
        assert f"▸2 {other} 0.7100 kept" in ann.flat
        assert 'dropped, placeholder: "[City]" in input' in ann.words
        assert "dropped, truncated" in ann.words


async def test_the_closest_instance_stands_beside_it_with_what_both_share_underlined(world):
    other = world.submitted()
    generated(world, closest=other)
    async with checking(world) as ann:
        assert f"Closest: {other}" in ann.words
        marked = [
            text.plain[span.start : span.end]
            for mine in ann.app.screen.query(".mine").results(Static)
            if isinstance(text := mine.content, Content)
            for span in text.spans
            if "underline" in str(span.style)
        ]
        assert any("is the cheapest" in run for run in marked)
        assert not any("of kept" in run for run in marked)


async def test_enter_keeps_it_on_record_and_the_next_one_is_there(world):
    generated(world)
    generated(world)
    first, second = (loaded.name for loaded in to_check(world.load(), "ann"))
    async with checking(world) as ann:
        await ann.press("enter")
        assert second in ann.words
        await ann.settle()
        assert f"{first}: kept" in ann.words
        await ann.press("enter")
        await ann.settle()
        assert "Nothing generated waits for your check." in ann.words
    assert world.find(first).instance.provenance.checked_by == "ann"
    assert "Curate-Act: check" in world.git("log", "-1")


async def test_another_candidate_can_be_chosen_but_not_one_without_an_instance(world):
    name = generated(world)
    async with checking(world) as ann:
        await ann.press("c")
        assert "That is the one the run kept" in ann.words
        await ann.press("down", "down", "c")
        assert "holds no instance" in ann.words
        await ann.press("up", "up", "up", "c")
        await ann.settle()
    instance = world.find(name).instance
    assert "first" in instance.input
    assert instance.provenance.checked_by == "ann"


async def test_it_is_discarded_with_a_reason(world):
    name = generated(world)
    async with checking(world) as ann:
        await ann.press("d", "ctrl+s")
        assert "a reason is needed" in ann.words
        await ann.type("The same as the second.")
        await ann.press("ctrl+s")
        await ann.settle()
        assert "is discarded" in ann.words
    assert all(x.name != name for x in world.load().instances)
    assert "The same as the second." in world.git("show", "HEAD")


async def test_it_is_edited_and_kept(world):
    name = generated(world)
    async with checking(world) as ann:
        world.edit(name, input="Which shop would you take?")
        ann.app.read_again()
        await ann.settle()
        assert "kept, edited since" in ann.words
        assert "Which shop would you take?" in ann.words
        await ann.press("enter")
        await ann.settle()
        assert f"{name}: edited" in ann.words
    assert world.find(name).instance.provenance.checked_by == "ann"


async def test_it_is_changed_in_the_editor_and_then_kept(world):
    name = generated(world)
    async with checking(world) as ann:
        await ann.press("e")
        await ann.settle()
        editor = ann.app.screen
        assert isinstance(editor, EditScreen)
        box = editor.box("input")
        assert box is not None
        box.area.focus()
        box.area.move_cursor(box.area.document.end)
        await ann.type(" Say why.")
        await ann.press("ctrl+s")
        await ann.settle()
        await ann.press("escape")
        await ann.settle()
        assert "What you saved in the editor is what enter keeps." in ann.words
        assert "kept, edited since" in ann.words
        await ann.press("enter")
        await ann.settle()
        assert f"{name}: edited" in ann.words
    instance = world.find(name).instance
    assert instance.input.endswith(" Say why.")
    assert instance.provenance.checked_by == "ann"


async def test_a_text_changed_since_it_was_shown_is_not_kept_unread(world):
    name = generated(world)
    async with checking(world) as ann:
        world.edit(name, input="Which shop would you take?")
        await ann.press("enter")
        await ann.settle()
        assert "has changed since you read it" in ann.flat
        assert "Which shop would you take?" in ann.words
    assert world.find(name).instance.provenance.checked_by == ""


async def test_nothing_to_check_is_said_in_words(world):
    async with checking(world, "bob") as bob:
        assert "Nothing generated waits for your check." in bob.words
        await bob.press("enter", "c", "d", "e", "k")


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(s, marks=pytest.mark.long) for s in ((120, 40), (40, 10)))]
)
async def test_any_candidate_can_be_shown_at_any_size(world, size):
    generated(world, closest="reasoning_tables_7", near="[/foo] [red")
    async with checking(world, size=size) as ann:
        await ann.press("down", "down", "down", "pagedown", "up", "up", "up", "up", "k")
        await ann.settle()
        assert "to check" in ann.words
