"""What a submit puts down: answers to flags, who wrote it, and several at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.acts import Submit
from tests.world import World


def newest_submit(world: World, name: str) -> Submit:
    benchmark = world.load()
    acts = [a.act for a in benchmark.acts_of(benchmark.find(name)) if isinstance(a.act, Submit)]
    return max(acts, key=lambda act: act.round)


def answers(world: World, name: str) -> list[tuple[str, str, str]]:
    return [(a.field, a.answer, a.why) for a in newest_submit(world, name).answers]


def commit_as(world: World, who: str) -> None:
    identity = ("-c", f"user.name={who}", "-c", f"user.email={who}@example.org")
    world.git(*identity, "commit", "-qam", "By hand")


@pytest.fixture
def flagged(world: World) -> str:
    """Sent back with flags on fit and rubric by bob."""
    name = world.submitted()
    world.review(name, "bob", "fit", "rubric")
    world.review(name, "cem")
    return name


# -- answers ----------------------------------------------------------------------------------


def test_a_changed_field_is_its_own_answer(world, flagged):
    rubric = world.find(flagged).instance.score_rubric
    world.edit(
        flagged,
        input="Which of the shops is the cheapest?",
        score_rubric=rubric.model_copy(update={"score2_description": "The dearest."}),
    )
    world("submit", flagged)
    assert answers(world, flagged) == [("score_rubric", "fixed", ""), ("task_fit", "fixed", "")]


def test_a_flag_without_an_answer_is_quoted_with_what_to_do(world, flagged):
    refused = world("submit", flagged, "--answer", "fit=disagree:it fits", code=1)
    assert "the flag on score_rubric has no answer: not good" in refused.err
    assert "--answer score_rubric=disagree:WHY" in refused.err


def test_every_comment_on_a_field_is_quoted(world, flagged):
    world("withdraw", flagged, "--reason", "r")
    name = world.submitted()
    for by, words in (("bob", "levels 3 and 4 read alike"), ("cem", "level 5 is too strict")):
        world("review", "file", name, "--task-fit", "good", "--difficulty", "easy", "--reference",
              "good", "--rubric", "bad", "--comment", f"rubric={words}", by=by)  # fmt: skip
    world("reopen", name, "--reason", "it can be saved", by="kit")
    refused = world("submit", name, code=1)
    assert "levels 3 and 4 read alike" in refused.err
    assert "level 5 is too strict" in refused.err


def test_fixed_is_no_answer_where_no_text_has_changed(world, flagged):
    words = ["--answer", "fit=disagree:it fits", "--answer", "rubric=fixed:as you say"]
    refused = world("submit", flagged, *words, code=1).err
    assert "answered as fixed, but no text has changed" in refused
    assert world.standing(flagged).round == 1


def test_a_flag_that_was_fixed_elsewhere_needs_words(world, flagged):
    world.edit(flagged, input="Which shop is the cheapest?")
    assert (
        "score_rubric=fixed:HOW" in world("submit", flagged, "--answer", "rubric=fixed", code=1).err
    )
    world("submit", flagged, "--answer", "rubric=fixed:the input asks for one shop")


def test_answers_are_kept_in_the_act(world, flagged):
    world.edit(flagged, input="Which of these shops is the cheapest?")
    world("submit", flagged, "--answer", "fit=disagree: it asks for a table ",
          "--answer", "rubric=fixed:in the input")  # fmt: skip
    assert answers(world, flagged) == [
        ("score_rubric", "fixed", "in the input"),
        ("task_fit", "disagree", "it asks for a table"),
    ]


@pytest.mark.parametrize("answer", ["rubric", "rubric=", "rubric=maybe", "rubric=disagree",
                                    "rubric=disagree: ", "input=fixed", "=fixed"])  # fmt: skip
def test_an_answer_that_says_nothing_is_wrong_usage(world, flagged, answer):
    head = world.git("rev-parse", "HEAD")
    assert "--answer" in world("submit", flagged, "--answer", answer, code=2).err
    assert world.git("rev-parse", "HEAD") == head


def test_two_answers_to_one_flag_are_wrong_usage(world, flagged):
    words = ["--answer", "rubric=fixed", "--answer", "score_rubric=disagree:no"]
    assert "twice" in world("submit", flagged, *words, code=2).err


def test_a_field_mended_in_a_round_that_was_taken_back_stays_answered(world, flagged):
    rubric = world.find(flagged).instance.score_rubric
    world.edit(flagged, score_rubric=rubric.model_copy(update={"criteria": "Is it shop B?"}))
    world("submit", flagged, "--answer", "fit=disagree:it fits")
    world("recall", flagged, "--reason", "one more thing")
    world("submit", flagged, "--answer", "fit=disagree:it fits")
    assert ("score_rubric", "fixed", "") in answers(world, flagged)


def test_a_flag_of_another_on_the_mended_field_still_asks_for_an_answer(world):
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world("recall", name, "--reason", "r", by="kit")
    rubric = world.find(name).instance.score_rubric
    world.edit(name, score_rubric=rubric.model_copy(update={"criteria": "Is it shop B?"}))
    world("submit", name)
    world.review(name, "cem", "rubric")
    world("recall", name, "--reason", "r", by="kit")
    assert "score_rubric has no answer" in world("submit", name, code=1).err


def test_a_submit_lists_the_reviews_it_has_seen(world, flagged):
    world("submit", flagged, "--answer", "fit=disagree:x", "--answer", "rubric=disagree:x")
    seen = newest_submit(world, flagged).seen
    assert sorted(name.split("-")[2] for name in seen) == ["bob", "cem"]


# -- who wrote it -----------------------------------------------------------------------------


def test_whoever_changed_the_text_is_among_the_writers_and_does_not_review(world):
    name = world.draft()
    world.git("add", ".")
    commit_as(world, "ann")
    world.edit(name, reference_answer="Shop B, I would say.")
    commit_as(world, "bob")
    name = world("submit", name).out.split()[-1].rstrip(".")
    assert newest_submit(world, name).writers == ["ann", "bob"]
    assert "not yours to review" in world.review(name, "bob", code=1).err
    assert world("review", "queue", "--json", by="bob").json == []


def test_a_reviewer_who_rewrites_it_for_the_next_round_is_replaced(world, flagged):
    world.edit(flagged, input="Which of the shops is the cheapest?")
    commit_as(world, "bob")
    world("submit", flagged, "--answer", "rubric=disagree:x")
    assert newest_submit(world, flagged).writers == ["ann", "bob"]
    who = {person for need in world.standing(flagged).needs for person in need.who}
    assert who == {"cem", "dee"}


def test_who_submits_for_an_author_who_left_needs_only_be_a_curator(world):
    name = world.draft()
    people = world.root / "people"
    (people / "kit.yaml").write_text("name: K\nemails: [kit@example.org]\nroles: [curator]\n")
    (people / "ann.yaml").write_text(
        "name: A\nemails: [ann@example.org]\nroles: [author]\nleft: true\n"
    )
    (need,) = world.standing(name).needs
    assert need.who == ("kit",)
    world("submit", name, by="kit")


def test_an_author_who_lost_the_role_leaves_it_to_the_curators(world):
    name = world.draft()
    (world.root / "people" / "ann.yaml").write_text(
        "name: A\nemails: [ann@example.org]\nroles: [reviewer]\n"
    )
    (need,) = world.standing(name).needs
    assert need.who == ("kit",)
    assert "role 'author'" in world("submit", name, code=1).err


# -- several at once --------------------------------------------------------------------------


def test_of_several_those_that_can_are_submitted_and_the_others_explained(world):
    good, empty = world.draft(), Path(world("new", "reasoning/tables").out.split("\n")[0]).stem
    locked, other = world.submitted(), world.draft(by="bob")
    result = world("submit", good, empty, locked, other, code=1)
    assert f"{good} is submitted as" in result.out
    assert len(result.out.splitlines()) == 1
    for name in (empty, locked, other):
        assert name in result.err
    assert world("status", "--json").json["by_status"] == {"in_review": 2, "draft": 2}


def test_numbers_are_given_only_to_what_is_submitted(world):
    empty = Path(world("new", "reasoning/tables").out.split("\n")[0]).stem
    good = world.draft()
    assert "reasoning_tables_0" in world("submit", empty, good, code=1).out
    assert world.submitted() == "reasoning_tables_1"


def test_all_means_all_of_ones_own_that_can_be_submitted_now(world):
    world.draft()
    world.submitted()
    others = world.draft(by="bob")
    world("submit", "--all")
    assert world("status", "--json").json["by_status"] == {"in_review": 2, "draft": 1}
    assert world.standing(others).status == "draft"
    assert world("submit", "--all").out == "There is nothing of yours to submit.\n"


def test_a_task_means_ones_own_in_it(world):
    world("task", "add", "reasoning/riddles", by="kit")
    world.draft()
    elsewhere = world.draft("reasoning/riddles")
    world("submit", "--task", "reasoning/tables")
    assert world.standing(elsewhere).status == "draft"
    assert world("status", "--json").json["by_status"] == {"in_review": 1, "draft": 1}


def test_a_submit_takes_the_cards_it_needs_along(world):
    card = world.root / "tasks/reasoning/tables/task.yaml"
    card.write_text(card.read_text() + "content_warnings: [prices]\n")
    world.submitted()
    changed = world.git("show", "--name-only", "--format=", "HEAD").split()
    assert "tasks/reasoning/tables/task.yaml" in changed
    assert world.git("status", "--porcelain") == ""
