"""A candidate that belongs to another task.

Five things speak for a candidate, each on a scale where 0 is what an unrelated text would reach
and 1 what the task's own instances usually do:

- its input is like those of the task (BERTScore F1 with the closest),
- its criteria are like those of the task (the same),
- its own answer and rubric use the words of its input, more than those of others do,
- its own answer or rubric is like its input, more than those of others are (BERTScore again),
- its rubric is about as long as theirs.

No single one will do. The inputs of some tasks have little in common, the criteria of others are
all alike, and an answer may use no word of the question. Their weighted sum is low only for what
is far from the demonstrations in more than one way. Weights and margins were fitted to published
instances: none of them falls when its siblings judge it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, median
from typing import Final

from augment.candidate import Draft
from augment.filters.task import Closeness, Task
from augment.filters.wording import grams
from schemas.fields import RUBRIC_FIELDS

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
_LEAST_SPREAD: Final = 0.25
_FULL_WORDS: Final = 0.15
_FULL_ANSWER: Final = 0.15
_WEIGHTS: Final = {
    "the input": 0.8,
    "the criteria": 0.4,
    "words of the input in its own answer and rubric": 0.35,
    "the length of the rubric": 0.6,
    "answer and rubric beside the input": 0.7,
}
_WHOLE: Final = sum(_WEIGHTS.values())
_LOWEST: Final = 0.32 * _WHOLE
_HIGHEST: Final = 0.61 * _WHOLE
_MARGIN: Final = 0.46
_STEP: Final = 0.3


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
    """Drops what has less evidence for it than `limit`."""

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
            gram for draft in self.task.drafts for gram in grams(draft.input) | _own_grams(draft)
        )
        return frozenset(g for g, n in counts.items() if n > len(self.task.drafts) / 3)

    @cached_property
    def _rubric_sizes(self) -> tuple[int, int]:
        sizes = [len(_rubric(draft)) for draft in self.task.drafts]
        return min(sizes), max(sizes)

    def cheap(self, draft: Draft) -> list[float]:
        """What speaks for a draft, but for the last, which needs its answer embedded."""
        return [
            self._inputs.of(draft.input),
            self._criteria.of(draft.score_rubric.criteria),
            self._words(draft),
            self._length(draft),
        ]

    def _words(self, draft: Draft) -> float:
        asked = grams(draft.input) - self._common
        if not asked:
            return 1.0
        own = len(asked & _own_grams(draft)) / len(asked)
        others = [len(asked & _own_grams(other)) / len(asked) for other in self.task.drafts]
        return _clipped((own - fmean(others)) / _FULL_WORDS)

    def _length(self, draft: Draft) -> float:
        size, (least, most) = max(1, len(_rubric(draft))), self._rubric_sizes
        return 1 - _clipped(math.log(max(least / size, size / max(1, most), 1.0)) / math.log(2))

    def _answer(self, draft: Draft) -> float:
        lead = -1.0
        for part in (_answer_of, _rubric):
            texts = [part(draft), *map(part, self.task.drafts)]
            own, *others = self.task.closeness.scores([draft.input], texts)[0].tolist()
            lead = max(lead, own - fmean(others))
        return _clipped(lead / _FULL_ANSWER)

    def total(self, draft: Draft) -> float:
        """The weighted sum of all that speaks for a draft."""
        return _weighted([*self.cheap(draft), self._answer(draft)])

    def fault(self, draft: Draft) -> str | None:
        """What is far from the task; nothing where it has no instance."""
        if not self.task.drafts:
            return None
        found = self.cheap(draft)
        if _weighted(found) >= self.limit:
            return None
        found.append(self._answer(draft))
        if _weighted(found) >= self.limit:
            return None
        return "far from the task's own instances: " + ", ".join(
            f"{part} {max(0.0, value):.0%}" for part, value in zip(_WEIGHTS, found, strict=True)
        )


def _weighted(found: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(_WEIGHTS.values(), found, strict=False))


def _clipped(value: float) -> float:
    return min(1.0, max(0.0, value))


def _answer_of(draft: Draft) -> str:
    return draft.reference_answer


def _rubric(draft: Draft) -> str:
    return "\n".join(getattr(draft.score_rubric, name) for name in RUBRIC_FIELDS)


def _own_grams(draft: Draft) -> frozenset[str]:
    return grams(draft.reference_answer) | grams(_rubric(draft))


def make(task: Task, width: int) -> OffTask:
    """The limit lies below what each of the task's own reaches among the others. Wider: lower."""
    limit = _LOWEST
    if len(task.drafts) > 2:
        reached = [
            OffTask(task.without(place), limit).total(draft)
            for place, draft in enumerate(task.drafts)
        ]
        limit = max(_LOWEST, min(_HIGHEST, min(reached) - _MARGIN))
    return OffTask(task, limit - _STEP * width)
