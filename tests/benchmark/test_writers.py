"""Who counts as a writer when an instance is submitted, and so never reviews it."""

from __future__ import annotations

import os

import pytest

from schemas.instance import Provenance
from tests.benchmark.kit import clone, named, state_of
from tests.benchmark.test_git_state import RECORD
from tests.world import AS_KIT, World, git

INSTANCES = "tasks/reasoning/tables/instances"


def commit_as(world: World, by: str, at: str = "", message: str = "By hand") -> None:
    """Commit everything in the working folder by hand."""
    world.git("add", "-A")
    when = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at} if at else {}
    os.environ.update(when)
    world.git(
        "-c", f"user.name={by}", "-c", f"user.email={by}@example.org", "commit", "-qm", message
    )  # fmt: skip
    for name in when:
        del os.environ[name]


def writers(world: World, name: str) -> list[str]:
    """The writers that the newest submit states."""
    submits = [a.act for a in world.load().acts_of(world.find(name)) if a.act.act == "submit"]
    return max(submits, key=lambda act: act.round).writers


def resubmitted(world: World, name: str, by: str = "ann") -> list[str]:
    """The writers of one more submit, after a curator took the round back."""
    if world.standing(name).round_open:
        world("recall", name, "--reason", "to go on", by="kit")
    world("submit", name, by=by)
    return writers(world, name)


def test_the_author_alone_where_nobody_else_touched_it(world):
    assert writers(world, world.submitted()) == ["ann"]


def test_everyone_who_committed_a_change_of_the_content(world):
    name = world.draft(by="ann")
    commit_as(world, "ann")
    world.edit(name, input="Changed by bob.")
    commit_as(world, "bob")
    world.edit(name, reference_answer="Changed by cem.")
    commit_as(world, "cem")
    world("submit", name)
    assert writers(world, "reasoning_tables_0") == ["ann", "bob", "cem"]
    reviewers = {p for need in world.standing("reasoning_tables_0").needs for p in need.who}
    assert reviewers == {"dee"}


def test_somebody_who_committed_under_an_alias(world):
    file = world.root / "people" / "bob.yaml"
    file.write_text("name: Bob\nemails: [bob@example.org, rob@home.example]\nroles: [reviewer]\n")
    name = world.draft()
    commit_as(world, "ann")
    world.edit(name, input="Changed by bob at home.")
    world.git("add", "-A")
    world.git("-c", "user.name=Rob", "-c", "user.email=ROB@home.example", "commit", "-qm", "x")
    world("submit", name)
    assert writers(world, "reasoning_tables_0") == ["ann", "bob"]


def test_an_address_that_is_nobodys_is_stated_as_it_is(world):
    name = world.draft()
    world.git("add", "-A")
    world.git("-c", "user.name=X", "-c", "user.email=x@elsewhere.example", "commit", "-qm", "x")
    world("submit", name)
    assert writers(world, "reasoning_tables_0") == ["ann", "x@elsewhere.example"]


def test_who_submits_with_changes_that_no_commit_holds(world):
    name = world.submitted(by="ann")
    world.edit(name, input="Changed by kit just now.")
    assert resubmitted(world, name, by="kit") == ["ann", "kit"]


def test_who_submits_for_another_is_no_writer_but_does_not_review_it(world):
    world("people", "add", "kit@example.org", "--role", "reviewer", by="kit")
    name = world.draft(by="ann")
    commit_as(world, "ann")
    world("submit", name, by="kit")
    assert writers(world, "reasoning_tables_0") == ["ann"]
    able = {p for need in world.standing("reasoning_tables_0").needs for p in need.who}
    assert able == {"bob", "cem", "dee"}
    world.review("reasoning_tables_0", "kit", code=1)


@pytest.mark.parametrize(
    "change",
    [
        {"notes": "Bob finds it hard."},
        {"language": "de"},
        {"provenance": Provenance(author="ann", imported_from="bob's list")},
    ],
    ids=["notes", "language", "provenance"],
)
def test_not_who_only_changed_what_is_no_content(world, change):
    name = world.draft()
    commit_as(world, "ann")
    world.edit(name, **change)
    commit_as(world, "bob")
    world.edit(name, notes="kit too")
    world("submit", name, by="kit")
    assert writers(world, "reasoning_tables_0") == ["ann"]


def test_not_who_only_laid_the_file_out_anew(world):
    name = world.draft()
    commit_as(world, "ann")
    file = world.root / INSTANCES / f"{name}.yaml"
    file.write_text("# tidied by bob\n\n" + file.read_text())
    commit_as(world, "bob")
    world("submit", name)
    assert writers(world, "reasoning_tables_0") == ["ann"]


def test_not_who_imported_it(world, tmp_path):
    (tmp_path / "s.jsonl").write_text(RECORD)
    world("import", "jsonl", tmp_path / "s.jsonl", by="bob")
    world("submit", "reasoning_tables_0", by="ann")
    assert writers(world, "reasoning_tables_0") == []
    able = {p for need in world.standing("reasoning_tables_0").needs for p in need.who}
    assert able == {"bob", "cem", "dee"}


def test_not_who_wrote_what_had_the_number_before(world, tmp_path):
    source = tmp_path / "s.jsonl"
    source.write_text(RECORD[:-2] + ', "instance_idx": 0}')
    world("import", "jsonl", source)
    world.edit("reasoning_tables_0", input="Bob's words for another instance.")
    commit_as(world, "bob")
    world.git("rm", "-q", f"{INSTANCES}/reasoning_tables_0.yaml")
    commit_as(world, "kit")
    source.write_text(source.read_text().replace('"i"', '"another question"'))
    world("import", "jsonl", source)
    world("submit", "reasoning_tables_0")
    assert writers(world, "reasoning_tables_0") == []


