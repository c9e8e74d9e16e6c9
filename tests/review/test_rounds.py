"""The rounds of review through the command line."""

from __future__ import annotations


def test_two_clean_reviews_accept(world):
    name = world.submitted()
    assert world.standing(name).status == "in_review"
    world.review(name, "bob")
    world.review(name, "cem")
    assert world.standing(name).status == "accepted"


def test_one_flag_sends_it_back_and_only_the_flagger_looks_again(world):
    name = world.submitted()
    world.review(name, "bob", "reference")
    world.review(name, "cem")
    assert world.standing(name).status == "revise"
    world.edit(name, reference_answer="Shop B: 2 euro, one less than shop A.")
    world("submit", name)
    assert [need.who for need in world.standing(name).needs] == [("bob",)]
    world.review(name, "bob")
    assert world.standing(name).status == "accepted"


def test_an_open_round_is_locked_even_for_a_comma(world):
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world.edit(name, input="Which shop, is the cheapest?")
    refused = world("submit", name, code=1)
    assert "locked" in refused.err
    assert "recall" in refused.err
