"""Published instances pass the filters their siblings make; junk does not."""

from __future__ import annotations

from functools import cache

import pytest

from augment.candidate import Draft
from augment.filters import Filters, filters_for
from augment.filters.damaged import errors
from augment.filters.elsewhere import Elsewhere, elsewhere
from augment.similarity import Similarity
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from tests.augment.junk import (
    FROM_ELSEWHERE,
    IN_OTHER_LANGUAGES,
    IN_THREE_LANGUAGES,
    JUNK,
    OFF_TASK,
)
from tests.augment.playing import TRIPS, as_humans, asking, candidate, minilm, published

# The first of these instances are Korean, and there are mixtures to be translated.
FITTING = {"multilingual": {"a Korean question"}, "robust_translation": {"five scripts"}}
FEW = (("safety", "safety_alignment"),)


@pytest.fixture(scope="module")
def similarity(tmp_path_factory) -> Similarity:
    return minilm(tmp_path_factory.mktemp("embeddings"))


def sound(humans: tuple[LoadedInstance, ...]) -> list[LoadedInstance]:
    return [human for human in humans if not list(errors(Draft.of(human.instance)))]


def reason(filters: Filters, draft: Draft) -> str:
    (judged,) = filters.judge([candidate(draft)])
    return judged.drop.reason if judged.drop else ""


@cache
def around(task: TaskName) -> Elsewhere:
    """How the published instances of the other tasks are worded."""
    own = [Draft.of(human.instance) for human in published()[task]]
    others = (x for name, humans in published().items() if name != task for x in humans)
    return elsewhere(own, [Draft.of(human.instance) for human in others])


def dropped_siblings(task: TaskName, similarity: Similarity) -> dict[str, object]:
    """Those of a task's sound instances that filters made of the others drop."""
    humans, dropped = published()[task], {}
    for human in sound(humans):
        others = [other for other in humans if other is not human]
        filters = filters_for(others, others, "en", similarity, around(task))
        (judged,) = filters.judge([candidate(Draft.of(human.instance))])
        if judged.drop:
            dropped[human.name] = judged.drop
    return dropped


def kept_junk(task: TaskName, humans, filters: Filters) -> dict[str, str]:
    """Junk that passes, or falls by a reason that is not its own."""
    host = Draft.of(sound(humans)[0].instance)
    junk = {
        name: case
        for name, case in (JUNK | IN_OTHER_LANGUAGES).items()
        if name not in FITTING.get(task[0], ()) and name not in FITTING.get(task[1], ())
    }
    return {
        name: found
        for name, (text, reasons) in junk.items()
        if (found := reason(filters, asking(host, text))) not in reasons
    }


def kept_questions(humans, filters: Filters) -> list[str]:
    """Questions in the dress of one of the humans that pass, each with another as its host."""
    hosts = [Draft.of(human.instance) for human in sound(humans)]
    return [
        text
        for place, text in enumerate(OFF_TASK)
        if not reason(filters, asking(hosts[place % len(hosts)], text))
    ]


@pytest.mark.parametrize("task", FEW)
def test_sound_instances_pass_the_filters_of_their_siblings(task, similarity):
    assert dropped_siblings(task, similarity) == {}


@pytest.mark.parametrize("task", FEW)
def test_junk_falls_by_its_own_reason(task, similarity):
    humans = published()[task]
    filters = filters_for(humans, humans, "en", similarity, around(task))
    assert kept_junk(task, humans, filters) == {}


def test_junk_falls_by_its_own_reason_in_a_small_task(similarity):
    humans = as_humans(TRIPS)
    filters = filters_for(humans, humans, "en", similarity)
    assert kept_junk(("planning", "travel_plan"), humans, filters) == {}


def test_questions_of_other_tasks_fall_in_a_small_task(similarity):
    humans = as_humans(TRIPS)
    filters = filters_for(humans, humans, "en", similarity)
    assert kept_questions(humans, filters) == []
    for text in OFF_TASK:
        # In so small a task a few words none of its own has may be taken for no language.
        assert reason(filters, asking(TRIPS[1], text)) in {"off_task", "language"}, text


@pytest.mark.parametrize("draft", [*FROM_ELSEWHERE, *IN_THREE_LANGUAGES], ids=lambda d: d.input)
def test_a_whole_instance_of_another_task_falls(draft, similarity):
    humans = as_humans(TRIPS)
    filters = filters_for(humans, humans, "en", similarity)
    assert reason(filters, draft) in {"off_task", "length", "language"}


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
    assert dropped_siblings(task, similarity) == {}


@pytest.mark.long
@pytest.mark.parametrize("task", published(), ids="/".join)
def test_junk_falls_in_every_task(task, similarity):
    humans = published()[task]
    if len(humans) < 4:
        pytest.skip("too few instances at hand")
    filters = filters_for(humans, humans, "en", similarity, around(task))
    assert kept_junk(task, humans, filters) == {}
    assert [d.input for d in (*FROM_ELSEWHERE, *IN_THREE_LANGUAGES) if not reason(filters, d)] == []
    # Some questions of general knowledge would fit tasks whose answers name nothing of what is
    # asked (`honesty`) or whose inputs have nothing in common (`ambiguous`).
    assert len(kept_questions(humans, filters)) <= 2
