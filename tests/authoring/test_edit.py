"""The editor: what a person types is on the page, checked, found, undone and saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Button, Collapsible, Input, RadioButton

from authoring.edit.counts import Counts, count
from authoring.edit.details import Details
from authoring.edit.outside import edited
from authoring.edit.screen import EditScreen
from authoring.prose import Prose
from benchmark import autosave
from schemas.errors import CurateError
from schemas.instance import ScoreRubric, Source
from tests.authoring.editing import app_on, editor
from tests.world import TASK, World

BOMB = "[/foo] list[int] \x1b[2J [red]"


async def test_what_is_typed_is_saved_in_that_field_alone(world: World):
    name = world.draft()
    before = world.find(name)

    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type("\nMore.")
        assert "unsaved" in opened.says("#edit-state")
        await opened.save()
        assert "saved" in opened.says("#edit-state")

    after = world.find(name).instance
    assert after.input == before.instance.input + "\nMore."
    assert after == before.instance.model_copy(update={"input": after.input})


async def test_problems_stand_under_their_field_while_it_is_written(world: World):
    name = world.draft()

    async with editor(world, name) as opened:
        await opened.go("reference_answer")
        await opened.paste("a\x0cfrac{1}{2}")
        await opened.until(lambda: "error" in opened.remarks("reference_answer"))
        assert "lost its backslash" in opened.remarks("reference_answer")
        assert "1 error" in opened.says("#edit-state")
        await opened.go("system_prompt")
        await opened.press("f8")
        assert opened.app.focused is opened.area("reference_answer")


async def test_300_pasted_lines_can_be_undone_and_redone(world: World):
    name = world.draft()
    lines = "\n".join(f"line {number} of what was pasted" for number in range(300))

    async with editor(world, name, size=(80, 24)) as opened:
        area = await opened.go("input")
        before = area.text
        await opened.paste(lines)
        assert area.text == before + lines
        assert area.size.height >= 300
        await opened.press("ctrl+z")
        assert area.text == before
        await opened.press("ctrl+y")
        assert area.text == before + lines
        await opened.save()

    assert world.find(name).instance.input.endswith(lines)


async def test_levels_stand_side_by_side_where_there_is_room(world: World):
    name = world.draft()
    async with editor(world, name, size=(120, 40)) as opened:
        tops = {opened.area(f"rubric.score{level}_description").region.y for level in range(1, 6)}
        assert len(tops) == 1
        await opened.pilot.resize_terminal(80, 24)
        await opened.pilot.pause()
        tops = {opened.area(f"rubric.score{level}_description").region.y for level in range(1, 6)}
        assert len(tops) == 5


async def test_the_cursor_is_in_view_wherever_it_goes_at_any_size(world: World):
    name = world.draft(input="\n".join(f"line {number} of many" for number in range(60)))
    async with editor(world, name) as opened:
        for size in ((120, 40), (80, 24), (40, 10)):
            await opened.pilot.resize_terminal(*size)
            await opened.pilot.pause()
            window = opened.screen.page.region
            for field in (
                "input",
                "rubric.score5_description",
                "system_prompt",
                "reference_answer",
            ):
                area = await opened.go(field)
                await opened.pilot.pause()
                await opened.type("x")
                await opened.pilot.pause()
                y = area.content_region.y + area.cursor_location[0]
                assert window.y <= y < window.bottom, (field, y, window)


async def test_words_are_found_in_all_fields_and_the_place_is_selected(world: World):
    name = world.draft(input="the Cheapest\nshop", notes="cheapest")
    async with editor(world, name) as opened:
        await opened.go("system_prompt")
        await opened.press("ctrl+f")
        await opened.type("cheapest")
        await opened.press("enter")
        assert opened.says("#find-where") == "1 of 3"
        assert opened.area("input").selected_text == "Cheapest"
        await opened.press("enter")
        assert opened.area("rubric.criteria").selected_text == "cheapest"
        await opened.press("up", "escape")
        assert opened.app.focused is opened.area("input")
        assert opened.app.screen is opened.screen
        await opened.press("f3")
        assert opened.app.focused is opened.area("rubric.criteria")
        await opened.press("shift+f3", "shift+f3")
        assert opened.area("notes").selected_text == "cheapest"


async def test_a_field_comes_back_from_the_persons_own_editor(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = world.draft(input="one\r\ntwo")
    script = tmp_path / "my editor"
    script.write_text('#!/bin/sh\nprintf "%s" "from outside: " > "$1.new"\n'
                      'cat "$1" >> "$1.new"; echo >> "$1.new"; mv "$1.new" "$1"\n')  # fmt: skip
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", f"'{script}'")
    monkeypatch.delenv("VISUAL", raising=False)
    assert edited(tmp_path / "kept", "input", "one\r\ntwo") == "from outside: one\r\ntwo"
    monkeypatch.setenv("EDITOR", "false")
    with pytest.raises(CurateError, match="is kept in"):
        edited(tmp_path / "kept", "input", "one")
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.press("ctrl+o")
        assert opened.area("input").text == "one\r\ntwo"
        assert "can't be opened in a browser" in opened.notices()


async def test_notes_sources_and_languages_are_saved(world: World):
    name = world.draft(notes="before")
    async with editor(world, name) as opened:
        area = await opened.go("notes")
        area.put("for colleagues")
        opened.screen.query_one("#sources-section", Collapsible).collapsed = False
        await opened.pilot.pause()
        opened.screen.query_one("#add-source", Button).press()
        await opened.until(lambda: opened.screen.query("SourceRow"))
        await opened.pilot.pause()
        await opened.paste("https://example.org/[x]")
        await opened.press("tab")
        await opened.paste("CC-BY-4.0")
        opened.screen.query_one("#details-section", Collapsible).collapsed = False
        language = opened.screen.query_one(Details).query(Input).first()
        language.value = "ko"
        await opened.pilot.pause()
        await opened.save()
    after = world.find(name).instance
    assert after.notes == "for colleagues"
    assert after.sources == [Source(ref="https://example.org/[x]", licence="CC-BY-4.0")]
    assert after.language == "ko"


async def test_a_task_card_and_another_instance_are_one_key_away(world: World):
    world.draft(input="what the other one asks [bold]")
    name = world.draft()
    async with editor(world, name) as opened:
        await opened.press("f4")
        assert "what the other one asks [bold]" in opened.says("#example-text")
        await opened.press("ctrl+g")
        assert not opened.screen.query_one("#card", Collapsible).collapsed
    async with editor(world, name, size=(80, 24)) as opened:
        assert not opened.screen.query_one("#side").display
        await opened.press("f2")
        assert opened.screen.query_one("#side").display
        await opened.press("f2")
        assert not opened.screen.query_one("#side").display


async def test_submit_saves_and_gives_the_number_and_locks(world: World):
    name = world.draft()
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type(" more")
        await opened.press("f5")
        await opened.until(lambda: opened.screen.locked is not None)
        assert opened.screen.instance_name == "reasoning_tables_0"
        assert "Read only: round 1" in opened.says("#edit-banner")
        await opened.go("input")
        await opened.type("x")
        assert opened.area("input").text.endswith(" more")
        await opened.press("f10")
        await opened.paste("I saw a mistake")
        await opened.press("ctrl+s")
        await opened.until(lambda: opened.screen.locked is None)
        await opened.go("input")
        await opened.type("x")
        await opened.save()
    assert world.find("reasoning_tables_0").instance.input.endswith(" morex")
    assert world.standing("reasoning_tables_0").status == "draft"


async def test_a_refused_submit_shows_what_to_mend(world: World):
    name = world.draft(reference_answer="")
    async with editor(world, name) as opened:
        assert "error" not in opened.remarks("reference_answer")
        await opened.press("f5")
        await opened.until(lambda: "error" in opened.remarks("reference_answer"))
        assert world.find(name).is_draft_file


async def test_flags_are_answered_beside_the_text(world: World):
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world.review(name, "cem")
    async with editor(world, name) as opened:
        assert "not good" in opened.says("#flag-score_rubric Static")
        await opened.press("f5")
        await opened.until(lambda: "has no answer" in opened.notices())
        box = opened.screen.query_one("#flag-score_rubric")
        box.query(RadioButton).last().value = True
        await opened.pilot.pause()
        box.query_one(Prose).focus()
        await opened.pilot.pause()
        await opened.paste("levels 3 and 4 differ in the price")
        opened.screen.keep_now()
        kept = autosave.pending(world.root, "ann")
        assert [a.why for a in kept[0].answers] == ["levels 3 and 4 differ in the price"]
        await opened.press("f5")
        await opened.until(lambda: opened.screen.locked is not None)
    assert world.standing(name).status == "recheck"
    assert autosave.pending(world.root, "ann") == []


async def test_a_copy_is_a_draft_of_ones_own(world: World):
    name = world.draft(notes="mine")
    before = world.find(name).instance
    async with editor(world, name, by="bob") as opened:
        assert "not yours" in opened.says("#edit-banner")
        await opened.press("ctrl+b")
        await opened.until(lambda: opened.app.screen is not opened.screen)
        screen = opened.app.screen
        assert isinstance(screen, EditScreen)
        await opened.until(lambda: screen.draft is not None)
        copy = world.find(screen.instance_name).instance
    assert copy.provenance.author == "bob"
    assert copy.input == before.input
    assert copy.key != before.key
    assert copy.notes == ""


async def test_reading_needs_no_identity_and_changes_nothing(world: World):
    name = world.draft()
    async with editor(world, name, by="") as opened:
        assert "Read only" in opened.says("#edit-banner")
        await opened.go("input")
        await opened.type("x")
        await opened.press("ctrl+s")
        assert not opened.screen.draft.is_changed


async def test_author_and_notes_stay_hidden_from_who_may_still_review(world: World):
    name = world.draft(notes="secret for colleagues")
    async with editor(world, name, by="bob") as opened:
        assert opened.screen.box("notes") is None
        assert "ann" not in opened.says("#edit-what") + opened.says("#edit-banner")


async def test_a_file_changed_outside_is_shown_at_once_where_nothing_was_typed(world: World):
    name = world.draft()
    async with editor(world, name) as opened:
        world.edit(name, input="from outside")
        await opened.until(lambda: opened.area("input").text == "from outside")
        assert not opened.screen.draft.is_changed


async def test_scripts_of_other_directions_say_so(world: World):
    name = world.draft(input="مرحبا بالعالم", reference_answer="नमस्ते 你好 ไทย 👨‍👩‍👧")
    async with editor(world, name) as opened:
        assert "right to left" in opened.remarks("input")
        assert "right to left" not in opened.remarks("reference_answer")


def test_characters_are_counted_as_readers_count_them():
    assert count("") == Counts(0, 0, 0)
    assert count("two words").characters == 9
    assert count("e\u0301 👨‍👩‍👧").characters == 3
    assert count("两个字").tokens == 3


async def test_markup_and_control_characters_are_shown_as_they_are_everywhere(world: World):
    card = world.root / f"tasks/{TASK}/task.yaml"
    card.write_text(f"description: '{BOMB[:16]}'\nlanguages: [en]\n", encoding="utf-8")
    name = world.draft(
        system_prompt=BOMB, input=BOMB, reference_answer=BOMB, notes=BOMB,
        sources=[Source(ref=BOMB, licence=BOMB)],
        score_rubric=ScoreRubric(criteria=BOMB, score1_description=BOMB),
    )  # fmt: skip
    world.draft(input=BOMB)
    async with editor(world, name) as opened:
        for size in ((120, 40), (80, 24), (40, 10)):
            await opened.pilot.resize_terminal(*size)
            for field in ("system_prompt", "input", "notes", "rubric.score1_description"):
                area = await opened.go(field)
                assert area.document.get_line(0) == "[/foo] list[int] ␛[2J [red]"
            await opened.press("f4", "ctrl+g", "f8")
        await opened.press("ctrl+f")
        await opened.paste(BOMB)
        await opened.press("enter", "escape")
        opened.screen.query_one("#sources-section", Collapsible).collapsed = False
        await opened.press("f5")
        await opened.until(lambda: "error" in opened.notices())


async def test_leaving_before_all_is_there_harms_nothing(world: World):
    name = world.draft()
    async with app_on(world.root) as (app, pilot):
        for _ in range(5):
            screen = EditScreen(name)
            await app.push_screen(screen)
            screen.action_leave()
            await pilot.pause()
        assert not any(isinstance(screen, EditScreen) for screen in app.screen_stack)
    assert autosave.pending(world.root) == []
