"""The whole loop over copies that only meet in a bare repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from tests.world import World, git

PEOPLE = ("ann", "bob", "cem", "kit")
ALL = ("ann", "bob", "cem", "dee", "kit")
Share = Callable[[dict[str, World], str], None]


def clones_of(world: World, folder: Path, people: tuple[str, ...] = ALL) -> dict[str, World]:
    """A clone for each person, of one bare repository that starts with `world`."""
    git(folder, "clone", "-q", "--bare", world.root, "shared.git")
    found = {}
    for person in people:
        git(folder, "clone", "-q", folder / "shared.git", person)
        found[person] = World(folder / person)
        found[person].git("config", "user.name", person.capitalize())
        found[person].git("config", "user.email", f"{person}@example.org")
    return found


@pytest.fixture
def copies(world: World, tmp_path: Path) -> dict[str, World]:
    """Copies of a benchmark without instances."""
    return clones_of(world, tmp_path, PEOPLE)


def by_sync(copies: dict[str, World], person: str) -> None:
    copies[person]("sync", by=person)


def by_plain_git(copies: dict[str, World], person: str) -> None:
    copy = copies[person]
    copy.git("fetch", "-q")
    copy.git("merge", "-q", "--no-edit", "origin/main")
    copy.git("push", "-q", "origin", "HEAD:main")


@pytest.mark.parametrize("share", [by_sync, by_plain_git])
def test_accepted_revised_twice_and_eliminated(copies: dict[str, World], share: Share):
    ann, bob, cem = copies["ann"], copies["bob"], copies["cem"]
    good, mended, bad = (ann.submitted(by="ann") for _ in range(3))
    share(copies, "ann")
    for person in ("bob", "cem"):
        share(copies, person)

    # Both file before either has seen the other's: no file meets another.
    for copy, person in ((bob, "bob"), (cem, "cem")):
        copy.review(good, person)
        copy.review(bad, person, "fit")
    bob.review(mended, "bob", "rubric")
    cem.review(mended, "cem")
    for person in ("bob", "cem", "ann"):
        share(copies, person)
    assert ann.standing(good).status == "accepted"
    assert ann.standing(bad).status == "eliminated"
    assert ann.standing(mended).status == "revise"

    for text, flags, status in (("Better.", ["rubric"], "revise"), ("Good.", [], "accepted")):
        rubric = ann.find(mended).instance.score_rubric
        ann.edit(mended, score_rubric=rubric.model_copy(update={"score3_description": text}))
        ann("submit", mended, by="ann")
        for person in ("ann", "bob"):
            share(copies, person)
        assert [need.who for need in bob.standing(mended).needs] == [("bob",)]
        bob.review(mended, "bob", *flags)
        for person in ("bob", "ann"):
            share(copies, person)
        assert ann.standing(mended).status == status

    everyone_shares(copies, share)


def test_two_people_who_took_one_number_both_keep_their_instance(copies: dict[str, World]):
    ann, bob = copies["ann"], copies["bob"]
    first = ann.submitted(by="ann")
    second = bob.submitted(by="bob")
    assert first == second
    texts = {ann.find(first).instance.input, bob.find(second).instance.input}
    ann("sync", by="ann")
    said = bob("sync", by="bob").out
    ann("sync", by="ann")
    assert "reasoning_tables_0 is now reasoning_tables_1" in said
    for copy in (ann, bob):
        assert {x.instance.input for x in copy.load().instances} == texts
        assert copy.standing("reasoning_tables_1").status == "in_review"
    assert ann.find("reasoning_tables_0").instance.provenance.author == "ann"
    assert ann("validate", "--json", by="ann").json["errors"] == 0


def everyone_shares(copies: dict[str, World], share: Share) -> World:
    """All copies exchange everything; what they then say of the benchmark is one thing."""
    for person in (*PEOPLE, *PEOPLE):
        share(copies, person)
    assert len({copies[p]("status", "--json", by=p).out for p in PEOPLE}) == 1
    assert len({copies[p].git("rev-parse", "HEAD^{tree}") for p in PEOPLE}) == 1
    assert all(copies[p].git("status", "--porcelain") == "" for p in PEOPLE)
    assert copies["kit"]("validate", "--json", by="kit").json["errors"] == 0
    return copies["kit"]


@pytest.fixture
def in_review(copies: dict[str, World]) -> str:
    """An instance that every copy knows to be in review."""
    name = copies["ann"].submitted(by="ann")
    for person in PEOPLE:
        by_sync(copies, person)
    return name


@pytest.mark.parametrize("share", [by_sync, by_plain_git])
def test_a_third_review_that_two_copies_let_through_counts(copies, in_review, share):
    copies["bob"].review(in_review, "bob")
    share(copies, "bob")
    copies["cem"].review(in_review, "cem")
    copies["kit"].review(in_review, "dee", "fit")
    assert everyone_shares(copies, share).standing(in_review).status == "revise"


@pytest.mark.parametrize("share", [by_sync, by_plain_git])
def test_a_recall_wins_over_the_review_that_would_have_closed_the_round(copies, in_review, share):
    copies["bob"].review(in_review, "bob")
    for person in ("bob", "cem", "kit"):
        share(copies, person)
    copies["kit"]("recall", in_review, "--reason", "the wrong table", by="kit")
    copies["cem"].review(in_review, "cem")
    assert copies["cem"].standing(in_review).status == "accepted"
    assert everyone_shares(copies, share).standing(in_review).status == "draft"


@pytest.mark.parametrize("share", [by_sync, by_plain_git])
def test_a_review_that_was_out_too_long_changes_nothing_and_is_listed(copies, in_review, share):
    copies["cem"].review(in_review, "cem", "rubric")
    copies["ann"]("recall", in_review, "--reason", "the wrong table", by="ann")
    copies["ann"].edit(in_review, input="Which shop has the cheapest melon?")
    copies["ann"]("submit", in_review, by="ann")
    for person in ("ann", "bob", "kit"):
        share(copies, person)
    copies["bob"].review(in_review, "bob")
    copies["kit"].review(in_review, "dee")
    world = everyone_shares(copies, share)
    assert world.standing(in_review).status == "accepted"
    assert [a.act.by for a in world.standing(in_review).late] == ["cem"]


@pytest.mark.parametrize("share", [by_sync, by_plain_git])
def test_a_slip_corrected_on_one_copy_is_corrected_on_all(copies, in_review, share):
    copies["bob"].review(in_review, "bob", "rubric")
    share(copies, "bob")
    copies["bob"](
        "review", "file", in_review, "--task-fit", "good", "--difficulty", "easy",
        "--reference", "good", "--rubric", "good", "--supersede", by="bob",
    )  # fmt: skip
    copies["cem"].review(in_review, "cem")
    assert everyone_shares(copies, share).standing(in_review).status == "accepted"


def test_who_filed_on_two_copies_is_one_voice_and_corrects_both_at_once(copies, in_review):
    copies["bob"].review(in_review, "bob", "rubric")
    copies["kit"].review(in_review, "bob", "fit")
    world = everyone_shares(copies, by_sync)
    assert [need.who for need in world.standing(in_review).needs] == [("cem", "dee")]
    world(
        "review", "file", in_review, "--task-fit", "good", "--difficulty", "easy",
        "--reference", "good", "--rubric", "good", "--supersede", by="bob",
    )  # fmt: skip
    world.review(in_review, "cem")
    assert everyone_shares(copies, by_sync).standing(in_review).status == "accepted"


@pytest.mark.parametrize("share", [by_sync, by_plain_git])
def test_decisions_of_two_curators_meet(copies, in_review, share):
    copies["ann"]("adopt", in_review, "--reason", "well known", by="kit")
    copies["kit"]("withdraw", in_review, "--reason", "doubtful", by="kit")
    world = everyone_shares(copies, share)
    assert world.standing(in_review).status == "withdrawn"
    world("reopen", in_review, "--reason", "we talked", by="kit")
    world = everyone_shares(copies, share)
    assert world.standing(in_review).needs[0].who == ("ann",)


def test_two_texts_of_one_round_are_a_draft_until_the_author_chooses(copies, in_review):
    """Ann works on two machines; git makes her choose a text, and the round has two submits."""
    copies["ann"]("recall", in_review, "--reason", "r", by="ann")
    by_plain_git(copies, "ann")
    by_plain_git(copies, "kit")
    desktop, laptop = copies["ann"], copies["kit"]
    for machine, text in ((desktop, "Which shop?"), (laptop, "Which stall?")):
        machine.edit(in_review, input=text)
        machine("submit", in_review, by="ann")
    by_plain_git(copies, "ann")
    desktop("status", by="ann")
    laptop.git("fetch", "-q")
    with pytest.raises(CalledProcessError):
        laptop.git("merge", "-q", "--no-edit", "origin/main")
    assert "merge" in laptop("submit", in_review, by="ann", code=1).err
    laptop.git("checkout", "-q", "--ours", ".")
    laptop.git("commit", "-qam", "Merged by hand")
    by_plain_git(copies, "kit")
    world = everyone_shares(copies, by_plain_git)
    standing = world.standing(in_review)
    assert (standing.status, standing.round) == ("draft", 2)
    assert "two different contents" in standing.why
    assert "it is draft" in copies["bob"].review(in_review, "bob", code=1).err
    desktop("submit", in_review, by="ann")
    world = everyone_shares(copies, by_plain_git)
    assert world.standing(in_review).status == "recheck"
    assert world.find(in_review).instance.input == "Which stall?"
