"""What a person did not change stays as it is, byte for byte; what they type comes back."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events
from textual.app import App, ComposeResult

from authoring.edit.fields import CONTENT, text_of
from authoring.edit.screen import EditScreen
from authoring.prose import Prose
from authoring.prose.arriving import arriving
from authoring.prose.document import ExactDocument
from benchmark import instance_file
from benchmark.instance_file import open_file
from benchmark.load import load_folder
from schemas.visible import HIDDEN
from schemas.yamldoor.spans import spans, split_lines
from tests.authoring.editing import Editor, app_on, editor
from tests.world import BIGGEN, World
from tests.world import run as curate

pytestmark = pytest.mark.anyio

NAMES = [field.name for field in CONTENT]
PARTS = 12


def published(root: Path, wanted: Callable[[dict[str, Any]], Iterable[str]] = tuple) -> list[str]:
    """Published instances as a benchmark of ann's; their names."""
    by = ("--as", "ann@example.org")
    assert curate(*by, "init", root).code == 0
    rows = json.loads((BIGGEN / "sample_responses.json").read_text(encoding="utf-8"))
    part = root / "part.json"
    part.write_text(json.dumps({name: rows[name] for name in wanted(rows)}), encoding="utf-8")
    assert curate(*by, "-C", root, "import", "biggen", part).code == 0
    part.unlink()
    return [loaded.name for loaded in load_folder(root).instances]


def path_in_file(field: str) -> tuple[str, ...]:
    return tuple(field.replace("rubric.", "score_rubric.").split("."))


def only_that_field_changed(before: str, after: str, field: str) -> bool:
    """Whether two versions of a file agree line by line outside one field."""
    span = spans(before)[path_in_file(field)]
    old, new = split_lines(before), split_lines(after)
    behind = len(old) - span.last_line
    return (
        old[: span.first_line] == new[: span.first_line]
        and old[span.last_line :] == new[len(new) - behind :]
        and old != new
    )


async def typed_and_deleted(opened: Editor, field: str) -> None:
    """One character typed, saved, deleted, saved: both are written, and the bytes are the first."""
    root, draft = opened.app.root, opened.screen.draft
    assert draft is not None
    path = root / draft.loaded.path
    first = path.read_bytes()
    text = text_of(draft.instance, field)
    await opened.go(field)
    await opened.press("x")
    await opened.save()
    second = path.read_bytes()
    assert only_that_field_changed(first.decode(), second.decode(), field), (path, field)
    now = text_of(open_file(root, draft.loaded.path).loaded.instance, field)
    assert len(now) == len(text) + 1
    assert now.replace("x", "", 1) == text or now.removesuffix("x") == text or "x" in text
    await opened.press("backspace")
    await opened.save()
    assert path.read_bytes() == first, (path, field)


async def all_of(root: Path, names: Sequence[str]) -> int:
    done = 0
    async with app_on(root, size=(80, 24)) as (app, pilot):
        for number, name in enumerate(names):
            screen = EditScreen(name)
            await app.push_screen(screen)
            opened = Editor(app, pilot, screen)
            await opened.until(lambda screen=screen: screen.draft is not None and screen.boxes())
            await typed_and_deleted(opened, NAMES[number % len(NAMES)])
            screen.dismiss()
            await pilot.pause()
            done += 1
            if done % 50 == 0:
                sys.stdout.write(f"{done}\n")
                sys.stdout.flush()
    return done


