"""Published instances pass the filters their siblings make; junk does not."""

from __future__ import annotations

from collections import Counter

import pytest

from augment.candidate import Draft
from augment.filters import Filters, filters_for
from augment.filters.damaged import errors
from augment.similarity import Similarity
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from tests.augment.junk import FROM_ELSEWHERE, IN_OTHER_LANGUAGES, JUNK, OFF_TASK
from tests.augment.playing import TRIPS, as_humans, asking, candidate, minilm, published

MANY_LANGUAGES = "multilingual"
FEW = (("safety", "safety_alignment"),)
# What the instances of these tasks ask for has so little in common that a question of general
# knowledge would fit; what shows a stranger there is for a person to see.
WIDE = {
    "lexical_constraint",
    "false_presupposition",
    "ambiguous",
    "system_prompt_vs_demo",
    "simulator",
    "honesty",
}


@pytest.fixture(scope="module")
def similarity(tmp_path_factory) -> Similarity:
    return minilm(tmp_path_factory.mktemp("embeddings"))


def sound(humans: tuple[LoadedInstance, ...]) -> list[LoadedInstance]:
    return [human for human in humans if not list(errors(Draft.of(human.instance)))]


def reason(filters: Filters, draft: Draft) -> str:
    (judged,) = filters.judge([candidate(draft)])
    return judged.drop.reason if judged.drop else ""


def dropped_siblings(humans, similarity: Similarity) -> dict[str, object]:
    """Those of a task's sound instances that filters made of the others drop."""
    dropped = {}
    for human in sound(humans):
        others = [other for other in humans if other is not human]
        filters = filters_for(others, others, "en", similarity)
        (judged,) = filters.judge([candidate(Draft.of(human.instance))])
        if judged.drop:
            dropped[human.name] = judged.drop
    return dropped


def kept_junk(task: TaskName, humans, similarity: Similarity) -> dict[str, str]:
    """Junk that passes, or falls by a reason that is not its own."""
    filters = filters_for(humans, humans, "en", similarity)
    host = Draft.of(sound(humans)[0].instance)
    junk = dict(JUNK)
    if task[0] != MANY_LANGUAGES:
        junk |= IN_OTHER_LANGUAGES
    return {
        name: found
        for name, (text, reasons) in junk.items()
        if (found := reason(filters, asking(host, text))) not in reasons
    }


@pytest.mark.parametrize("task", FEW)
def test_sound_instances_pass_the_filters_of_their_siblings(task, similarity):
    assert dropped_siblings(published()[task], similarity) == {}


@pytest.mark.parametrize("task", FEW)
def test_junk_falls_by_its_own_reason(task, similarity):
    assert kept_junk(task, published()[task], similarity) == {}


def test_junk_falls_by_its_own_reason_in_a_small_task(similarity):
    assert kept_junk(("planning", "travel_plan"), as_humans(TRIPS), similarity) == {}


@pytest.mark.parametrize("text", OFF_TASK)
def test_a_question_of_another_task_falls(text, similarity):
    humans = as_humans(TRIPS)
    filters = filters_for(humans, humans, "en", similarity)
    assert reason(filters, asking(TRIPS[1], text)) == "off_task"


@pytest.mark.parametrize("draft", FROM_ELSEWHERE, ids=lambda draft: draft.input)
def test_a_whole_instance_of_another_task_falls(draft, similarity):
    humans = as_humans(TRIPS)
    filters = filters_for(humans, humans, "en", similarity)
    assert reason(filters, draft) in {"off_task", "length"}


def test_junk_in_every_field_falls(similarity):
    humans = as_humans(TRIPS)
    filters = filters_for(humans, humans, "en", similarity)
    for name, (text, _) in (JUNK | IN_OTHER_LANGUAGES).items():
        fields = dict.fromkeys(type(TRIPS[0].score_rubric).model_fields, text)
        draft = Draft(text, text, text, type(TRIPS[0].score_rubric)(**fields))
        assert reason(filters, draft), name


@pytest.mark.long
@pytest.mark.parametrize("task", published(), ids="/".join)
def test_all_sound_instances_pass_the_filters_of_their_siblings(task, similarity):
    assert dropped_siblings(published()[task], similarity) == {}


@pytest.mark.long
@pytest.mark.parametrize("task", published(), ids="/".join)
def test_junk_falls_by_its_own_reason_in_every_task(task, similarity):
    if len(published()[task]) < 4:
        pytest.skip("too few instances at hand")
    assert kept_junk(task, published()[task], similarity) == {}


@pytest.mark.long
def test_questions_of_other_tasks_fall_wherever_a_task_has_a_shape(similarity):
    kept: Counter[str] = Counter()
    asked = 0
    for task, humans in published().items():
        if len(humans) < 4:
            continue
        filters = filters_for(humans, humans, "en", similarity)
        host = Draft.of(sound(humans)[0].instance)
        for draft in [*(asking(host, text) for text in OFF_TASK), *FROM_ELSEWHERE]:
            asked += 1
            kept[task[1]] += not reason(filters, draft)
    assert sum(kept.values()) < 0.15 * asked, kept
    assert sum(n for task, n in kept.items() if task not in WIDE) < 0.1 * asked, kept
