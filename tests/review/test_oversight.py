"""What an author gets back, and what a curator looks after."""

from __future__ import annotations

import pytest

from tests.world import World


def oversight(world: World) -> dict:
    return world("review", "oversight", "--json", by="kit").json


def mend(world: World, name: str, text: str, *answers: str) -> None:
    rubric = world.find(name).instance.score_rubric
    world.edit(name, score_rubric=rubric.model_copy(update={"score3_description": text}))
    world("submit", name, *answers)


@pytest.fixture
def sent_back(world: World) -> str:
    """An instance whose rubric bob flagged and cem did not."""
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world.review(name, "cem")
    return name


def test_what_came_back_is_told_with_its_flags(world, sent_back):
    (entry,) = world("review", "sent-back", "--json").json
    assert entry["id"] == sent_back
    assert entry["flags"] == [{"field": "score_rubric", "comments": ["not good"], "changed": False}]
    said = world("review", "sent-back").out
    assert "score_rubric" in said
    assert "not good" in said
    assert world("review", "sent-back", by="bob").out == "Nothing was sent back to you, bob.\n"


def test_a_flag_whose_field_was_changed_counts_as_answered(world, sent_back):
    rubric = world.find(sent_back).instance.score_rubric
    world.edit(sent_back, score_rubric=rubric.model_copy(update={"criteria": "Is it B?"}))
    assert world("review", "sent-back", "--json").json[0]["flags"][0]["changed"]


def test_the_rounds_of_an_instance_are_shown_and_not_the_open_one(world, sent_back):
    mend(world, sent_back, "It names two.", "--answer", "rubric=fixed:level 3 is new")
    rounds = world("review", "history", sent_back, "--json", by="ann").json["rounds"]
    assert [len(r["reviews"]) if r["reviews"] is not None else None for r in rounds] == [2, None]
    assert rounds[1]["answers"][0]["why"] == "level 3 is new"
    said = world("review", "history", sent_back, by="ann").out
    assert "Round 2" in said
    assert "is open" in said


def test_a_recheck_shows_what_changed_beside_flag_and_answer(world, sent_back):
    mend(world, sent_back, "It names the right shop beside others.", "--answer", "rubric=fixed:ok")
    view = world("review", "show", sent_back, "--json", by="bob").json["since_your_review"]
    assert view["flags"] == {"score_rubric": "not good"}
    assert [a["answer"] for a in view["answers"]] == ["fixed"]
    (changed,) = view["changed"]
    assert changed["field"] == "rubric.score3_description"
    assert ["went", "among"] in changed["words"]
    assert ["came", "beside"] in changed["words"]
    said = world("review", "show", sent_back, by="bob").out
    assert "[-among-]{+beside+}" in said
    assert "since_your_review" not in world("review", "show", sent_back, "--json", by="ann").json


def test_where_they_disagree_and_what_is_stuck(world, sent_back):
    assert oversight(world)["disagreements"] == [
        {"id": sent_back, "round": 1, "fields": ["score_rubric"],
         "flagged_by": ["bob"], "not_flagged_by": ["cem"]}
    ]  # fmt: skip
    for text in ("One.", "Two."):
        mend(world, sent_back, text)
        world.review(sent_back, "bob", "rubric")
    (stuck,) = oversight(world)["stuck"]
    assert (stuck["act"], stuck["who"]) == ("decide", ["kit"])
    world("eliminate", sent_back, "--reason", "three rounds", by="kit")
    assert oversight(world)["stuck"] == []


def test_what_nobody_is_asked_for_and_what_nobody_may_do(world):
    name = world.submitted()
    assert oversight(world)["to_ask"] == [{"id": name, "places": 2, "why": ""}]
    for person in ("cem", "dee"):
        world("people", "change", person, "--left", by="kit")
    found = oversight(world)
    assert "cem has left" in found["stuck"][0]["why"]
    assert found["to_ask"][0]["why"]


def test_late_and_extra_reviews(world, sent_back):
    mend(world, sent_back, "One.")
    loaded = world.find(sent_back)
    old = next(a for a in world.load().acts_of(loaded) if a.act.act == "review")
    late = old.act.model_copy(update={"by": "dee", "comments": {}, "score_rubric": "good"})
    from review.record import text_of

    path = old.path.replace(old.name, late.name())
    (world.root / path).write_text(text_of(late, path))
    assert oversight(world)["late_and_extra"] == [
        {"id": sent_back, "kind": "late", "round": 1, "by": "dee"}
    ]


@pytest.mark.parametrize(("flags", "listed"), [(["rubric"], 1), ([], 0)])
def test_a_recall_after_a_flag(world, flags, listed):
    name = world.submitted()
    world.review(name, "bob", *flags)
    world("recall", name, "--reason", "wrong table", by="kit")
    found = oversight(world)["taken_back"]
    assert len(found) == listed
    assert all(entry["flagged"] and entry["reason"] == "wrong table" for entry in found)


@pytest.mark.parametrize("flags", [["rubric"], []])
def test_a_withdrawal_from_an_open_round_does_not_tell_what_was_filed(world, flags):
    name = world.submitted()
    world.review(name, "bob", *flags)
    world("withdraw", name, "--reason", "r", by="ann")
    (entry,) = oversight(world)["taken_back"]
    assert entry["flagged"] is None


def test_two_who_do_not_know_the_language_and_filed_on_two_copies(world, tmp_path):
    from tests.review.test_three_copies import by_sync, clones_of

    for person in ("bob", "cem"):
        world("people", "add", f"{person}@example.org", "--language", "en", by="kit")
    name = world.draft()
    world.edit(name, language="ko")
    world("submit", name)
    copies = clones_of(world, tmp_path, ("bob", "cem"))
    for person in ("bob", "cem"):
        copies[person].review("reasoning_tables_0", person)
    for person in ("bob", "cem"):
        by_sync(copies, person)
    assert oversight(copies["cem"])["without_reader"] == ["reasoning_tables_0"]


def test_nothing_needs_a_curator(world):
    assert world("review", "oversight", by="kit").out == "Nothing needs a curator.\n"
