"""Unsaved work survives beside the git directory and is never laid over another version."""

from __future__ import annotations

from benchmark import autosave
from tests.world import World


def kept(world: World, text: str) -> str:
    name = world.draft()
    loaded = world.find(name)
    unsaved = loaded.instance.model_copy(update={"input": text})
    base = autosave.base_of(world.root, loaded.path)
    autosave.keep(world.root, "ann", loaded.path, base, unsaved)
    return name


def test_it_comes_back_whole_and_lies_outside_the_tree(world: World):
    text = "half a sentence \u2028 \x1b \U0001f600\r\n"
    kept(world, text)
    (save,) = autosave.pending(world.root, "ann")
    assert save.instance.input == text
    assert not save.is_stale(world.root)
    assert "autosave" not in world.git("status", "--short", "--ignored")
    assert autosave.pending(world.root, "bob") == []


def test_it_knows_when_the_file_has_moved_on(world: World):
    name = kept(world, "mine")
    world.edit(name, input="theirs")
    assert autosave.pending(world.root)[0].is_stale(world.root)


def test_the_newest_counts_and_a_saved_one_is_forgotten(world: World):
    name = kept(world, "first")
    loaded = world.find(name)
    second = loaded.instance.model_copy(update={"input": "second"})
    autosave.keep(world.root, "ann", loaded.path, "", second)
    assert [s.instance.input for s in autosave.pending(world.root)] == ["second"]
    autosave.forget(world.root, "ann", loaded.instance.key)
    assert autosave.pending(world.root) == []


def test_doctor_mentions_it_and_a_broken_one_hides_nothing(world: World):
    kept(world, "mine")
    (next(world.root.glob(".git/curate/autosave/ann")) / "broken.json").write_text("{")
    assert "ann has unsaved work" in world("doctor", code=1).out


def test_what_an_open_editor_keeps_is_not_left_behind(world: World):
    name = world.draft()
    loaded = world.find(name)
    one = autosave.Session(world.root, "ann", loaded.instance.key)
    other = autosave.Session(world.root, "ann", loaded.instance.key)
    for session, text in ((one, "one"), (other, "other")):
        unsaved = loaded.instance.model_copy(update={"input": text})
        autosave.keep(
            world.root, "ann", loaded.path, "", unsaved,
            started=loaded.instance, session=session.id,
        )  # fmt: skip
    key = loaded.instance.key
    assert autosave.left_behind(world.root, "ann") == []
    assert autosave.is_open_elsewhere(world.root, "ann", key, one.id)
    other.close()
    assert not autosave.is_open_elsewhere(world.root, "ann", key, one.id)
    (save,) = autosave.left_behind(world.root, "ann")
    assert save.instance.input == "other"
    assert save.started == loaded.instance
    autosave.forget(world.root, "ann", key, other.id)
    assert [save.instance.input for save in autosave.pending(world.root, "ann")] == ["one"]
    one.close()


def test_a_lock_of_a_process_that_is_gone_says_nothing(world: World):
    name = world.draft()
    key = world.find(name).instance.key
    folder = world.root / ".git/curate/autosave/ann"
    folder.mkdir(parents=True)
    (folder / f"{key}.0123abcd.lock").write_text("")
    assert not autosave.is_open_elsewhere(world.root, "ann", key, "")
    assert not list(folder.glob("*.lock"))
