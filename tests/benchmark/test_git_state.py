"""The states a repository can be in: acts are refused or work, and nothing is ever half done."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.benchmark.kit import (
    clone,
    command,
    curate,
    files_of,
    named,
    paths_in,
    state_of,
    unable_to_write,
    with_code,
)
from tests.world import AS_KIT, TASK, World, begin, git, run

ACTS = {
    "submit": ("submit", "{draft}"),
    "review": (
        "review", "file", "{open}", "--task-fit", "good", "--difficulty", "easy",
        "--reference", "good", "--rubric", "good",
    ),
    "adopt": ("adopt", "{open}", "--reason", "published"),
    "withdraw": ("withdraw", "{open}", "--reason", "double"),
    "recall": ("recall", "{open}", "--reason", "a typo"),
    "people add": ("people", "add", "eve@example.org"),
    "task add": ("task", "add", "reasoning/maps"),
    "task retire": ("task", "retire", TASK, "--reason", "dull"),
    "import": ("import", "jsonl", "{source}"),
    "sync": ("sync",),
}  # fmt: skip
BY = {"submit": "ann", "review": "bob"}
RECORD = (
    '{"capability": "reasoning", "task": "tables", "input": "i", "reference_answer": "r", '
    '"score_rubric": {"criteria": "c", "score1_description": "1", "score2_description": "2", '
    '"score3_description": "3", "score4_description": "4", "score5_description": "5"}}\n'
)


@pytest.fixture
def busy(world: World, tmp_path: Path) -> World:
    """A draft, an instance in review, and a source to import."""
    world.draft()
    world.submitted()
    (tmp_path / "source.jsonl").write_text(RECORD, encoding="utf-8")
    return world


def words_of(world: World, act: str) -> list[str]:
    draft = next(x.name for x in world.load().instances if x.is_draft_file)
    words = {
        "{draft}": draft,
        "{open}": "reasoning_tables_0",
        "{source}": str(world.root.parent / "source.jsonl"),
    }
    return [words.get(word, word) for word in ACTS[act]]


def do(world: World, act: str, code: int | None) -> str:
    return world(*words_of(world, act), by=BY.get(act, "kit"), code=code).err


def detach(world: World) -> None:
    world.git("checkout", "-q", "--detach")


def stop_in_merge(world: World) -> None:
    _two_sides(world)
    _fails(world, "merge", "side")


def stop_in_rebase(world: World) -> None:
    _two_sides(world)
    _fails(world, "rebase", "side")


def stop_in_cherry_pick(world: World) -> None:
    _two_sides(world)
    _fails(world, "cherry-pick", "side")


def stop_in_revert(world: World) -> None:
    _two_sides(world)
    world.git("commit", "-q", "--allow-empty", "-m", "on top")
    (world.root / "guidelines.md").write_text("third\n")
    world.git("commit", "-qam", "third")
    _fails(world, "revert", "--no-edit", "HEAD~2")


def _two_sides(world: World) -> None:
    named(world.root, "kit")
    file = world.root / "guidelines.md"
    world.git("switch", "-q", "-c", "side")
    file.write_text("one\n")
    world.git("commit", "-qam", "one")
    world.git("switch", "-q", "main")
    file.write_text("two\n")
    world.git("commit", "-qam", "two")


def _fails(world: World, *arguments: str) -> None:
    with pytest.raises(Exception, match="returned non-zero"):
        world.git(*arguments)


STATES = {
    "detached HEAD": (detach, "git switch"),
    "merge": (stop_in_merge, "git merge --abort"),
    "rebase": (stop_in_rebase, "git rebase --abort"),
    "cherry-pick": (stop_in_cherry_pick, "git cherry-pick --abort"),
    "revert": (stop_in_revert, "git revert --abort"),
}


@pytest.mark.parametrize("state", STATES)
def test_acts_are_refused_with_what_to_do_and_files_stay(busy, state):
    bring_about, advice = STATES[state]
    bring_about(busy)
    before = state_of(busy.root)
    for act in ACTS:
        assert advice in do(busy, act, code=1), act
        assert state_of(busy.root) == before, act


@pytest.mark.parametrize("state", STATES)
def test_writing_reading_and_checking_go_on_whatever_git_is_doing(busy, state):
    STATES[state][0](busy)
    name = busy.draft()
    busy.edit(name, input="Typed while git was busy.")
    assert busy.find(name).instance.input == "Typed while git was busy."
    assert busy("status", "--json").json["instances"] == 3
    assert busy("validate").code == 0
    assert "Shop B" in busy("review", "show", "reasoning_tables_0", by="bob").out


def test_acts_work_again_once_the_merge_is_given_up(busy):
    stop_in_merge(busy)
    do(busy, "submit", code=1)
    busy.git("merge", "--abort")
    do(busy, "submit", code=0)
    assert busy.standing("reasoning_tables_1").status == "in_review"


def test_a_benchmark_begins_before_the_repository_has_a_commit(tmp_path):
    git(tmp_path, "init", "-q", "-b", "trunk")
    world = begin(tmp_path)
    assert world.git("symbolic-ref", "--short", "HEAD") == "trunk\n"
    assert world.git("status", "--porcelain") == ""
    world.submitted()
    assert world.git("status", "--porcelain") == ""


def test_what_the_user_staged_before_the_first_commit_stays_staged(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / "mine.txt").write_text("mine\n")
    git(tmp_path, "add", "mine.txt")
    assert run("--as", "kit@example.org", "init", tmp_path).code == 0
    assert git(tmp_path, "status", "--porcelain") == "A  mine.txt\n"


def test_a_refused_first_commit_leaves_the_index_as_it_was(tmp_path):
    from tests.benchmark.kit import hook

    git(tmp_path, "init", "-q")
    (tmp_path / "mine.txt").write_text("mine\n")
    git(tmp_path, "add", "mine.txt")
    hook(tmp_path, "pre-commit", "echo not today >&2; exit 1")
    result = run("--as", "kit@example.org", "init", tmp_path)
    assert result.code == 1
    assert "not today" in result.err
    assert git(tmp_path, "status", "--porcelain") == "A  mine.txt\n"
    assert files_of(tmp_path) == {"mine.txt": b"mine\n"}


def test_a_bare_repository_is_told_from_one_with_files(tmp_path):
    bare = tmp_path / "bare.git"
    git(tmp_path, "init", "-q", "--bare", bare)
    before = files_of(bare)
    result = run("--as", "kit@example.org", "init", bare)
    assert result.code == 1
    assert "bare" in result.err
    assert "clone" in result.err
    assert files_of(bare) == before


def test_a_repository_turned_bare_refuses_acts(busy):
    busy.git("config", "core.bare", "true")
    for act in ACTS:
        assert "bare" in do(busy, act, code=1)
    assert busy("status").code == 0


def test_a_broken_repository_is_called_broken(busy):
    (busy.root / ".git" / "HEAD").rename(busy.root / ".git" / "HEAD.lost")
    before = files_of(busy.root)
    message = do(busy, "submit", code=1)
    assert "not a git repository" in message
    assert "bare" not in message
    assert files_of(busy.root) == before
    assert busy("status").code == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="takes the right to give files away")
def test_a_repository_of_another_user_is_refused_in_gits_own_words(busy):
    os.chown(busy.root, 65534, 65534)
    os.chown(busy.root / ".git", 65534, 65534)
    message = do(busy, "submit", code=1)
    assert "ownership" in message
    assert "safe.directory" in message


@pytest.fixture
def in_a_folder(tmp_path: Path) -> World:
    """A benchmark in a sub-folder of a repository that holds other things."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "README.md").write_text("The whole project.\n")
    git(tmp_path, "add", "README.md")
    git(tmp_path, *AS_KIT, "commit", "-qm", "Project")
    return begin(tmp_path / "data sets" / "bench")


