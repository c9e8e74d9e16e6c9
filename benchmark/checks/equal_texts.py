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
from benchmark.load import Benchmark, LoadedInstance
from schemas.checks import Fault
from schemas.fields import RUBRIC_FIELDS
from schemas.instance import Instance

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
_NAMED: Final = 3


class EqualTexts:
    """Which instances have which text."""

    def __init__(self, instances: Iterable[LoadedInstance]) -> None:
        self._places: dict[_Key, list[Place]] = defaultdict(list)
        self._size: dict[TaskName, int] = defaultdict(int)
        for loaded in instances:
            self._size[loaded.task] += 1
            for key in _keys(loaded.instance):
                self._places[key].append((loaded.task, loaded.name))

    def faults(self, task: TaskName, name: str, instance: Instance) -> Iterator[Fault]:
        """What an instance has in common with others, but not with its whole task."""
        for key in _keys(instance):
            others = [other for other in self._places.get(key, ()) if other != (task, name)]
            if others and not self._is_habit(key, [*others, (task, name)]):
                yield _fault(key[0], named(others))

    def shared(self) -> Iterator[tuple[Place, Fault]]:
        """The same for each instance; what a whole task has in common once, at its first."""
        for key, places in self._places.items():
            if len(places) < 2:
                continue
            if self._is_habit(key, places):
                yield places[0], _habit(key[0], len(places))
                continue
            for place in places:
                others = [other for other in places[: _NAMED + 1] if other != place]
                yield place, _fault(key[0], named(others, len(places) - 1))

    def _is_habit(self, key: _Key, places: Sequence[Place]) -> bool:
        task = places[0][0]
        return (
            key[0] in RUBRIC_FIELDS
            and len(places) >= max(_FEWEST_FOR_A_HABIT, self._size[task])
            and all(place[0] == task for place in places)
        )


class Rubrics:
    """The instances of a benchmark by their whole rubric."""

    def __init__(self, benchmark: Benchmark) -> None:
        self._by_rubric: dict[int, list[LoadedInstance]] = defaultdict(list)
        for loaded in benchmark.instances:
            self._by_rubric[_rubric(loaded.instance)].append(loaded)

    def copied_by(self, loaded: LoadedInstance) -> list[LoadedInstance]:
        """The other instances of the same language with the rubric of this one.

        None for an imported instance, which came as it is, nor one that stands in another's place.
        """
        instance = loaded.instance
        if instance.provenance.origin == "imported":
            return []
        return [
            other
            for other in self._by_rubric[_rubric(instance)]
            if other is not loaded
            and other.instance.language == instance.language
            and instance.provenance.replaces != other.name
            and other.instance.provenance.replaces != loaded.name
        ]


def _rubric(instance: Instance) -> int:
    return hash(tuple(_letters(getattr(instance.score_rubric, name)) for name in RUBRIC_FIELDS))


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


def _fault(what: str, names: str) -> Fault:
    if what == "rubric":
        return Fault(
            "rubric", "DUP_RUBRIC", "warning",
            f"the whole rubric is that of {names}: write one for this instance",
        )  # fmt: skip
    if what == "input":
        return Fault(
            "input", "DUP_INPUT", "warning", f"system prompt and input are those of {names}"
        )
    if what == "reference_answer":
        return Fault(what, "DUP_REFERENCE", "info", f"the same as in {names}")
    return Fault(f"rubric.{what}", _code(what), "info", f"the same as in {names}")


def _habit(what: str, number: int) -> Fault:
    return Fault(
        f"rubric.{what}", _code(what), "info",
        f"all {number} instances of the task have this text: does it say enough about each?",
    )  # fmt: skip


def named(places: Sequence[Place], number: int = 0, most: int = _NAMED) -> str:
    """Some names in a sentence; `number` is how many there are, where `places` has not all."""
    number = number or len(places)
    names = [name for _, name in places[:most]]
    if number > len(names):
        return f"{', '.join(names)} and {number - len(names)} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
