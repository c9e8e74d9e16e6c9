"""The whole loop over copies that only meet in a bare repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.world import World, git

PEOPLE = ("ann", "bob", "cem", "kit")


@pytest.fixture
def copies(world: World, tmp_path: Path) -> dict[str, World]:
    """A clone for each person, of one bare repository that starts with `world`."""
    git(tmp_path, "clone", "-q", "--bare", world.root, "shared.git")
    found = {}
    for person in PEOPLE:
        git(tmp_path, "clone", "-q", tmp_path / "shared.git", person)
        found[person] = World(tmp_path / person)
        found[person].git("config", "user.name", person.capitalize())
        found[person].git("config", "user.email", f"{person}@example.org")
    return found


def by_sync(copies: dict[str, World], person: str) -> None:
    copies[person]("sync", by=person)


def by_plain_git(copies: dict[str, World], person: str) -> None:
    copy = copies[person]
    copy.git("fetch", "-q")
    copy.git("merge", "-q", "--no-edit", "origin/main")
    copy.git("push", "-q", "origin", "HEAD:main")


@pytest.mark.parametrize("share", [by_sync, by_plain_git])
def test_accepted_revised_twice_and_eliminated(
    copies: dict[str, World], share: Callable[[dict[str, World], str], None]
):
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

    for person in (*PEOPLE, *PEOPLE):
        share(copies, person)
    seen = {person: copies[person]("status", "--json", by=person).out for person in PEOPLE}
    assert len(set(seen.values())) == 1
    assert ann.load().unreadable == ()
    assert ann("validate", by="ann").out.startswith("0 errors")


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
    assert ann("validate", by="ann").out.startswith("0 errors")
