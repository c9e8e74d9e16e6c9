"""A candidate that belongs to another task.

Three things speak for a candidate, each on a scale where 0 is what an unrelated text would reach
and 1 what the task's own instances usually do:

- its input is like those of the task (BERTScore F1 with the closest),
- its criteria are like those of the task (the same),
- its own answer and rubric speak of what its input speaks of (letter sequences that few
  instances of the task share).

No single one will do. The inputs of some tasks have little in common, the criteria of others are
all alike, and an answer may use no word of the question. Their sum is low only for what is far
from the demonstrations in more than one way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import TYPE_CHECKING, Final

from augment.candidate import Draft
from augment.filters.task import Closeness, Task
from augment.filters.wording import grams

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_UNRELATED_INPUTS: Final = (
    "What is the boiling point of water at sea level in degrees Fahrenheit?",
    "The museum is closed on Mondays. Tickets for the other days are sold at the entrance until "
    "half past four, and children under six come in free.",
    "My neighbour's dog barks all night. Whom should I talk to first, and what should I say?",
)
_UNRELATED_CRITERIA: Final = (
    "Does the response name the right number of legs?",
    "Is the advice on caring for the plants practical and complete?",
    "Is the tone of the letter polite and fitting for a landlord?",
)
_LEAST_SPREAD: Final = 0.15
_NOT_OWN: Final = 0.06
_OWN: Final = 0.2
_MOST: Final = 1.5
_LEAST: Final = 0.9
_MARGIN: Final = 0.6


@dataclass(frozen=True)
class _Scale:
    """Turns F1 with the closest of `texts` into 0 (unrelated) to 1 (usual for the task)."""

    texts: tuple[str, ...]
    unrelated: float
    usual: float
    closeness: Closeness

    def of(self, text: str) -> float:
        best = float(self.closeness.scores([text], self.texts).max())
        spread = max(self.usual - self.unrelated, _LEAST_SPREAD * (1 - self.unrelated))
        return min(1.0, max(-0.3, (best - self.unrelated) / spread))


def _scale(texts: Sequence[str], unrelated: Sequence[str], closeness: Closeness) -> _Scale:
    own = closeness.scores(texts, texts)
    own[range(len(texts)), range(len(texts))] = -1
    far = closeness.scores(unrelated, texts)
    return _Scale(tuple(texts), median(far.max(1).tolist()), median(own.max(1).tolist()), closeness)


@dataclass(frozen=True)
class OffTask:
    """Drops what the three together put below `limit`; 3 is the most there is."""

    task: Task
    limit: float

    @cached_property
    def _inputs(self) -> _Scale:
        texts = [draft.input for draft in self.task.drafts]
        return _scale(texts, _UNRELATED_INPUTS, self.task.closeness)

    @cached_property
    def _criteria(self) -> _Scale:
        texts = [draft.score_rubric.criteria for draft in self.task.drafts]
        return _scale(texts, _UNRELATED_CRITERIA, self.task.closeness)

    @cached_property
    def _common(self) -> frozenset[str]:
        counts = Counter(
            gram for draft in self.task.drafts for gram in grams(draft.input) | _own(draft)
        )
        return frozenset(g for g, n in counts.items() if n > len(self.task.drafts) / 3)

    def evidence(self, draft: Draft) -> tuple[float, float, float]:
        """How much speaks for a draft: its input, its criteria, its answer."""
        asked = grams(draft.input) - self._common
        shared = len(asked & _own(draft)) / len(asked) if asked else 1.0
        return (
            self._inputs.of(draft.input),
            self._criteria.of(draft.score_rubric.criteria),
            min(1.0, max(0.0, (shared - _NOT_OWN) / _OWN)),
        )

    def fault(self, draft: Draft) -> str | None:
        """What is far from the task."""
        found = self.evidence(draft)
        if sum(found) >= self.limit:
            return None
        parts = ("the input", "the criteria", "what its own answer and rubric speak of")
        return "far from the task's own instances: " + ", ".join(
            f"{part} {max(0.0, value):.0%}" for part, value in zip(parts, found, strict=True)
        )


def _own(draft: Draft) -> frozenset[str]:
    rubric = draft.score_rubric
    return grams(draft.reference_answer).union(
        *(grams(getattr(rubric, name)) for name in type(rubric).model_fields)
    )


def make(task: Task, width: int) -> OffTask:
    """The limit lies below what each of the task's own reaches among the others. Wider: lower."""
    unlimited = OffTask(task, -1.0)
    if len(task.drafts) < 3:
        return OffTask(task, _LEAST)
    reached = []
    for place, draft in enumerate(task.drafts):
        reached.append(sum(OffTask(task.without(place), -1.0).evidence(draft)))
    del unlimited
    lowest = min(reached)
    return OffTask(task, max(_LEAST, min(_MOST, lowest - _MARGIN)) - 0.3 * width)
