"""The least similar candidate, and no junk among those it is chosen from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from augment.candidate import Drop
from augment.filters import filters_for
from augment.selection import compared_text, least_similar, varies_in_system_prompt
from augment.similarity import Similarity
from schemas.errors import RefusedError, UsageError
from tests.augment.playing import TRIPS, as_humans, asking, candidate, minilm, trip

POOL = {f"t{n}": draft.input for n, draft in enumerate(TRIPS)}


@pytest.fixture(scope="module")
def similarity() -> Similarity:
    return minilm()


def inputs(*texts: str):
    return [candidate(asking(TRIPS[0], text), index) for index, text in enumerate(texts)]


def test_the_candidate_whose_closest_is_furthest_is_kept(similarity):
    far = "Write down what a family of five needs for a week on a lake without a shop nearby."
    near = TRIPS[1].input.replace("temples", "old temples")
    choice = least_similar(inputs(near, far), POOL, similarity)
    assert choice.kept == 1
    assert choice.scores[0].closest == "t1"
    assert choice.scores[0].score > 0.9 > choice.scores[1].score
    assert choice.gap == pytest.approx(choice.scores[0].score - choice.scores[1].score)
    assert not choice.is_close


def test_the_junk_of_a_round_falls_each_by_its_own_reason_and_the_good_one_is_kept(similarity):
    humans = as_humans(TRIPS)
    good = trip("the Faroe Islands", 5, "birds and knitting")
    offered = [
        good,
        asking(good, "I'm sorry, but I can't help with that."),
        asking(good, "asdkj qweoi zxmcn lkjas poiqw mnbzx qpwoe rutya skdjf gzmxn"),
        asking(good, "word " * 60),
        asking(good, "How long should I boil an egg so that the yolk stays soft?"),
        asking(good, "[TODO]"),
    ]
    judged = filters_for(humans, humans, "en", similarity).judge(
        [candidate(draft, index) for index, draft in enumerate(offered)]
    )
    assert [one.drop and one.drop.reason for one in judged] == [
        None, "refusal", "language", "repetition", "off_task", "placeholder",
    ]  # fmt: skip
    assert least_similar(judged, POOL, similarity).kept == 0


def test_dropped_candidates_and_such_without_a_draft_are_not_compared(similarity):
    first, second = inputs("Plan a day in Rome.", "Plan a week in Turin with two small children.")
    out = replace(first, drop=Drop("length", "too short"))
    empty = replace(second, index=2, draft=None, drop=Drop("truncated", "cut off"))
    choice = least_similar([out, second, empty], POOL, similarity)
    assert choice.kept == 1
    assert choice.scores.keys() == {1}
    assert choice.gap is None


def test_equal_scores_go_to_the_lowest_index_in_whatever_order_they_come(similarity):
    twins = inputs("Plan a day in Rome.", "Plan a day in Rome. ", " Plan a day in Rome.")
    for order in (twins, twins[::-1]):
        choice = least_similar(order, POOL, similarity)
        assert choice.kept == 0
        assert choice.is_close


def test_a_blank_candidate_never_wins(similarity):
    choice = least_similar(inputs("  ", POOL["t0"]), POOL, similarity)
    assert choice.kept == 1
    assert choice.scores[1].score == 1.0


def test_nothing_is_chosen_where_nothing_is_valid(similarity):
    out = [replace(one, drop=Drop("off_task", "…")) for one in inputs("a b", "c d")]
    choice = least_similar(out, POOL, similarity)
    assert choice.kept is None
    assert not choice.scores


@pytest.mark.parametrize("pool", [{}, {"t0": "  \n"}])
def test_without_an_instance_it_asks_for_demonstrations(similarity, pool):
    with pytest.raises(RefusedError, match="no instance with an input") as refused:
        least_similar(inputs("Plan a day in Rome."), pool, similarity)
    assert "demonstrations" in refused.value.advice


def test_the_mean_weighs_the_whole_pool(similarity):
    pool = {"a": "Plan a trip to Rome by train.", "b": "x = 3 + 4; print(x)", "c": "y = 7 - x"}
    asked = inputs("Plan a journey to Rome by train.", "print(y - x)")
    largest = least_similar(asked, pool, similarity, "max")
    average = least_similar(asked, pool, similarity, "mean")
    scores = similarity.scores([one.draft.input for one in asked], list(pool.values()))
    assert [largest.scores[i].score for i in (0, 1)] == scores.max(1).round(6).tolist()
    assert [average.scores[i].score for i in (0, 1)] == scores.mean(1).round(6).tolist()
    assert average.scores[0].closest == "a"


def test_a_text_the_model_cannot_read_stops_the_choice(similarity):
    with pytest.raises(UsageError, match="cannot read 1 of the texts"):
        least_similar(inputs("แมวนอนอยู่บนโต๊ะ"), POOL, similarity)


def test_the_system_prompt_is_compared_only_where_the_task_varies_it():
    assert not varies_in_system_prompt(as_humans(TRIPS))
    varied = (TRIPS[0], replace(TRIPS[1], system_prompt="You are a guide."))
    assert varies_in_system_prompt(as_humans(varied))
    assert compared_text(varied[1], False) == TRIPS[1].input
    assert compared_text(varied[1], True) == f"You are a guide.\n\n{TRIPS[1].input}"
    assert compared_text(replace(varied[1], system_prompt=" "), True) == TRIPS[1].input
