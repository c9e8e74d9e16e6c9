"""The editor: what a person types is on the page, checked, found, undone and saved."""

from __future__ import annotations

from tests.authoring.editing import editor
from tests.world import World


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
