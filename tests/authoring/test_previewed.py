"""The preview asked for by key: what is on the page, and what is kept off it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.screen import Screen

import authoring
from authoring.task.reading import ReadingScreen
from benchmark.layout import parse_task
from tests.authoring.browsing import browsing
from tests.authoring.editing import editor
from tests.authoring.reviewing import reviewing
from tests.world import TASK, World

pytestmark = pytest.mark.anyio
ARABIC = "ما هي أرخص المتاجر؟"


@pytest.fixture(autouse=True)
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("authoring.preview.browse", lambda file: False)


def page_of(world: World, name: str) -> str:
    file = world.root / ".git" / "curate" / "cache" / "preview" / f"{name}.html"
    return Path(file).read_text(encoding="utf-8") if file.is_file() else ""


async def test_the_editor_previews_what_is_typed_and_not_saved(world: World):
    name = world.draft(input="How much is it?")
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type(" Now")
        await opened.press("f9")
        await opened.until(lambda: "How much is it? Now" in page_of(world, name))
    assert world.find(name).instance.input == "How much is it?"


async def test_a_review_previews_nothing_that_it_hides(world: World):
    name = world.submitted(reference_answer="Shop B, as nobody guesses.")
    card = world.root / "tasks" / TASK / "task.yaml"
    card.write_text(card.read_text() + "owner: kit\n" * ("owner" not in card.read_text()))
    async with reviewing(world.root, "bob") as bob:
        await bob.press("f9")
        await bob.settle()
        folded = page_of(world, name)
        assert "Which shop" in folded
        assert "nobody guesses" not in folded
        for hidden in ("ann", "kit"):
            assert f">{hidden}<" not in folded
        await bob.press("1", "1", "r", "f9")
        await bob.settle()
        assert "nobody guesses" in page_of(world, name)


async def test_where_a_terminal_may_show_it_wrong_every_reader_is_told(world: World):
    name = world.submitted(input=ARABIC)
    async with reviewing(world.root, "bob") as bob:
        assert "f9 shows it properly" in bob.flat
    async with browsing(world.root, "kit") as kit:
        kit.app.push_screen(ReadingScreen(parse_task(TASK)))
        await kit.settle()
        assert "f9 shows it properly" in kit.flat
        await kit.press("f9")
        assert ARABIC in page_of(world, name)


def screens() -> Iterator[type[Screen[object]]]:
    for module in pkgutil.walk_packages(authoring.__path__, "authoring."):
        for thing in vars(importlib.import_module(module.name)).values():
            is_screen = isinstance(thing, type) and issubclass(thing, Screen)
            if is_screen and thing.__module__ == module.name:
                yield thing


def test_every_key_of_every_screen_can_be_changed_is_explained_and_works_in_a_browser():
    looked_at = 0
    for screen in screens():
        for binding in vars(screen).get("BINDINGS", ()):
            assert isinstance(binding, Binding), (screen, binding)
            assert binding.id, (screen, binding)
            assert binding.tooltip, (screen, binding)
            taken = {"ctrl+w", "ctrl+n", "ctrl+t"} & set(binding.key.split(","))
            assert not taken, (screen, binding)
            looked_at += 1
    assert looked_at > 50
