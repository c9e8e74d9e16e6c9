"""How the other tasks of a benchmark word theirs, to tell a task's own way from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from augment.candidate import Draft
from augment.filters.wording import terms

_DIGITS: Final = 4


@dataclass(frozen=True)
class Elsewhere:
    """The share of the other tasks' instances in whose rubrics, or inputs, a word stands."""

    rubrics: Mapping[str, float] = field(default_factory=dict)
    inputs: Mapping[str, float] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((frozenset(self.rubrics.items()), frozenset(self.inputs.items())))


NOWHERE: Final = Elsewhere()
"""There are no other tasks."""


def elsewhere(own: Sequence[Draft], others: Iterable[Draft]) -> Elsewhere:
    """Of the words that more than one of `own` has."""
    others = list(others)
    return Elsewhere(
        _shares([d.rubric for d in own], [d.rubric for d in others]),
        _shares([d.input for d in own], [d.input for d in others]),
    )


def _shares(own: Sequence[str], others: Sequence[str]) -> dict[str, float]:
    if not others:
        return {}
    shared = {term for term, n in Counter(t for text in own for t in terms(text)).items() if n > 1}
    counts = Counter(term for text in others for term in terms(text) & shared)
    return {term: round(counts[term] / len(others), _DIGITS) for term in sorted(counts)}
