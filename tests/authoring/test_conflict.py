"""Two versions of one instance: settled field by field, and nothing written before that."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from authoring.conflict.screen import ConflictScreen
from authoring.conflict.settle import Settled, differences, settle
from authoring.edit.fields import PROSE, text_of, with_text
from authoring.prose import Prose
from schemas.instance import Instance, Source
from tests.authoring.editing import Editor, editor
from tests.world import World

KEY = "0123abcd"
BOMB = "[/foo] list[int] \x1b[2J [red]"


async def conflicted(opened: Editor) -> ConflictScreen:
    """Wait for the screen with two versions."""
    await opened.until(lambda: isinstance(opened.app.screen, ConflictScreen))
    await opened.pilot.pause()
    screen = opened.app.screen
    assert isinstance(screen, ConflictScreen)
    return screen


async def test_a_version_that_was_not_loaded_is_never_written_over(world: World):
    name = world.draft()
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type(" mine")
        world.edit(name, input="theirs", system_prompt="theirs too")
        await opened.press("ctrl+s")
        screen = await conflicted(opened)
        assert [d.field for d in screen.differences] == ["system_prompt", "input"]
        assert "theirs" in opened.says("#theirs")
        await opened.press("escape")
        assert world.find(name).instance.input == "theirs"
        assert opened.area("input").text.endswith(" mine")
        assert "changed meanwhile" in opened.says("#edit-banner")


async def test_all_fields_are_settled_before_any_is_written(world: World):
    name = world.draft()
    before = world.find(name).instance
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type(" mine")
        await opened.go("reference_answer")
        await opened.type(" mine")
        world.edit(name, input="theirs", system_prompt="theirs too")
        await opened.press("ctrl+s")
        screen = await conflicted(opened)
        await opened.press("n", "1")
        await opened.press("ctrl+s")
        assert opened.app.screen is screen
        assert world.find(name).instance.input == "theirs"
        await opened.press("a")
        assert len(screen.decided) == 3
        await opened.press("ctrl+s")
        await opened.until(lambda: not opened.screen.draft.is_changed)
    after = world.find(name).instance
    assert after.input == before.input + " mine"
    assert after.system_prompt == "theirs too"
    assert after.reference_answer == before.reference_answer + " mine"


async def test_a_field_can_be_written_by_hand_and_the_base_looked_at(world: World):
    name = world.draft(input="base")
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type(" mine")
        world.edit(name, input="theirs")
        await opened.press("ctrl+s")
        screen = await conflicted(opened)
        await opened.press("b")
        assert "base" in opened.says("#base")
        await opened.press("e", "1", "2")
        assert screen.query_one("#hand", Prose).text == "12base mine"
        await opened.press("ctrl+s")
        assert not screen.query_one("#conflict-hand").display
        await opened.press("ctrl+s")
        await opened.until(lambda: not opened.screen.draft.is_changed)
    assert world.find(name).instance.input == "12base mine"


async def test_two_editors_of_one_person_keep_apart_and_are_told(world: World):
    name = world.draft(input="base")
    async with editor(world, name) as one, editor(world, name) as other:
        await one.go("input")
        await one.type(" one")
        await other.go("input")
        await other.type(" two")
        one.screen.keep_now()
        other.screen.keep_now()
        kept = sorted((world.root / ".git/curate/autosave/ann").glob("*.json"))
        assert len(kept) == 2
        await one.until(lambda: "another terminal" in one.says("#edit-banner"))
        await one.save()
        await other.press("ctrl+s")
        screen = await conflicted(other)
        assert screen.current.mine == "base two"
        assert screen.current.theirs == "base one"
        assert screen.current.base == "base"


async def test_markup_and_control_characters_are_shown_as_they_are(world: World):
    name = world.draft(input=BOMB, notes=BOMB)
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type("x")
        world.edit(name, input=BOMB + BOMB, sources=[Source(ref=BOMB)])
        await opened.press("ctrl+s")
        await conflicted(opened)
        assert "[/foo] list[int] ␛[2J [red]" in opened.says("#theirs")
        await opened.press("b", "n", "2", "2", "2", "ctrl+s")
        await opened.until(lambda: not opened.screen.draft.is_changed)


async def test_a_removed_file_can_be_written_again(world: World):
    name = world.draft()
    path = world.root / world.find(name).path
    async with editor(world, name) as opened:
        await opened.go("input")
        await opened.type(" more")
        path.unlink()
        await opened.press("ctrl+s")
        await opened.until(lambda: opened.app.screen is not opened.screen)
        await opened.press("w")
        await opened.until(path.is_file)
    assert world.find(name).instance.input.endswith(" more")


SIDES = st.fixed_dictionaries(
    {}, optional={field.name: st.sampled_from(["a", "b", "c"]) for field in PROSE}
)


def version(texts: dict[str, str]) -> Instance:
    instance = Instance(key=KEY)
    for field, text in texts.items():
        instance = with_text(instance, field, text)
    return instance


@given(SIDES, SIDES, SIDES)
def test_what_was_decided_is_what_comes_out(
    base: dict[str, str], mine: dict[str, str], theirs: dict[str, str]
):
    old, one, other = version(base), version(mine), version(theirs)
    found = differences(old, one, other)
    decided = {
        d.field: Settled("mine" if n % 3 == 0 else "theirs" if n % 3 == 1 else None, "by hand")
        for n, d in enumerate(found)
    }
    result = settle(one, other, decided)
    for field in PROSE:
        name = field.name
        expected = text_of(other, name)
        if name in decided:
            side = decided[name].side
            expected = {"mine": text_of(one, name), "theirs": expected}.get(side or "", "by hand")
        assert text_of(result, name) == expected
    for item in found:
        assert (item.changed_by == "both") == (item.base not in (item.mine, item.theirs))
