"""A change of several files: all of it and its commit, or nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from benchmark.change import Change, carry_out, write_only
from benchmark.identity import Actor
from schemas.errors import ChangedOnDiskError, FileError, RefusedError
from schemas.person import Person
from tests.benchmark.kit import command, hook, paths_in, state_of, with_code
from tests.world import World, git

CARD = "tasks/reasoning/tables/task.yaml"
CAPABILITY = "tasks/reasoning/capability.yaml"
ANN = Actor("ann", Person(name="Ann", emails=["ann@example.org"]), signature=("Ann", "a@b.org"))


def big_change(world: World) -> Change:
    """Something of every kind: a move, two new files, an edit and a removal."""
    return Change(
        "All at once",
        moves={"guidelines.md": "docs/guidelines.md"},
        writes={"docs/one.md": "one\n", CARD: "new\n", "docs/deep/er/two.md": "two\n"},
        loaded={CARD: (world.root / CARD).read_bytes()},
        removals=[CAPABILITY],
        trailers=[("Curate-Act", "test")],
    )


def test_a_change_of_every_kind_is_one_commit_of_exactly_its_paths(world):
    (world.root / "mine.txt").write_text("mine\n")
    commit = carry_out(world.root, big_change(world), ANN)
    assert commit == world.git("rev-parse", "HEAD").strip()
    assert paths_in(world.root) == {
        "guidelines.md", "docs/guidelines.md", "docs/one.md", "docs/deep/er/two.md", CARD,
        CAPABILITY,
    }  # fmt: skip
    assert world.git("status", "--porcelain") == "?? mine.txt\n"
    assert not (world.root / CAPABILITY).exists()


SPOILED = {
    "a folder where the last file should go": lambda root: (root / "docs/deep/er/two.md").mkdir(
        parents=True
    ),
    "a file where a folder should be": lambda root: (
        (root / "docs").mkdir(),
        (root / "docs/deep").write_text("a file\n"),
    ),
    "a file that is there already": lambda root: (
        (root / "docs").mkdir(),
        (root / "docs/one.md").write_text("somebody's\n"),
    ),
    "an edit since it was read": None,
    "the target of the move is taken": lambda root: (
        (root / "docs").mkdir(),
        (root / "docs/guidelines.md").write_text("somebody's\n"),
    ),
    "the file to move is gone": lambda root: (root / "guidelines.md").unlink(),
    "the file to remove is gone": lambda root: (root / CAPABILITY).unlink(),
    "a hook refuses": lambda root: hook(root, "pre-commit", "exit 1"),
}


@pytest.mark.parametrize("fault", SPOILED)
def test_a_change_that_fails_anywhere_leaves_everything_as_it_was(world, fault):
    change = big_change(world)
    spoil = SPOILED[fault]
    if spoil:
        spoil(world.root)
    else:
        (world.root / CARD).write_text("somebody's\n")
    before = state_of(world.root)
    folders = sorted(p for p in world.root.rglob("*") if p.is_dir() and ".git" not in p.parts)
    with pytest.raises(Exception, match=r"\w") as caught:
        carry_out(world.root, change, ANN)
    assert type(caught.value).__module__ == "schemas.errors"
    assert state_of(world.root) == before
    after = sorted(p for p in world.root.rglob("*") if p.is_dir() and ".git" not in p.parts)
    assert after == folders


def test_without_a_commit_the_same_holds(world):
    change = big_change(world)
    (world.root / "docs" / "deep" / "er" / "two.md").mkdir(parents=True)
    before = state_of(world.root)
    with pytest.raises(FileError):
        write_only(world.root, change)
    assert state_of(world.root) == before


def interrupted_at(world: World, at: str, *arguments: str) -> int:
    """Run a command, press Ctrl-C while the hook runs; the exit code."""
    started = world.root.parent / "started"
    hook(world.root, at, f"touch '{started}'; sleep 20")
    process = subprocess.Popen(
        command(world.root, *arguments), env=with_code(), start_new_session=True
    )
    while not started.exists():
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    return process.wait(timeout=10)


def test_an_interrupt_before_the_commit_takes_everything_back(world):
    name = world.draft()
    before = state_of(world.root)
    assert interrupted_at(world, "pre-commit", "submit", name) == 130
    assert state_of(world.root) == before


def test_an_interrupt_after_the_commit_leaves_it_whole(world):
    name = world.draft()
    interrupted_at(world, "post-commit", "submit", name)
    assert world.git("log", "-1", "--format=%s") == "Submit reasoning_tables_0 (round 1)\n"
    assert world.git("status", "--porcelain") == ""
    assert world.standing("reasoning_tables_0").status == "in_review"


def test_what_is_there_is_handed_over_with_the_refusal(world):
    change = big_change(world)
    (world.root / CARD).write_text("somebody's\n")
    with pytest.raises(ChangedOnDiskError) as caught:
        carry_out(world.root, change, ANN)
    assert caught.value.theirs == b"somebody's\n"
    assert caught.value.where.file == CARD


def test_an_act_outside_a_repository_is_refused_with_what_to_do(world, tmp_path):
    (world.root / ".git").rename(tmp_path / "away")
    before = (world.root / CARD).read_bytes()
    with pytest.raises(RefusedError, match="git init"):
        carry_out(world.root, big_change(world), ANN)
    assert (world.root / CARD).read_bytes() == before
    assert world("status").code == 0
    name = world.draft()
    assert "git init" in world("submit", name, code=1).err
    git(world.root, "init", "-q", "-b", "main")
    world("submit", name)


def test_two_acts_at_once_are_both_done(world):
    one, two = world.draft(by="ann"), world.draft(by="bob")
    running = [
        subprocess.Popen(
            command(world.root, "submit", name, by=by),
            env=with_code(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name, by in ((one, "ann"), (two, "bob"))
    ]
    errors = [process.communicate()[1] for process in running]
    codes = [process.returncode for process in running]
    if codes != [0, 0]:  # both wanted one number; the later one was told and tries again
        assert sorted(codes) == [0, 1], errors
        assert "Try again" in "".join(errors)
        world("submit", "--all", by=("ann", "bob")[codes.index(1)])
    names = {x.name for x in world.load().instances}
    assert names == {"reasoning_tables_0", "reasoning_tables_1"}
    assert world.git("status", "--porcelain") == ""
