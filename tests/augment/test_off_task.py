"""What belongs to a task, and what only wears its dress."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from augment.filters import filters_for
from augment.filters.coherence import Coherence
from augment.filters.elsewhere import NOWHERE, elsewhere
from augment.filters.languages import is_named
from augment.filters.limit import Limits
from augment.filters.off_task import OffTask
from augment.filters.task import Closeness, Task
from augment.filters.usage import Usage
from augment.similarity import Similarity
from schemas.fields import RUBRIC_FIELDS
from tests.augment.junk import FROM_ELSEWHERE
from tests.augment.playing import TRIPS, as_humans, asking, candidate, minilm, trip


@pytest.fixture(scope="module")
def similarity() -> Similarity:
    return minilm()


@pytest.fixture(scope="module")
def task(similarity) -> Task:
    names = tuple(str(place) for place, _ in enumerate(TRIPS))
    return Task(names, TRIPS, "en", "en", Closeness(similarity))


def test_an_answer_about_something_else_gives_a_strange_question_away(task):
    filter_ = Coherence(task, 0)
    strange = asking(TRIPS[2], "Which of these metals melts first, and at how many degrees?")
    assert "no closer to this input than to others" in (filter_.fault(strange) or "")
    about_metals = replace(
        strange, reference_answer="Of these metals, tin melts first, at 232 degrees."
    )
    assert filter_.fault(about_metals) is None


def test_what_a_part_in_another_language_says_of_the_input_is_left_open(task):
    korean = replace(
        asking(TRIPS[2], "Which of these metals melts first, and at how many degrees?"),
        reference_answer="주석은 섭씨 이백삼십이 도에서 가장 먼저 녹습니다.",
        score_rubric=TRIPS[2].score_rubric.model_copy(
            update=dict.fromkeys(RUBRIC_FIELDS, "응답이 주석과 온도를 모두 말하는지 봅니다.")
        ),
    )
    assert Coherence(task, 0).fault(korean) is None


def test_a_new_place_with_its_own_answer_is_coherent_and_of_the_task(task):
    new = trip("Tallinn", 3, "city walls and rye bread")
    assert Coherence(task, 0).fault(new) is None
    assert OffTask(task, 0).fault(new) is None


def test_a_whole_instance_of_another_kind_is_named_with_what_is_far(task):
    fault = OffTask(task, 0).fault(FROM_ELSEWHERE[2])
    assert fault is not None
    assert fault.startswith("far from the task's own instances: the words of the rubric ")


def test_each_of_the_tasks_own_passes_when_the_others_judge_it(task):
    for place, draft in enumerate(TRIPS):
        without = task.without(place)
        assert OffTask(without, 0).fault(draft) is None
        assert Coherence(without, 0).fault(draft) is None


def test_words_that_other_tasks_use_as_much_say_nothing_of_this_one():
    own = ["the tide turns at noon", "the tide turns at dusk", "the tide turns at dawn"]
    everywhere = Usage(own, {"the": 1.0, "at": 1.0})
    assert everywhere.of("the bus leaves at ten") == 0
    assert everywhere.of("a tide that turns") == 1
    assert Usage(own, {}).of("the bus leaves at ten") == pytest.approx(0.5)
    np.testing.assert_allclose(everywhere.own(), 1)


def test_texts_that_share_no_word_say_nothing():
    usage = Usage(["one thing", "another matter"], {})
    assert usage.of("whatever") == 1
    np.testing.assert_allclose(usage.own(), 1)


def test_shares_elsewhere_are_of_words_that_the_task_repeats():
    found = elsewhere(TRIPS[:3], FROM_ELSEWHERE[:4])
    assert (found.rubrics["is"], found.rubrics["the"], found.inputs["and"]) == (1, 0.75, 0.25)
    assert not {"lisbon", "trams", "legs"} & {*found.rubrics, *found.inputs}
    assert elsewhere(TRIPS, []) == NOWHERE


def test_a_limit_lies_below_what_the_tasks_own_reach_and_within_bounds():
    limits = Limits(lowest=1.0, highest=2.0, margin=0.5, step=0.25)
    assert limits.below(np.array([2.0, 3.0, 4.0]), 0) == 1.5
    assert limits.below(np.array([9.0, 9.0, 9.0]), 0) == 2.0
    assert limits.below(np.array([0.0, 9.0, 9.0]), 0) == 1.0
    assert limits.below(np.array([9.0, 9.0]), 2) == 0.5


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("en", "Переведите эту русскую фразу на английский язык, пожалуйста", True),
        ("en", "이 문장을 영어로 번역해 주세요 부탁드립니다", True),
        ("en", "ترجم هذه الجملة بالإنجليزية من فضلك يا صديقي", True),
        ("en", "กรุณาแปลประโยคนี้เป็นภาษาอังกฤษ", True),
        ("ko", "Write the answer in Korean, please.", True),
        ("de", "Schreib die Antwort bitte auf Deutsch.", True),
        ("ru", "Who wrote War and Peace, and when?", False),
        ("fr", "이 문장을 영어로 번역해 주세요 부탁드립니다", False),
        ("xx", "A language that nobody knows.", False),
    ],
)
def test_a_language_is_named_in_the_language_of_the_text(language, text, named):
    assert is_named(language, text) is named


def test_a_remark_between_round_brackets_is_no_blank_to_fill_in(similarity):
    humans = as_humans(TRIPS)
    filters = filters_for(humans, humans, "en", similarity)
    new = trip("Tallinn", 3, "city walls (a placeholder for whatever they like best)")
    assert filters.fault(new) is None
    blank = trip("Tallinn", 3, "city walls [placeholder for what they like best]")
    assert filters.judge([candidate(blank)])[0].drop.reason == "placeholder"
