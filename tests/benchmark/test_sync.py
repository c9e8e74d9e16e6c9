"""Sync: fetch, merge and send; whatever stands in the way, nothing on disk is lost."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.benchmark.kit import (
    author_of,
    command,
    files_of,
    hook,
    paths_in,
    state_of,
    with_code,
)
from tests.world import World, begin, git, run

INSTANCES = "tasks/reasoning/tables/instances"


def head(root: Path, name: str = "HEAD") -> str:
    return git(root, "rev-parse", name).strip()


# -- where to -----------------------------------------------------------------------------


def test_without_a_shared_copy_drafts_are_committed_and_it_is_said(world):
    name = world.draft()
    result = world("sync")
    assert "git remote add" in result.out
    assert paths_in(world.root) == {f"{INSTANCES}/{name}.yaml"}
    assert author_of(world.root) == "Ann <ann@example.org>"


def test_an_empty_shared_copy_is_filled_and_followed(world, tmp_path):
    git(tmp_path, "init", "-q", "--bare", tmp_path / "empty.git")
    world.git("remote", "add", "origin", tmp_path / "empty.git")
    result = world("sync")
    assert "origin/main" in result.out
    assert head(tmp_path / "empty.git", "refs/heads/main") == head(world.root)
    assert world.git("rev-parse", "--abbrev-ref", "@{upstream}") == "origin/main\n"
    assert "Fetched 0, sent 0" in world("sync").out


def test_a_shared_copy_of_another_name_and_branch_is_used_where_git_says_so(world, tmp_path):
    git(tmp_path, "init", "-q", "--bare", tmp_path / "hub.git")
    git(tmp_path, "init", "-q", "--bare", tmp_path / "origin.git")
    world.git("remote", "add", "hub", tmp_path / "hub.git")
    world.git("remote", "add", "origin", tmp_path / "origin.git")
    world.git("push", "-q", "-u", "hub", "main:shared")
    world.submitted()
    assert "hub/shared" in world("sync").out
    assert head(tmp_path / "hub.git", "shared") == head(world.root)
    assert git(tmp_path / "origin.git", "for-each-ref") == ""


# -- together -----------------------------------------------------------------------------


def test_two_copies_come_to_hold_the_same(copy_of):
    one, two = copy_of("one"), copy_of("two")
    mine = one.submitted()
    assert "sent 1" in one("sync").out
    assert "Fetched 1, sent 0" in two("sync", by="bob").out
    two.review(mine, "bob")
    one.review(mine, "cem", "rubric")
    one("sync")
    two("sync", by="bob")
    one("sync")
    assert files_of(one.root) == files_of(two.root)
    assert {item.review.by for item in one.standing(mine).reviews} == {"bob", "cem"}
    assert one.standing(mine).status == "revise"


def test_a_merge_is_made_under_the_name_of_who_syncs_and_never_an_invented_one(copy_of):
    one, two = copy_of("one"), copy_of("two")
    mine = one.submitted()
    one("sync")
    two("people", "add", "eve@example.org", by="kit")
    two("sync", by="bob")
    assert two.git("log", "-1", "--merges", "--format=%an <%ae> %cn <%ce>") == (
        "Bob <bob@example.org> Bob <bob@example.org>\n"
    )
    assert two.find(mine)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("merge.ff", "only"),
        ("pull.ff", "only"),
        ("pull.rebase", "true"),
        ("merge.autoStash", "true"),
        ("branch.main.mergeOptions", "--no-commit"),
        ("branch.main.mergeOptions", "--squash"),
        ("merge.conflictStyle", "diff3"),
        ("push.default", "nothing"),
        ("fetch.prune", "true"),
        ("log.showSignature", "true"),
        ("status.showUntrackedFiles", "no"),
        ("core.quotePath", "true"),
        ("color.ui", "always"),
        ("diff.noprefix", "true"),
        ("core.pager", "false"),
        ("rebase.autoStash", "true"),
    ],
)
def test_what_a_user_has_set_for_their_own_use_does_not_stop_a_sync(copy_of, setting, value):
    one, two = copy_of("one"), copy_of("two")
    one.submitted()
    one("sync")
    two("people", "add", "eve@example.org", by="kit")
    two.git("config", setting, value)
    draft = two.draft(by="bob")
    (two.root / "guidelines.md").write_text("Being edited.\n")
    two("sync", by="bob")
    assert two.git("status", "--porcelain", "-uall") == " M guidelines.md\n"
    assert head(two.root) == head(two.root, "origin/main")
    assert two.find(draft)
    assert two.find("reasoning_tables_0")
    assert two.git("stash", "list") == ""


def test_a_localised_git_is_understood(copy_of, monkeypatch):
    for name in ("LANG", "LC_ALL", "LANGUAGE"):
        monkeypatch.setenv(name, "de_DE.UTF-8")
    one, two = copy_of("one"), copy_of("two")
    one.submitted()
    one("sync")
    two.submitted(by="bob")
    two("sync", by="bob")
    assert len(two.load().instances) == 2


# -- what is only here --------------------------------------------------------------------


def test_saved_drafts_are_sent_and_other_changes_left_and_named(copy_of, tmp_path):
    one = copy_of("one")
    name = one.submitted()
    one("sync")
    draft = one.draft()
    one.edit(name, notes="Not sent yet.")
    (one.root / "guidelines.md").write_text("Ours.\n")
    (one.root / "todo.txt").write_text("mine\n")
    result = one("sync")
    assert "1 draft" in result.out
    assert "3 changed files are only here" in result.err
    for path in ("guidelines.md", "todo.txt", f"{name}.yaml"):
        assert path in result.err
    assert one.git("status", "--porcelain").split("\n") == [
        " M guidelines.md", f" M {INSTANCES}/{name}.yaml", "?? todo.txt", ""
    ]  # fmt: skip
    two = copy_of("two")
    assert two.find(draft).instance.input == one.find(draft).instance.input
    assert two.find(name).instance.notes == ""


def test_what_the_user_staged_is_not_sent(copy_of):
    one = copy_of("one")
    (one.root / "guidelines.md").write_text("Ours.\n")
    one.git("add", "guidelines.md")
    one.draft()
    one("sync")
    assert one.git("status", "--porcelain") == "M  guidelines.md\n"


def test_a_draft_that_cannot_be_read_stays_here_and_stops_nobody(copy_of):
    one = copy_of("one")
    good, bad = one.draft(), one.draft()
    (one.root / INSTANCES / f"{bad}.yaml").write_text("key: [half\n")
    result = one("sync")
    assert bad in result.err
    assert paths_in(one.root) == {f"{INSTANCES}/{good}.yaml"}


def test_a_draft_that_was_deleted_here_is_left_to_its_writer(copy_of):
    one = copy_of("one")
    draft = one.draft()
    one("sync")
    (one.root / INSTANCES / f"{draft}.yaml").unlink()
    assert draft in one("sync").err
    assert copy_of("two").find(draft)


# -- in the way ---------------------------------------------------------------------------


@pytest.fixture
def diverged(copy_of):
    """Two copies; the shared one has what the first did, the second has not seen it."""
    one, two = copy_of("one"), copy_of("two")
    name = one.submitted()
    one("sync")
    two("sync", by="bob")
    return one, two, name


def commit_all(world: World, by: str) -> None:
    world.git("add", "-A")
    address = f"user.email={by}@example.org"
    world.git("-c", f"user.name={by}", "-c", address, "commit", "-qm", "By hand")


def test_both_sides_of_one_file_are_refused_with_everything_as_it_was(diverged):
    one, two, name = diverged
    one.edit(name, input="What one asks.")
    commit_all(one, "ann")
    one("sync")
    two.edit(name, input="What two asks.")
    commit_all(two, "bob")
    (two.root / "guidelines.md").write_text("Being edited.\n")
    before = state_of(two.root)
    result = two("sync", by="bob", code=1)
    assert f"{name}.yaml" in result.err
    assert "nothing is lost" in result.err
    assert state_of(two.root) == before
    assert two("validate").code == 0
    shown = two.git("show", f"{head(one.root)[:10]}:./{INSTANCES}/{name}.yaml")
    assert "What one asks." in shown
    assert head(one.root)[:10] in result.err


def test_settling_it_as_advised_works(diverged):
    one, two, name = diverged
    one.edit(name, input="What one asks.")
    commit_all(one, "ann")
    one("sync")
    two.edit(name, input="What two asks.")
    commit_all(two, "bob")
    two("sync", by="bob", code=1)
    theirs = two.git("show", f"origin/main:./{INSTANCES}/{name}.yaml")
    (two.root / INSTANCES / f"{name}.yaml").write_text(theirs)
    commit_all(two, "bob")
    two("sync", by="bob")
    assert two.find(name).instance.input == "What one asks."


def test_different_fields_of_one_file_come_together(diverged):
    one, two, name = diverged
    one.edit(name, system_prompt="You are one.")
    commit_all(one, "ann")
    one("sync")
    two.edit(name, notes="Two says.")
    commit_all(two, "bob")
    two("sync", by="bob")
    instance = two.find(name).instance
    assert (instance.system_prompt, instance.notes) == ("You are one.", "Two says.")


def test_uncommitted_edits_in_the_way_are_kept_and_named(diverged):
    one, two, name = diverged
    one.edit(name, input="What one asks.")
    commit_all(one, "ann")
    one("sync")
    two.edit(name, input="Being typed.")
    before = state_of(two.root)
    result = two("sync", by="bob", code=1)
    assert f"{name}.yaml" in result.err
    assert state_of(two.root) == before


def test_uncommitted_edits_elsewhere_are_not_in_the_way(diverged):
    one, two, name = diverged
    one.review(name, "cem")
    one("sync")
    two.edit(name, notes="Being typed.")
    two("sync", by="bob")
    assert two.find(name).instance.notes == "Being typed."
    assert [item.review.by for item in two.standing(name).reviews] == ["cem"]


def test_an_untracked_file_that_would_be_overwritten_is_kept_and_named(diverged):
    one, two, _ = diverged
    (one.root / "notes.md").write_text("one\n")
    commit_all(one, "ann")
    one("sync")
    (two.root / "notes.md").write_text("two\n")
    before = state_of(two.root)
    result = two("sync", by="bob", code=1)
    assert "notes.md" in result.err
    assert state_of(two.root) == before


def test_staged_changes_in_the_way_of_a_merge_are_kept(diverged):
    one, two, _ = diverged
    one("people", "add", "eve@example.org", by="kit")
    one("sync")
    two("people", "add", "fay@example.org", by="kit")
    (two.root / "guidelines.md").write_text("Staged.\n")
    two.git("add", "guidelines.md")
    result = two("sync", by="bob", code=None)
    assert two.git("diff", "--cached", "--name-only") == "guidelines.md\n"
    assert result.code == 0 or "guidelines.md" in result.err


def test_a_number_that_changed_before_a_refusal_is_told(diverged):
    one, two, name = diverged
    one.edit(name, input="What one asks.")
    commit_all(one, "ann")
    one.submitted(by="ann")
    two.edit(name, input="What two asks.")
    commit_all(two, "bob")
    url = two.git("config", "remote.origin.url").strip()
    two.git("config", "remote.origin.url", "/nowhere")
    assert two.submitted(by="bob") == "reasoning_tables_1"
    two.git("config", "remote.origin.url", url)
    one("sync")
    assert "reasoning_tables_1 is now reasoning_tables_2" in two("sync", by="bob", code=1).err


def test_unrelated_histories_are_refused_before_anything_changes(world, tmp_path):
    stranger = begin(tmp_path / "stranger")
    remote = tmp_path / "stranger.git"
    stranger.submitted()
    git(tmp_path, "clone", "-q", "--bare", stranger.root, remote)
    world.submitted()
    world.git("remote", "add", "origin", remote)
    before = state_of(world.root)
    result = world("sync", code=1)
    assert "history of its own" in result.err
    assert state_of(world.root) == before


def test_a_hook_that_refuses_the_merge_leaves_everything_as_it_was(diverged):
    one, two, name = diverged
    one.review(name, "cem")
    one("sync")
    two.review(name, "dee")
    hook(two.root, "pre-merge-commit", "echo not merging >&2; exit 1")
    before = state_of(two.root)
    assert "not merging" in two("sync", by="bob", code=1).err
    assert state_of(two.root) == before
    assert two("doctor", code=0)


# -- sending ------------------------------------------------------------------------------


def test_a_lost_race_is_run_again(copy_of, tmp_path):
    one, two = copy_of("one"), copy_of("two")
    mine = one.submitted(by="ann")
    two.submitted(by="bob")
    marker = tmp_path / "overtaken"
    hook(
        two.root, "pre-push",
        f'[ -e "{marker}" ] && exit 0; touch "{marker}"; unset $(git rev-parse --local-env-vars)\n'
        f'git -C "{one.root}" push -q',
    )  # fmt: skip
    result = two("sync", by="bob")
    assert marker.exists()
    assert "Fetched 1" in result.out
    assert f"{mine} is now reasoning_tables_1" in result.out
    assert head(two.root) == head(two.root.parent / "shared.git", "main")
    one("sync")
    assert files_of(one.root) == files_of(two.root)


def test_a_race_lost_again_and_again_ends_in_words(copy_of, tmp_path):
    one, two = copy_of("one"), copy_of("two")
    two.submitted(by="bob")
    identity = "-c user.name=Ann -c user.email=ann@example.org"
    hook(
        two.root, "pre-push",
        f'unset $(git rev-parse --local-env-vars)\ncd "{one.root}"\n'
        f"git {identity} commit -q --allow-empty -m more && git push -q",
    )  # fmt: skip
    result = two("sync", by="bob", code=3)
    assert "faster" in result.err
    assert two.git("status", "--porcelain") == ""
    (two.root / ".git" / "hooks" / "pre-push").unlink()
    two("sync", by="bob")


def test_two_that_sync_at_once_both_get_through(copy_of):
    copies = {"ann": copy_of("one"), "bob": copy_of("two")}
    for by, world in copies.items():
        world.git("config", "remote.origin.url", "/nowhere")
        world.submitted(by=by)
        world.git("config", "remote.origin.url", str(world.root.parent / "shared.git"))
    running = [
        subprocess.Popen(
            command(world.root, "sync", by=by),
            env=with_code(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for by, world in copies.items()
    ]
    errors = [process.communicate()[1] for process in running]
    assert [process.returncode for process in running] == [0, 0], errors
    for by, world in copies.items():
        world("sync", by=by)
    one, two = copies.values()
    assert files_of(one.root) == files_of(two.root)
    assert len(one.load().instances) == 2


def test_a_shared_copy_that_refuses_is_quoted_at_once(copy_of, shared):
    one = copy_of("one")
    count = shared.parent / "count"
    hook(shared, "pre-receive", f'echo x >> "{count}"; echo "only on weekdays" >&2; exit 1')
    one.submitted()
    before = state_of(one.root)
    result = one("sync", code=3)
    assert "only on weekdays" in result.err
    assert "faster" not in result.err
    assert count.read_text() == "x\n"
    assert state_of(one.root) == before


def test_a_working_copy_is_no_place_to_send_to_and_says_so(copy_of, world):
    one = copy_of("one")
    one.git("remote", "set-url", "origin", world.root)
    one.submitted()
    result = one("sync", code=3)
    assert "checked out" in result.err


def test_an_unreachable_shared_copy_is_an_outside_failure_and_loses_nothing(copy_of):
    one = copy_of("one")
    draft = one.draft()
    one.git("remote", "set-url", "origin", "/nowhere/at all.git")
    result = one("sync", code=3)
    assert "cannot be reached" in result.err
    assert "safe" in result.err
    assert one.find(draft)
    assert one.git("status", "--porcelain") == ""


def test_a_submit_without_the_shared_copy_is_made_and_says_so(copy_of):
    one = copy_of("one")
    one.git("remote", "set-url", "origin", "/nowhere")
    name = one.draft()
    result = one("submit", name)
    assert "does not appear to be a git repository" in result.err
    assert "reasoning_tables_0" in result.out


@pytest.fixture
def by_ssh(copy_of, shared, tmp_path, monkeypatch):
    """The shared copy is reached through a program called ssh that notes how it was called."""
    programs = tmp_path / "bin"
    programs.mkdir()
    called = tmp_path / "called"
    script = (
        f'#!/bin/sh\necho "$0 $*" >> "{called}"\n[ "$1" = -G ] && exit 1\n'
        'for last; do :; done\neval "$last"\n'
    )
    for name in ("ssh", "my-ssh"):
        (programs / name).write_text(script)
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    one = copy_of("one")
    one.git("remote", "set-url", "origin", f"ssh://host.invalid{shared}")
    return one, called, programs


def test_ssh_is_told_to_ask_nobody(by_ssh):
    one, called, _ = by_ssh
    one.submitted()
    one("sync")
    assert all("BatchMode=yes" in line for line in called.read_text().splitlines())


def test_the_ssh_a_user_has_set_up_is_the_one_used(by_ssh):
    one, called, programs = by_ssh
    one.git("config", "core.sshCommand", f"{programs}/my-ssh -i key")
    one("sync")
    lines = called.read_text().splitlines()
    assert lines
    assert all("my-ssh -i key" in line or "my-ssh -G" in line for line in lines)


def test_reading_the_shared_copy_needs_no_identity_but_sync_does(copy_of):
    one = copy_of("one")
    assert run("-C", one.root, "status").code == 0
    assert "--as" in run("-C", one.root, "sync").err
