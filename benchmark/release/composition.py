"""What a release is made of, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmark.layout import TaskName
from benchmark.release.row import Row
from schemas.fields import CONTENT_FIELDS

ORIGINS: Final = ("human", "augmented", "imported")
DIFFICULTIES: Final = ("very_easy", "easy", "intermediate", "hard")


@dataclass(frozen=True)
class Lengths:
    """How long one kind of text is, in characters (code points), over all instances."""

    field: str
    p5: int
    p25: int
    median: int
    p75: int
    p95: int
    longest: int
    empty: int


def counts(rows: Iterable[Row], column: str, order: Sequence[str] = ()) -> dict[str, int]:
    """Instances by the value of a column: in the given order, then the commonest first."""
    counted = Counter(str(getattr(row, column)) for row in rows)
    rest = sorted(set(counted) - set(order), key=lambda value: (-counted[value], value))
    return {value: counted[value] for value in [*order, *rest] if counted[value]}


def by_origin(rows: Iterable[Row]) -> tuple[int, ...]:
    """Instances of each of `ORIGINS`."""
    counted = Counter(row.origin for row in rows)
    return tuple(counted[origin] for origin in ORIGINS)


def capabilities(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each capability, in the release's order."""
    return _grouped(rows, lambda row: row.capability)


def tasks(rows: Iterable[Row]) -> dict[TaskName, list[Row]]:
    """The rows of each task, in the release's order."""
    return _grouped(rows, lambda row: (row.capability, row.task))


def difficulties(rows: Iterable[Row]) -> dict[str, int]:
    """Reviewers' answers, not instances, from very easy to hard."""
    counted = Counter(answer for row in rows for answer in row.difficulty)
    return {answer: counted[answer] for answer in DIFFICULTIES if counted[answer]}


def lengths(rows: Sequence[Row]) -> list[Lengths]:
    """One entry a kind of text; the levels are nearest ranks, so all are lengths of real texts."""
    found = []
    for index, field in enumerate(CONTENT_FIELDS):
        sizes = sorted(row.lengths[index] for row in rows)
        if sizes and sizes[-1]:
            p5, p25, median, p75, p95 = (_rank(sizes, percent) for percent in (5, 25, 50, 75, 95))
            found.append(
                Lengths(field, p5, p25, median, p75, p95, longest=sizes[-1], empty=sizes.count(0))
            )
    return found


def _rank(ordered: Sequence[int], percent: int) -> int:
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]


def _grouped(rows: Iterable[Row], place: Callable[[Row], Any]) -> dict[Any, list[Row]]:
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(place(row), []).append(row)
    return groups
