"""Texts that two instances have in common although each should have its own.

Texts of the rubric are equal up to case, blanks and final punctuation, input and reference answer
up to blanks around them. A text of the rubric that every instance of
a task has is the task's way and is named once; one that some share is named at each of them,
because which is the copy cannot be told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from schemas.checks import Fault
from schemas.checks.prose import folded
from schemas.fields import RUBRIC_FIELDS
from schemas.instance import Instance, ScoreRubric

Place = tuple[TaskName, str]
_Key = tuple[str, int]

_FINAL: Final = ".!?…;:,。！？।؟۔"
_CODES: Final = {
    "rubric": "DUP_RUBRIC",
    "input": "DUP_INPUT",
    "reference_answer": "DUP_REFERENCE",
    "criteria": "DUP_CRITERIA",
}
_SHORTEST_REFERENCE: Final = 30
_FEWEST_FOR_A_HABIT: Final = 5
_NOTHING: Final = hash("")


class EqualTexts:
    """Which instances have which text."""

    def __init__(self, instances: Iterable[LoadedInstance]) -> None:
        self._places: dict[_Key, list[Place]] = defaultdict(list)
        self._keys: dict[Place, tuple[_Key, ...]] = {}
        self._size: dict[TaskName, int] = defaultdict(int)
        for loaded in instances:
            place = (loaded.task, loaded.name)
            self._size[loaded.task] += 1
            self._keys[place] = keys = tuple(_keys(loaded.instance))
            for key in keys:
                self._places[key].append(place)

    def faults(
        self, task: TaskName, name: str, instance: Instance | None = None
    ) -> Iterator[Fault]:
        """What an instance has in common with others, but not with its whole task.

        Without `instance`, the one that the index was built with.
        """
        keys = self._keys[task, name] if instance is None else _keys(instance)
        for key in keys:
            others = self._others(key, (task, name))
            if others and not self._is_habit(task, key, others):
                yield _fault(key[0], others)

    def habits(self, task: TaskName, name: str) -> Iterator[Fault]:
        """What the whole task has in common; none where `name` is not its first to have it."""
        for key in self._keys[task, name]:
            others = self._others(key, (task, name))
            is_first = self._places[key][0] == (task, name)
            if is_first and self._is_habit(task, key, others):
                what = key[0]
                yield Fault(
                    f"rubric.{what}",
                    _code(what),
                    "info",
                    f"all {len(others) + 1} instances of the task have this text: does it say "
                    "enough about each of them?",
                )

    def _others(self, key: _Key, place: Place) -> list[Place]:
        return [other for other in self._places.get(key, ()) if other != place]

    def _is_habit(self, task: TaskName, key: _Key, others: Sequence[Place]) -> bool:
        return (
            key[0] in RUBRIC_FIELDS
            and len(others) + 1 >= max(_FEWEST_FOR_A_HABIT, self._size[task])
            and all(other[0] == task for other in others)
        )


def same_rubric(one: ScoreRubric, other: ScoreRubric) -> bool:
    """Whether two rubrics say the same in every field."""
    return all(
        folded(getattr(one, name)) == folded(getattr(other, name)) for name in RUBRIC_FIELDS
    )


def _keys(instance: Instance) -> Iterator[_Key]:
    """What is compared; what is empty or says too little is left out."""
    rubric = instance.score_rubric
    parts = {name: hash(_letters(getattr(rubric, name))) for name in RUBRIC_FIELDS}
    if _NOTHING not in parts.values():
        yield "rubric", hash(tuple(parts.values()))
    if prompt := instance.input.strip():
        yield "input", hash((instance.system_prompt.strip(), prompt))
    reference = instance.reference_answer.strip()
    if len(reference) >= _SHORTEST_REFERENCE:
        yield "reference_answer", hash(reference)
    yield from ((name, key) for name, key in parts.items() if key != _NOTHING)


def _letters(text: str) -> str:
    return "".join(text.casefold().split()).rstrip(_FINAL)


def _code(what: str) -> str:
    return _CODES.get(what, "DUP_LEVEL_ACROSS")


def _fault(what: str, others: Sequence[Place]) -> Fault:
    names = named(others)
    if what == "rubric":
        return Fault(
            "rubric", "DUP_RUBRIC", "warning",
            f"the whole rubric is that of {names}: write one for this instance",
        )  # fmt: skip
    if what == "input":
        return Fault("input", "DUP_INPUT", "warning", f"system prompt and input are those of {names}")
    if what == "reference_answer":
        return Fault(what, "DUP_REFERENCE", "info", f"the same as in {names}")
    return Fault(f"rubric.{what}", _code(what), "info", f"the same as in {names}")


def named(places: Sequence[Place]) -> str:
    """Up to five names in a sentence."""
    names = [name for _, name in places]
    if len(names) > 5:
        return f"{', '.join(names[:4])} and {len(names) - 4} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
