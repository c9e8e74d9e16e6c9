"""Join: a copy of one's own from an address, and what stands in the way, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.join import folder_for, try_sending
from schemas.errors import UsageError
from tests.benchmark.conftest import copy_of, shared
from tests.benchmark.kit import hook
from tests.benchmark.test_sync_protected import PROTECTED
from tests.world import World, git, run

__all__ = ["copy_of", "shared"]
BOB = ("--name", "Bob", "--email", "bob@example.org", "--no-app")


def test_a_copy_is_made_and_knows_its_owner_in_this_repository_only(shared, tmp_path, own_home):
    result = run("join", str(shared), tmp_path / "mine", *BOB)
    assert result.code == 0, result
    mine = World(tmp_path / "mine")
    assert mine.git("config", "--local", "user.name") == "Bob\n"
    assert mine.git("config", "--local", "user.email") == "bob@example.org\n"
    assert not (own_home / ".gitconfig").exists()
    assert "can be sent to" in result.out
    assert "You are bob in this benchmark" in result.out
    name = Path(run("-C", mine.root, "new", "reasoning/tables").out.split("\n")[0]).stem
    assert mine.find(name).instance.provenance.author == "bob"
    assert run("-C", mine.root, "sync").code == 0


def test_who_is_not_in_people_yet_is_told_who_adds_them(shared, tmp_path):
    result = run(
        "join", str(shared), tmp_path / "mine",
        "--name", "Eve", "--email", "eve@example.org", "--no-app",
    )  # fmt: skip
    assert result.code == 0, result
    assert "not among the people" in result.out
    assert "Kit <kit@example.org>" in result.out
    assert "curate people add eve@example.org" in result.out


def test_without_a_terminal_nobody_is_asked_and_the_rest_is_said(shared, tmp_path):
    result = run("join", str(shared), tmp_path / "mine")
    assert result.code == 0, result
    assert "git -C" in result.err
    assert "user.email" in result.err
    assert "you can read" in result.out


def test_a_copy_that_may_only_read_is_told_so(shared, tmp_path):
    # A repository that hands out what it has and takes nothing.
    git(shared, "config", "http.receivepack", "false")
    fake = tmp_path / "bin" / "read-only"
    fake.parent.mkdir()
    fake.write_text('#!/bin/sh\necho "ERROR: Permission to bench.git denied to bob." >&2\nexit 1\n')
    fake.chmod(0o755)
    run("join", str(shared), tmp_path / "mine", *BOB)
    mine = World(tmp_path / "mine")
    mine.git("config", "remote.origin.receivepack", str(fake))
    assert try_sending(mine.root).way == "read_only"


def test_a_protected_main_is_found_out_at_the_first_sync(shared, tmp_path):
    hook(shared, "pre-receive", PROTECTED)
    run("join", str(shared), tmp_path / "mine", *BOB)
    mine = World(tmp_path / "mine")
    mine.submitted(by="bob")
    assert "curate/bob" in mine("sync", by="bob").out


def test_what_stands_in_the_way_is_said(shared, tmp_path):
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "file").write_text("x")
    result = run("join", str(shared), taken, *BOB)
    assert result.code == 1
    assert "not empty" in result.err
    result = run("join", str(tmp_path / "nowhere.git"), tmp_path / "mine", *BOB)
    assert result.code == 3
    assert "address right" in result.err
    assert not (tmp_path / "mine").exists()
    git(tmp_path, "init", "-q", "--bare", tmp_path / "other.git")
    result = run("join", str(tmp_path / "other.git"), tmp_path / "other", *BOB)
    assert result.code == 1
    assert "holds no benchmark" in result.err
    result = run("join", str(shared), tmp_path / "mine", "--email", "bob", "--no-app")
    assert result.code == 2
    assert "not an e-mail address" in result.err


def test_an_address_is_never_taken_for_an_option(tmp_path):
    result = run("join", "--no-app", "--", "--upload-pack=touch pwned", tmp_path / "x")
    assert result.code in (2, 3)
    assert not (tmp_path / "pwned").exists()
    assert not Path("pwned").exists()


@pytest.mark.parametrize(
    ("url", "folder"),
    [
        ("https://example.org/group/bench.git", "bench"),
        ("git@example.org:group/bench.git/", "bench"),
        ("/srv/bench", "bench"),
        ("host:bench", "bench"),
    ],
)
def test_the_folder_is_named_after_the_address(url, folder):
    assert folder_for(url) == folder


def test_an_address_without_a_name_is_refused():
    with pytest.raises(UsageError):
        folder_for("https://")