def test_a_sub_folder_of_a_repository_is_a_benchmark_like_any_other(in_a_folder):
    world = in_a_folder
    top = world.root.parents[1]
    assert not (world.root / ".git").exists()
    (top / "README.md").write_text("Changed meanwhile.\n")
    (top / "notes.txt").write_text("untracked\n")
    name = world.draft()
    world.edit(name, input="A question of its own.")
    name = world("submit", name).out.split()[-1].rstrip(".")
    world.review(name, "bob", "reference")
    world.review(name, "cem")
    world.edit(name, reference_answer="Better.")
    world("submit", name)
    world.review(name, "bob")
    assert world.standing(name).status == "accepted"
    assert paths_in(world.root, "HEAD") <= set(files_of(world.root))
    assert git(top, "status", "--porcelain") == " M README.md\n?? notes.txt\n"


def test_a_sub_folder_is_synced_with_its_repository(in_a_folder, tmp_path):
    top = in_a_folder.root.parents[1]
    remote = top.parent / f"{top.name}-remote.git"
    git(top, "init", "-q", "--bare", "-b", "main", remote)
    git(top, "remote", "add", "origin", remote)
    in_a_folder("sync")
    other = clone(remote, tmp_path / "elsewhere")
    other = World(other.root / "data sets" / "bench")
    ours, theirs = in_a_folder.submitted(), other.submitted(by="bob")
    assert ours == theirs
    in_a_folder("sync")
    assert "reasoning_tables_1" in other("sync", by="bob").out
    in_a_folder("sync")
    assert files_of(in_a_folder.root) == files_of(other.root)


