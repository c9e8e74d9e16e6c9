"""Someone leaves, and another looks after what they wrote."""

from __future__ import annotations

import pytest

from tests.world import World


def hand_over(world: World, *words: str, by: str = "kit", code: int = 0):
    return world("people", "hand-over", *words, "--reason", "on leave", by=by, code=code)


@pytest.fixture
def sent_back(world: World) -> str:
    """An instance of ann's that bob flagged."""
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world.review(name, "cem")
    return name


def test_the_other_answers_flags_and_submits(world, sent_back):
    hand_over(world, "ann", "--to", "dee")
    assert [need.who for need in world.standing(sent_back).needs] == [("dee",)]
    world("submit", sent_back, "--answer", "rubric=disagree:it can be told apart", by="dee")
    assert world.standing(sent_back).status == "recheck"
    assert world.find(sent_back).instance.provenance.author == "ann"


def test_it_is_one_commit_and_changes_no_content(world, sent_back):
    other = world.submitted()
    digest = world.find(sent_back).digest
    count = int(world.git("rev-list", "--count", "HEAD"))
    hand_over(world, "ann", "--to", "dee")
    assert int(world.git("rev-list", "--count", "HEAD")) == count + 1
    assert world.find(sent_back).digest == digest
    assert world.find(other).instance.owner == "dee"
    assert world.git("status", "--porcelain") == ""


def test_who_looks_after_it_does_not_review_it(world):
    name = world.submitted()
    hand_over(world, "ann", "--to", "dee")
    assert "you look after it" in world.review(name, "dee", code=1).err
    assert world.standing(name).needs[0].who == ("bob", "cem")


def test_who_is_to_review_it_or_has_is_not_given_it(world, sent_back):
    assert "has reviewed" in hand_over(world, "ann", "--to", "cem", code=1).err
    name = world.submitted(by="cem")
    world("review", "assign", name, "--to", "dee", by="kit")
    refused = hand_over(world, "cem", "--to", "dee", code=1)
    assert "reassign" in refused.err
    assert world.find(name).instance.owner == "cem"


def test_unsent_edits_do_not_slip_in(world, sent_back):
    world.edit(sent_back, input="Which shop?")
    assert "not committed" in hand_over(world, "ann", "--to", "dee", code=1).err


def test_one_can_give_away_ones_own_and_only_that(world, sent_back):
    assert "curator" in hand_over(world, "ann", "--to", "dee", by="bob", code=1).err
    hand_over(world, "ann", "--to", "dee", sent_back, by="ann")


def test_who_leaves_is_told_what_is_left_to_do(world, sent_back):
    said = world("people", "change", "ann", "--left", by="kit").out
    assert "curate people hand-over ann" in said
    assert [need.who for need in world.standing(sent_back).needs] == [("kit",)]
    world("people", "change", "ann", "--back", by="kit")
    assert [need.who for need in world.standing(sent_back).needs] == [("ann",)]


def test_what_someone_avoids_and_takes_on_is_theirs_to_say(world):
    world("people", "change", "bob", "--avoid", "violence", "--limit", "20", by="bob")
    bob = world.load().people["bob"]
    assert (bob.avoid, bob.review_limit) == (["violence"], 20)
    assert "curator" in world("people", "change", "bob", "--limit", "1", by="cem", code=1).err
    world("people", "change", "bob", "--avoid", "", "--limit", "0", by="kit")
    assert world.load().people["bob"].avoid == []
