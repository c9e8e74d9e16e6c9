"""What each filter drops, what it leaves alone, and how the task's own instances widen it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from augment.candidate import Candidate, Draft, Drop
from augment.filters import Filters, filters_for
from augment.similarity import Similarity
from schemas.instance import ScoreRubric
from tests.augment.playing import TRIPS, as_humans, as_instance, asking, candidate, loaded, minilm
from tests.augment.playing import trip as make_trip

GOOD = make_trip("the Faroe Islands", 5, "birds and knitting")


@pytest.fixture(scope="module")
def similarity() -> Similarity:
    return minilm()


@pytest.fixture(scope="module")
def filters(similarity) -> Filters:
    humans = as_humans(TRIPS)
    return filters_for(humans, humans, "en", similarity)


def dropped(filters: Filters, draft: Draft) -> str:
    (judged,) = filters.judge([candidate(draft)])
    return judged.drop.reason if judged.drop else ""


def answering(text: str) -> Draft:
    return replace(GOOD, reference_answer=text)


def judging(**fields: str) -> Draft:
    return replace(GOOD, score_rubric=GOOD.score_rubric.model_copy(update=fields))


def test_a_good_candidate_passes_and_nothing_is_noted(filters):
    assert dropped(filters, GOOD) == ""
    assert filters.notes == ()


@pytest.mark.parametrize(
    "answer",
    [
        "I'm sorry, but I can't help you to plan a trip to the Faroe Islands.",
        "As an AI language model, I do not travel, but the Faroe Islands have birds.",
        "Dear guests, the Faroe Islands wait for you. Kind regards, [Your name]",
        "563",
        "No",
    ],
)
def test_an_answer_may_refuse_be_short_or_hold_a_blank(filters, answer):
    assert dropped(filters, answering(answer)) == ""


@pytest.mark.parametrize(
    ("draft", "reason"),
    [
        (asking(GOOD, " \n"), "empty"),
        (asking(GOOD, "— … —"), "empty"),
        (answering(""), "empty"),
        (replace(GOOD, system_prompt=""), "empty"),
        (judging(score3_description=" "), "empty"),
        (judging(criteria="[TODO]"), "placeholder"),
        (judging(score2_description="score2_description"), "placeholder"),
        (answering("[Your answer here]"), "placeholder"),
        (answering("TBD"), "placeholder"),
        (answering("word " * 60), "repetition"),
        (judging(score2_description=GOOD.score_rubric.score4_description), "repetition"),
        (judging(criteria=GOOD.input), "repetition"),
        (answering(GOOD.input), "repetition"),
        (answering("Take \x0cerry number 3 to T\u00f3rshavn."), "damaged"),
        (judging(score1_description="A caf\ufffd is missing."), "damaged"),
        (answering("They sleep at the CafÃ© NatÃºr."), "damaged"),
        (answering("Day 1: fly\\nDay 2: walk\\nDay 3: knit\\nDay 4: rest"), "damaged"),
        (judging(criteria="I cannot create this rubric for you."), "refusal"),
        (answering("Le matin, on prend le bateau, puis on regarde des oiseaux."), "language"),
        (asking(GOOD, "Planifiez un voyage de cinq jours aux îles Féroé pour deux personnes."),
         "language"),
        (asking(GOOD, "Plan a trip, " + "with knitting and birds and so on, " * 90), "repetition"),
        (asking(GOOD, GOOD.input + "".join(f" Then go to place {n} by bus." for n in range(90))),
         "length"),
        (replace(GOOD, score_rubric=ScoreRubric(
            criteria="Is the trip to the Faroe Islands good?", score1_description="Bad.",
            score2_description="Weak.", score3_description="Fair.", score4_description="Fine.",
            score5_description="Great.")), "off_task length"),
        (asking(TRIPS[2], TRIPS[2].input.upper().replace(",", " ;")), "duplicate"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_is_wrong_is_dropped_by_its_reason(filters, draft, reason):
    assert dropped(filters, draft) in reason.split()


def test_the_detail_says_what_was_found_where(filters):
    drop = filters.fault(judging(score3_description=" "))
    assert drop == Drop("empty", "rubric.score3_description is empty")


def test_of_equal_candidates_the_first_stays(filters):
    twins = [
        candidate(asking(GOOD, text), index)
        for index, text in enumerate([GOOD.input, GOOD.input.upper(), f"  {GOOD.input}!"])
    ]
    judged = filters.judge(twins)
    assert [one.drop and one.drop.reason for one in judged] == [None, "duplicate", "duplicate"]
    assert judged[1].drop.detail == "equal to candidate 0 of round 1"


def test_a_candidate_equal_to_one_of_the_pool_or_kept_since_is_dropped(similarity):
    humans = as_humans(TRIPS)
    other = loaded(as_instance(make_trip("Riga", 3, "amber and rye bread"), "000000aa"), "new-aa")
    filters = filters_for(humans, [*humans, other], "en", similarity)
    (judged,) = filters.judge([candidate(Draft.of(other.instance))])
    assert judged.drop == Drop("duplicate", "equal to new-aa")
    (judged,) = filters.judge([candidate(GOOD)], kept=[("draft-1", GOOD)])
    assert judged.drop == Drop("duplicate", "equal to draft-1")


def test_what_is_out_already_stays_as_it_is(filters):
    out = Candidate(1, 0, "{", None, Drop("truncated", "cut off"))
    lost = Candidate(1, 1, "", None)
    assert filters.judge([out, lost]) == (out, lost)


def test_the_order_of_candidates_is_kept(filters):
    mixed = [candidate(asking(GOOD, text), n) for n, text in enumerate(["[TODO]", GOOD.input, "…"])]
    assert [one.index for one in filters.judge(mixed)] == [0, 1, 2]


def with_humans(similarity: Similarity, *changed: Draft) -> Filters:
    humans = as_humans((*TRIPS, *changed))
    return filters_for(humans, humans, "en", similarity)


def test_a_filter_that_would_drop_one_of_the_tasks_own_is_widened_and_says_so(similarity):
    todo = make_trip("Genoa", 4, "harbours and focaccia")
    todo = asking(todo, f"{todo.input} TODO: leave out the first day.")
    filters = with_humans(similarity, todo)
    assert any(note.startswith("placeholder: widened") for note in filters.notes)
    assert "planning_travel_plan_6" in " ".join(filters.notes)
    assert dropped(filters, asking(GOOD, f"{GOOD.input} TODO: leave out the last day.")) == ""
    assert dropped(filters, asking(GOOD, "{{ input }}")) == "placeholder"
    assert dropped(filters, judging(criteria="TODO")) == "placeholder"


def test_a_task_about_refusals_may_ask_with_one(similarity):
    begins = asking(TRIPS[0], f"I'm sorry, I can't decide. {TRIPS[0].input}")
    filters = with_humans(similarity, begins)
    assert any(note.startswith("refusal: widened") for note in filters.notes)
    assert dropped(filters, asking(GOOD, f"I'm sorry, I can't choose. {GOOD.input}")) == ""
    assert dropped(filters, judging(criteria="I cannot create a rubric.")) == "refusal"


def test_only_the_field_in_which_an_own_instance_begins_like_a_refusal_is_left_alone(similarity):
    role = replace(TRIPS[0], system_prompt="As an AI travel agent, you design travel plans.")
    filters = with_humans(similarity, role)
    assert dropped(filters, replace(GOOD, system_prompt="As an AI guide, you plan.")) == ""
    assert dropped(filters, asking(GOOD, "As an AI language model, I cannot travel.")) == "refusal"


def test_a_human_instance_that_is_damaged_is_no_measure_and_damage_still_falls(similarity):
    broken = answering("They pay $\x0crac{1}{2}$ of it in T\u00f3rshavn.")
    filters = with_humans(similarity, broken)
    assert any("planning_travel_plan_6 is damaged" in note for note in filters.notes)
    assert dropped(filters, answering("Take \x0cerry number 3.")) == "damaged"


def test_an_unfinished_human_instance_is_no_measure(similarity):
    filters = with_humans(similarity, judging(score3_description=""))
    assert any("planning_travel_plan_6 is unfinished" in note for note in filters.notes)
    assert dropped(filters, judging(score3_description="")) == "empty"


def test_a_system_prompt_may_be_left_out_where_an_own_instance_leaves_it_out(similarity):
    bare = replace(make_trip("Riga", 3, "amber and rye bread"), system_prompt="")
    assert dropped(with_humans(similarity, bare), replace(GOOD, system_prompt="")) == ""


def test_a_text_may_be_in_another_language_where_it_says_so(filters):
    translation = asking(
        GOOD, "Translate from French: Le bateau part le matin et les oiseaux volent sur la mer."
    )
    assert dropped(filters, translation) != "language"


def test_with_two_human_instances_good_ones_pass_and_plain_junk_falls(similarity):
    humans = as_humans(TRIPS[:2])
    filters = filters_for(humans, humans, "en", similarity)
    assert dropped(filters, GOOD) == ""
    for text, reason in {"[TODO]": "placeholder", "word " * 60: "repetition"}.items():
        assert dropped(filters, asking(GOOD, text)) == reason


@pytest.mark.parametrize("humans", [(), TRIPS[:1]])
def test_without_siblings_to_measure_by_only_what_is_never_meant_falls(similarity, humans):
    filters = filters_for(as_humans(humans), as_humans(humans), "en", similarity)
    assert dropped(filters, GOOD) == ""
    assert dropped(filters, asking(GOOD, "[TODO]")) == "placeholder"


def korean_trip(place: str, days: int, wish: str) -> Draft:
    return Draft(
        "당신은 여행 계획을 세우는 여행사 직원입니다.",
        f"{place}에서 보내는 {days}일 동안의 여행 계획을 세워 주세요. 두 사람이 {wish} 좋아합니다.",
        f"첫날에는 {place}에 도착하여 작은 호텔에 머무릅니다. "
        f"{days}일 동안 매일 {wish} 즐길 수 있습니다.",
        TRIPS[0].score_rubric.model_copy(
            update={"criteria": f"Does the plan fill all {days} days and care for the wishes?"}
        ),
    )


KOREAN = (
    korean_trip("부산", 3, "바다와 생선 요리를"),
    korean_trip("경주", 4, "오래된 절과 박물관을"),
    korean_trip("제주도", 5, "산책과 귤을"),
    korean_trip("강릉", 2, "커피와 일출을"),
)


def test_a_task_in_another_language_is_measured_by_its_own(similarity):
    humans = tuple(
        loaded(as_instance(draft, f"{n:08x}", language="ko"), f"planning_travel_plan_{n}")
        for n, draft in enumerate(KOREAN)
    )
    filters = filters_for(humans, humans, "ko", similarity)
    good = korean_trip("전주", 3, "비빔밥과 한옥을")
    assert dropped(filters, good) == ""
    assert dropped(filters, asking(good, GOOD.input)) == "language"
    assert dropped(filters, asking(good, "여행 계획을 세워 주세요. " * 12)) == "repetition"
    assert dropped(filters, asking(good, "죄송하지만 도와드릴 수 없습니다.")) == "refusal"