async def test_a_character_typed_and_deleted_leaves_published_files_as_they_were(tmp_path: Path):
    def some(ids: dict[str, Any]) -> list[str]:
        odd = [x for x, row in ids.items() if HIDDEN.search(row["input"] + row["reference_answer"])]
        return [*odd[:3], *list(ids)[:: max(1, len(ids) // 2)]]

    names = published(tmp_path / "bench", some)
    assert len(names) > 4
    assert await all_of(tmp_path / "bench", names) == len(names)


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("part", range(PARTS))
async def test_a_character_typed_and_deleted_in_all_published_files(tmp_path: Path, part: int):
    names = published(tmp_path / "bench", lambda ids: list(ids)[part::PARTS])
    assert await all_of(tmp_path / "bench", names) == len(names)


async def test_opening_and_saving_writes_nothing(world: World):
    name = world.draft(input="one\r\ntwo \u2028 three\x0c\x0bfour\x85\x1c five\rsix\n\n")
    path = world.root / world.find(name).path
    before = path.read_bytes(), path.stat().st_mtime_ns
    async with editor(world, name) as opened:
        await opened.save()
        for field in NAMES:
            await opened.go(field)
        await opened.save()
        await opened.press("escape")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


async def test_a_hand_made_file_gets_its_lines_back(world: World):
    name = world.draft()
    path = world.root / world.find(name).path
    text = path.read_text(encoding="utf-8").replace(
        "system_prompt: |-\n  You read tables.\n",
        "# by hand\nsystem_prompt:   'You read tables.'   # a remark\n",
    )
    assert "by hand" in text
    path.write_text(text, encoding="utf-8")
    async with editor(world, name) as opened:
        await typed_and_deleted(opened, "system_prompt")
    assert path.read_text(encoding="utf-8") == text


async def test_odd_characters_are_shown_and_told_and_kept_when_the_field_is_edited(world: World):
    text = "one\r\ntwo\u2028three\x0cfour"
    name = world.draft(input=text)
    async with editor(world, name) as opened:
        area = opened.area("input")
        assert "␍" in area.document.get_line(0)
        remarks = opened.remarks("input")
        assert "U+000D" in remarks
        assert "U+2028" in remarks
        assert "U+000C" in remarks
        await opened.go("input")
        await opened.type(" more")
        await opened.save()
    assert world.find(name).instance.input == text + " more"


async def test_line_ends_of_a_field_are_one_step_for_the_cursor_and_can_be_made_plain(world: World):
    name = world.draft(input="one\r\ntwo\r\n")
    async with editor(world, name) as opened:
        area = await opened.go("input")
        area.move_cursor((0, 0))
        await opened.press("end", "x", "enter", "y", "down", "home", "backspace")
        assert area.text == "onex\r\nytwo\r\n"
        await opened.press("ctrl+r")
        assert area.text == "onex\nytwo\n"
        await opened.press("ctrl+z")
        assert area.text == "onex\r\nytwo\r\n"


async def test_what_a_paste_cannot_bring_in_is_said_before_it_is_saved(world: World):
    name = world.draft()
    async with editor(world, name) as opened:
        area = await opened.go("input")
        area.put("")
        await opened.paste("a\r\nb\r\nc\rd\ud800")
        assert area.text == "a\nb\nc\nd\ufffd"
        assert "2 × CR LF became LF" in opened.remarks("input")
        assert "1 × CR became LF" in opened.remarks("input")
        assert "U+FFFD" in opened.remarks("input")


async def test_blanks_and_joiners_that_keyboards_of_other_languages_have_can_be_typed(world: World):
    name = world.draft()
    typed = "\u3000\u00a0\u200c\u200d\U0001fae9あ한"
    async with editor(world, name) as opened:
        area = await opened.go("input")
        area.put("")
        for character in typed:
            opened.app.post_message(events.Key(f"x{ord(character)}", character))
        await opened.pilot.pause()
        await opened.save()
    assert world.find(name).instance.input == typed


class OneField(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.area = Prose()

    def compose(self) -> ComposeResult:
        yield self.area


ODD = st.sampled_from(
    [*"\r\n\t\x00\x0b\x0c\x1b\x1c\x85\u2028\u2029\ufeff\ufffe\u200d\u0301[]", "\r\n"]
)
TEXTS = st.lists(st.one_of(st.text(max_size=8), ODD), max_size=12).map("".join)


async def test_any_text_pasted_is_the_text_saved_or_the_change_was_said(world: World):
    name = world.draft()
    path = world.find(name).path
    seen: list[Prose.Altered] = []

    class Listening(OneField):
        def on_prose_altered(self, event: Prose.Altered) -> None:
            seen.append(event)

    app = Listening()
    async with app.run_test() as pilot:

        @settings(max_examples=60)
        @given(TEXTS, TEXTS)
        def pasted(before: str, text: str) -> None:
            area = app.area
            area.load_text(before)
            area.move_cursor(area.document.end)
            assert area.text == before
            crlf = area.exact.has_only_crlf
            arrived, notes = arriving(text, crlf=crlf)
            area.take(text)
            assert area.text == before + arrived
            end = "\r\n" if crlf else "\n"
            assert notes or arrived in (text, text.replace("\r", end), text.replace("\r", "\r\n"))
            opened = open_file(world.root, path)
            new = opened.loaded.instance.model_copy(update={"input": area.text})
            instance_file.save(world.root, opened.loaded, new)
            assert open_file(world.root, path).loaded.instance.input == area.text
            area.undo()
            assert area.text == before
            area.redo()
            assert area.text == before + arrived

        pasted()
        await pilot.pause()


PLACES = st.tuples(st.integers(0, 30), st.integers(0, 30), TEXTS)


@given(TEXTS, st.lists(PLACES, max_size=6))
def test_a_document_is_the_text_it_stands_for(text: str, edits: list[tuple[int, int, str]]):
    def place(at: int) -> tuple[int, int]:
        before = whole[:at]
        return before.count("\n"), len(before) - before.rfind("\n") - 1

    whole, document = text, ExactDocument(text)
    for one, other, new in edits:
        begin, end = sorted((min(one, len(whole)), min(other, len(whole))))
        result = document.replace_range(place(begin), place(end), new)
        assert result.replaced_text == whole[begin:end]
        whole = whole[:begin] + new + whole[end:]
        assert document.text == whole
        assert result.end_location == place(begin + len(new))
        assert [len(line) for line in document.lines] == [len(x) for x in whole.split("\n")]
        assert not HIDDEN.search("".join(document.lines))