def test_not_who_changed_it_before_an_earlier_submit(world):
    name = world.draft()
    commit_as(world, "ann")
    world.edit(name, input="By bob, before the first submit.")
    commit_as(world, "bob")
    world("submit", name)
    world.edit("reasoning_tables_0", input="By ann, after it.")
    assert resubmitted(world, "reasoning_tables_0") == ["ann"]
    able = {p for need in world.standing("reasoning_tables_0").needs for p in need.who}
    assert able == {"cem", "dee"}


def test_who_took_an_edit_back_and_who_made_it(world):
    name = world.submitted()
    world.edit(name, input="A detour of bob's.")
    commit_as(world, "bob")
    world.git("-c", "user.name=Cem", "-c", "user.email=cem@example.org",
              "revert", "--no-edit", "HEAD")  # fmt: skip
    assert resubmitted(world, name) == ["ann", "bob", "cem"]


@pytest.fixture
def side_edit(world, tmp_path):
    """bob edited an instance in a copy from before its submit, with a clock that is behind."""
    name = world.submitted()
    world("recall", name, "--reason", "to go on", by="kit")
    other = clone(world.root, tmp_path / "other")
    other.edit(name, system_prompt="Bob's words.")
    commit_as(other, "bob", at="2001-01-01T00:00:00Z")
    world.edit(name, reference_answer="Ann's words.")
    world("submit", name)
    named(world.root, "kit")
    world.git("pull", "-q", "--no-rebase", "--no-edit", other.root, "main")
    return name


def test_an_edit_from_before_the_submit_that_was_merged_after_it(world, side_edit):
    instance = world.find(side_edit).instance
    assert (instance.system_prompt, instance.reference_answer) == ("Bob's words.", "Ann's words.")
    assert "bob" in resubmitted(world, side_edit)


def test_somebody_who_settled_a_conflict_in_words_of_their_own(world):
    name = world.submitted()
    world.git("switch", "-qc", "side")
    world.edit(name, input="What bob asks.")
    commit_as(world, "bob")
    world.git("switch", "-q", "main")
    world.edit(name, input="What ann asks.")
    commit_as(world, "ann")
    with pytest.raises(Exception, match="non-zero"):
        world.git(*AS_KIT, "merge", "-q", "side")
    world.git("checkout", "-q", "--ours", f"{INSTANCES}/{name}.yaml")
    world.edit(name, input="What cem makes of both.")
    commit_as(world, "cem")
    assert resubmitted(world, name) == ["ann", "bob", "cem"]


def test_not_who_merged_other_peoples_work_without_touching_it(world):
    name = world.submitted()
    world.git("switch", "-qc", "side")
    world.edit(name, input="What bob asks.")
    commit_as(world, "bob")
    world.git("switch", "-q", "main")
    world("people", "add", "eve@example.org", by="kit")
    world.git("-c", "user.name=Dee", "-c", "user.email=dee@example.org",
              "merge", "-q", "--no-edit", "side")  # fmt: skip
    assert resubmitted(world, name) == ["ann", "bob"]


def test_a_squashed_history_states_nobody_who_was_stated_before(world):
    """A pull request may arrive as one commit: its submit and the text it submitted together."""
    world.git("switch", "-qc", "side")
    name = world.submitted()
    world.git("switch", "-q", "main")
    world.git("merge", "-q", "--squash", "side")
    commit_as(world, "dee", message="Ann's instance (#7)")
    world.edit(name, input="Better.")
    assert resubmitted(world, name) == ["ann"]


def test_a_copy_without_history_states_no_strangers(world, tmp_path):
    name = world.submitted()
    world.review(name, "bob", "reference")
    world.review(name, "cem")
    git(tmp_path, "clone", "-q", "--bare", world.root, tmp_path / "remote.git")
    shallow = clone(tmp_path / "remote.git", tmp_path / "shallow", "--depth", "1")
    shallow.edit(name, reference_answer="Better.")
    shallow("submit", name)
    assert writers(shallow, name) == ["ann"]


def test_somebody_whose_commit_cannot_be_read_and_who_mended_it(world):
    name = world.submitted()
    file = world.root / INSTANCES / f"{name}.yaml"
    whole = file.read_text()
    file.write_text(whole + "<<<<<<< HEAD\n")
    commit_as(world, "bob")
    file.write_text(whole.replace("Which shop", "What shop"))
    commit_as(world, "cem")
    assert resubmitted(world, name) == ["ann", "bob", "cem"]


def test_many_at_once_are_each_told_apart(world):
    names = [world.draft() for _ in range(70)]
    commit_as(world, "ann")
    world.edit(names[0], input="Changed by bob.")
    commit_as(world, "bob")
    world("submit", "--all")
    stated = [writers(world, f"reasoning_tables_{n}") for n in range(70)]
    assert sorted(stated).count(["ann", "bob"]) == 1
    assert sorted(stated).count(["ann"]) == 69


def test_what_has_an_error_is_not_submitted_and_the_others_are(world):
    good, bad = world.draft(), world.draft()
    world.edit(bad, input="one\r\ntwo")
    before = state_of(world.root).files[f"{INSTANCES}/{bad}.yaml"]
    result = world("submit", good, bad, code=1)
    assert "reasoning_tables_0" in result.out
    assert f"{INSTANCES}/{bad}.yaml" in result.err
    assert state_of(world.root).files[f"{INSTANCES}/{bad}.yaml"] == before
