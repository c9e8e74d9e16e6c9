"""kill -9 at any moment: the tree is as before or as after, or doctor says what is left."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.benchmark.kit import State, command, state_of, with_code
from tests.world import BIGGEN, World, git

# How much of the time an undisturbed run takes has passed, and whether git is killed too.
MOMENTS = ((0.3, False), (0.6, True), (0.8, False), (0.95, True))


def killed(world: World, after: float, *arguments: str, git_too: bool) -> None:
    """Run a command and kill it after some seconds: it alone, or with the git it started."""
    process = subprocess.Popen(
        command(world.root, *arguments),
        env=with_code(),
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(after)
    if process.poll() is None:
        (os.killpg if git_too else os.kill)(process.pid, signal.SIGKILL)
    process.wait()
    with contextlib.suppress(ProcessLookupError):
        while True:  # until the git that was left alone has come to its end
            os.killpg(process.pid, 0)
            time.sleep(0.01)


def how_long(world: World, *arguments: str) -> float:
    start = time.monotonic()
    subprocess.run(
        command(world.root, *arguments), env=with_code(), check=True, stdout=subprocess.DEVNULL
    )
    return time.monotonic() - start


def is_tidy(world: World) -> bool:
    return not world.git("status", "--porcelain", "-uall", "--ignored")


def tidy(world: World, before: State) -> None:
    """Do what doctor says: what it can by itself, and the locks it names by hand."""
    found = world("doctor", code=None)
    if is_tidy(world) or state_of(world.root) == before:
        assert found.code == 0, found
        return
    assert found.code == 1, state_of(world.root).status
    for lock in (world.root / ".git").glob("*.lock"):
        assert str(lock) in found.out
        lock.unlink()
    world("doctor", "--fix", code=None)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eighty instances to import."""
    content = json.loads((BIGGEN / "sample_responses.json").read_text(encoding="utf-8"))
    file = tmp_path_factory.mktemp("source") / "eighty.json"
    file.write_text(json.dumps(dict(list(content.items())[:80])), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def import_takes(tmp_path_factory: pytest.TempPathFactory, source: Path) -> float:
    """Seconds that an undisturbed import takes here."""
    root = tmp_path_factory.mktemp("timed") / "bench"
    _begin(root)
    return how_long(World(root), "import", "biggen", str(source))


def _begin(root: Path) -> None:
    subprocess.run(
        command(root.parent, "init", str(root)), env=with_code(), check=True, capture_output=True
    )


@pytest.mark.parametrize(("part", "git_too"), MOMENTS)
def test_an_import_that_is_killed_can_be_run_again(tmp_path, source, import_takes, part, git_too):
    root = tmp_path / "bench"
    _begin(root)
    world = World(root)
    commits = int(world.git("rev-list", "--count", "HEAD"))
    before = state_of(root)
    killed(world, import_takes * part, "import", "biggen", str(source), git_too=git_too)
    tidy(world, before)
    world("import", "biggen", source)
    assert is_tidy(world), state_of(root).status
    assert world("doctor").out == "All is well.\n"
    assert int(world.git("rev-list", "--count", "HEAD")) == commits + 1
    ids = list(json.loads(source.read_text(encoding="utf-8")))
    assert sorted(x.name for x in world.load().instances) == sorted(ids)
    before = state_of(root)
    world("import", "biggen", source)
    assert state_of(root) == before


@pytest.fixture
def ten_drafts(world: World) -> World:
    """Ten drafts of ann's, half of them committed."""
    for _ in range(5):
        world.draft()
    world("sync")
    for _ in range(5):
        world.draft()
    return world


@pytest.mark.parametrize(("part", "git_too"), MOMENTS)
def test_a_submit_that_is_killed_can_be_done_again(ten_drafts, part, git_too):
    world = ten_drafts
    keys = {x.instance.key for x in world.load().instances}
    before = state_of(world.root)
    undisturbed = world.root.parent / "timed"
    shutil.copytree(world.root, undisturbed, symlinks=True)
    takes = how_long(World(undisturbed), "submit", "--all")
    killed(world, takes * (0.5 + part / 2), "submit", "--all", git_too=git_too)
    tidy(world, before)
    world("submit", "--all")
    assert is_tidy(world), state_of(world.root).status
    assert world("doctor", code=None).out.count("interrupted") == 0
    benchmark = world.load()
    assert {x.instance.key for x in benchmark.instances} == keys
    assert len(benchmark.instances) == len(keys)
    for loaded in benchmark.instances:
        assert not loaded.is_draft_file
        assert [a.act.act for a in benchmark.acts_of(loaded)] == ["submit"]
    copy = world.root.parent / "clone"
    git(world.root.parent, "clone", "-q", world.root, copy)
    assert {x.instance.key for x in World(copy).load().instances} == keys
    assert World(copy)("validate").code == 0