def test_a_linked_worktree_is_a_copy_of_its_own(busy, tmp_path):
    busy.git("worktree", "add", "-q", "-b", "mine", tmp_path / "linked")
    linked = World(tmp_path / "linked")
    name = linked.submitted(by="bob")
    assert linked.git("rev-parse", "mine") != busy.git("rev-parse", "main")
    assert linked.standing(name).status == "in_review"
    assert linked.git("status", "--porcelain") == ""
    stop_in_merge(busy)
    linked.review(name, "ann")
    detach(linked)
    assert "git switch" in linked.review(name, "cem", code=1).err


def test_a_submodule_is_a_repository_of_its_own(busy, tmp_path):
    whole = tmp_path / "whole"
    git(tmp_path, "init", "-q", whole)
    git(whole, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", busy.root, "sub")
    inside = World(whole / "sub")
    git(inside.root, "switch", "-q", "main")
    name = inside.submitted()
    assert inside.standing(name).status == "in_review"
    assert git(inside.root, "status", "--porcelain") == ""


def test_a_shallow_clone_works(busy, tmp_path):
    busy.review("reasoning_tables_0", "bob", "reference")
    busy.review("reasoning_tables_0", "cem")
    git(tmp_path, "clone", "-q", "--bare", busy.root, tmp_path / "remote.git")
    shallow = clone(tmp_path / "remote.git", tmp_path / "shallow", "--depth", "1")
    shallow.edit("reasoning_tables_0", reference_answer="Better now.")
    shallow("submit", "reasoning_tables_0")
    assert [need.who for need in shallow.standing("reasoning_tables_0").needs] == [("bob",)]
    shallow("sync")
    assert shallow.git("status", "--porcelain") == ""


def test_two_branches_with_a_review_each_merge_and_both_count(busy):
    name = "reasoning_tables_0"
    busy.git("switch", "-q", "-c", "side")
    busy.review(name, "bob")
    busy.git("switch", "-q", "main")
    busy.review(name, "cem", "rubric")
    busy.git(*AS_KIT, "merge", "-q", "--no-edit", "side")
    standing = busy.standing(name)
    assert {item.review.by for item in standing.reviews} == {"bob", "cem"}
    assert standing.status == "revise"


def test_a_clone_with_autocrlf_keeps_every_byte(busy, tmp_path):
    busy.edit("reasoning_tables_0", input="one\r\ntwo\rthree\n", notes="a\nb\n")
    busy.git(*AS_KIT, "commit", "-qam", "CRLF in a text")
    crlf = clone(busy.root, tmp_path / "crlf", "-c", "core.autocrlf=true")
    tracked = crlf.git("ls-files", "-z").split("\0")[:-1]
    assert tracked
    for path in tracked:
        if path not in (".gitignore", ".gitattributes"):
            assert (crlf.root / path).read_bytes() == (busy.root / path).read_bytes(), path
    crlf.submitted(by="bob")
    stored = crlf.git("show", "HEAD:tasks/reasoning/tables/instances/reasoning_tables_1.yaml")
    assert "\r" not in stored
    assert crlf.git("status", "--porcelain") == ""


def test_without_git_reading_works_and_acts_say_why_not(busy):
    nowhere = {"PATH": str(busy.root)}
    status = curate(busy.root, "status", "--json", env=nowhere)
    assert status.returncode == 0, status.stderr
    assert '"instances": 2' in status.stdout
    assert curate(busy.root, "validate", env=nowhere).returncode == 0
    shown = curate(busy.root, "review", "show", "reasoning_tables_0", by="bob", env=nowhere)
    assert "Which shop" in shown.stdout
    before = state_of(busy.root)
    refused = curate(busy.root, "submit", "--all", env=nowhere)
    assert refused.returncode == 1
    assert "git is not installed" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert state_of(busy.root) == before


def test_without_git_nobody_needs_to_be_named_to_read(busy):
    line = command(busy.root, "status")
    del line[5:7]
    env = {**with_code(), "PATH": str(busy.root)}
    done = subprocess.run(line, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    assert "2 instances" in done.stdout


@pytest.mark.parametrize("act", ACTS)
def test_in_a_folder_without_write_access_an_act_fails_in_words(busy, act):
    before = state_of(busy.root)
    words = words_of(busy, act)
    with unable_to_write(busy.root):
        result = curate(busy.root, *words, by=BY.get(act, "kit"))
    assert result.returncode == 1
    assert "ermission denied" in result.stderr
    assert "Traceback" not in result.stderr
    assert state_of(busy.root) == before


def test_in_a_folder_without_write_access_reading_works(busy):
    with unable_to_write(busy.root):
        assert '"instances": 2' in curate(busy.root, "status", "--json").stdout
        assert curate(busy.root, "validate").returncode == 0
        refused = curate(busy.root, "new", TASK)
    assert refused.returncode == 1
    assert "ermission denied" in refused.stderr
