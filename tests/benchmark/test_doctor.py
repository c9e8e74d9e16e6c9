"""Doctor: what a crash, another version or another program left, named and tidied."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.benchmark.kit import files_of, hook, named, state_of
from tests.world import AS_KIT, World

REVIEWS = "tasks/reasoning/tables/reviews"


def test_a_healthy_benchmark_with_drafts_and_edits_is_well(world):
    world.draft()
    world.edit(world.submitted(), notes="Being edited.")
    assert world("doctor").out == "All is well.\n"


def test_leftovers_of_interrupted_writes_are_tidied(world):
    for folder in (".", "people", "tasks/reasoning/tables", ".schemas"):
        (world.root / folder / ".x.yaml.0123abcd.tmp").write_text("half")
    found = world("doctor", code=1).out
    assert found.count("interrupted write") == 4
    world("doctor", "--fix")
    assert not list(world.root.rglob("*.tmp"))
    assert world("doctor").code == 0


def test_schemas_of_another_version_are_renewed(world):
    (world.root / ".schemas" / "act.json").write_text("{}")
    (world.root / ".schemas" / "task.json").unlink()
    before = world.git("rev-parse", "HEAD")
    assert world("doctor", code=1).out.count("not the schema of this version") == 2
    world("doctor", "--fix")
    assert world.git("status", "--porcelain") == ""
    assert world.git("rev-parse", "HEAD") == before


def test_line_ends_that_git_may_change_are_named(world):
    (world.root / ".gitattributes").write_text("* text=auto\n")
    assert "*.yaml -text" in world("doctor", code=1).out


@pytest.fixture(params=[False, True], ids=["git not told", "git told"])
def interrupted(world: World, request: pytest.FixtureRequest) -> World:
    """A submit and a new card are on disk as they are before their commit."""
    world.submitted()
    world("task", "add", "reasoning/maps", by="kit")
    world.git("reset", "-q", "--mixed", "HEAD~2")
    if request.param:
        world.git("add", "-N", ".")
    return world


def test_an_act_in_no_commit_is_set_aside_and_can_be_done_again(interrupted):
    world = interrupted
    act = next(p for p in files_of(world.root) if "r1-submit" in p)
    found = world("doctor", code=1).out
    assert act in found
    assert "in no commit" in found
    assert "reasoning_tables_0.yaml" in found
    told = world("doctor", "--fix", code=1).out
    assert f"tidied: {act}" in told
    assert not (world.root / REVIEWS).exists()
    assert list(world.root.rglob(".git/curate/journal/not-committed/r1-submit-*"))
    assert "reasoning_tables_0" in world("submit", "--all").out
    assert world.standing("reasoning_tables_0").status == "in_review"
    assert world.git("status", "--porcelain", "--", REVIEWS, "tasks/reasoning/tables") == ""


def test_an_index_that_an_interrupted_git_left_behind_is_brought_up(world):
    name = world.draft()
    world("sync")
    before = (world.root / ".git" / "index").read_bytes()
    hook(world.root, "pre-commit", f"cp '{world.root}/.git/index' '{world.root}.index'")
    world("submit", name)
    noted = Path(f"{world.root}.index").read_bytes()  # new files announced, nothing committed
    assert noted != before
    (world.root / ".git" / "index").write_bytes(noted)
    assert world.git("status", "--porcelain")
    assert "index is older" in world("doctor", code=1).out
    world("doctor", "--fix")
    assert world.git("status", "--porcelain") == ""
    assert world.standing("reasoning_tables_0").status == "in_review"


def test_nothing_is_set_aside_while_a_lock_keeps_git_from_knowing(interrupted):
    world = interrupted
    lock = world.root / ".git" / "index.lock"
    lock.touch()
    before = files_of(world.root)
    found = world("doctor", "--fix", code=1).out
    assert str(lock) in found
    assert files_of(world.root) == before
    lock.unlink()
    assert "tidied" in world("doctor", "--fix", code=1).out


def test_what_a_merge_under_way_brings_is_not_called_interrupted(world):
    name = world.submitted()
    world.git("switch", "-qc", "side")
    world.review(name, "bob")
    (world.root / "guidelines.md").write_text("one\n")
    world.git(*AS_KIT, "commit", "-qam", "one")
    world.git("switch", "-q", "main")
    (world.root / "guidelines.md").write_text("two\n")
    world.git(*AS_KIT, "commit", "-qam", "two")
    named(world.root, "kit")
    with pytest.raises(subprocess.CalledProcessError):
        world.git("merge", "-q", "side")
    before = state_of(world.root)
    found = world("doctor", "--fix", code=1).out
    assert "a merge is under way" in found
    assert "interrupted" not in found
    assert state_of(world.root) == before
