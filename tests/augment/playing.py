"""Published instances as the human instances of a task, and drafts made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from augment.candidate import Candidate, Draft
from augment.similarity import Similarity, open_similarity
from benchmark.imports.biggen import read_biggen
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from schemas.instance import Instance, ScoreRubric
from schemas.names import instance_id
from schemas.settings import SimilaritySettings
from schemas.yamldoor import Document
from tests.world import BIGGEN

MINILM = SimilaritySettings(model="minilm")


def minilm(folder: Path | None = None) -> Similarity:
    return open_similarity(MINILM, "en", folder)


def loaded(instance: Instance, name: str, task: TaskName = ("planning", "travel_plan")):
    return LoadedInstance(task, name, instance, Document("", "", {}))


@cache
def published() -> Mapping[TaskName, tuple[LoadedInstance, ...]]:
    """All that is at hand, by task."""
    tasks: dict[TaskName, list[LoadedInstance]] = {}
    for number, incoming in enumerate(read_biggen(BIGGEN / "sample_responses.json")):
        name = incoming.name or instance_id(*incoming.task, number)
        tasks.setdefault(incoming.task, []).append(loaded(incoming.instance, name, incoming.task))
    return {task: tuple(instances) for task, instances in tasks.items()}


def candidate(draft: Draft, index: int = 0) -> Candidate:
    return Candidate(1, index, "", draft)


def asking(draft: Draft, text: str) -> Draft:
    """The same instance with another input."""
    return replace(draft, input=text)


def rubric(criteria: str, *levels: str) -> ScoreRubric:
    return ScoreRubric(
        criteria=criteria,
        **{f"score{n}_description": level for n, level in enumerate(levels, 1)},
    )


def trip(place: str, days: int, wish: str, answer: str = "") -> Draft:
    """An instance of a small task about trips."""
    return Draft(
        "You are a travel agent that can design travel plans.",
        f"Plan a trip of {days} days to {place} for two people. They like {wish}, travel by train "
        "and do not want to spend more than 900 euro. Say where they sleep and what they do on "
        "each day.",
        answer
        or f"They take the train to {place} in the morning of the first day and stay in a small "
        f"hotel for {days} nights. Every day has something with {wish}, and the whole trip costs "
        "850 euro.",
        rubric(
            f"Does the plan for {place} fill all {days} days, keep to the money and care for "
            f"{wish}?",
            f"The plan is not about {place} or has no days.",
            f"The plan names {place} but fills fewer than {days} days.",
            f"The plan fills {days} days but costs more than 900 euro.",
            f"The plan keeps to the money but leaves out {wish}.",
            f"The plan fills {days} days in {place}, costs at most 900 euro and has {wish}.",
        ),
    )


TRIPS = (
    trip("Lisbon", 4, "old trams and grilled fish"),
    trip("Kyoto", 6, "temples and gardens"),
    trip("Oslo", 3, "museums and long walks by the sea"),
    trip("Naples", 5, "pizza and ruins"),
    trip("Prague", 4, "puppet theatre and dark beer"),
    trip("Marrakesh", 7, "markets and mint tea"),
)


def as_instance(draft: Draft, key: str = "00000001", **fields: str) -> Instance:
    return Instance(
        key=key,
        system_prompt=draft.system_prompt,
        input=draft.input,
        reference_answer=draft.reference_answer,
        score_rubric=draft.score_rubric,
        **fields,
    )


def as_humans(drafts: tuple[Draft, ...]) -> tuple[LoadedInstance, ...]:
    return tuple(
        loaded(as_instance(draft, f"{n:08x}"), f"planning_travel_plan_{n}")
        for n, draft in enumerate(drafts)
    )
