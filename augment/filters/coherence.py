"""A candidate whose reference answer and rubric belong to another input.

An off-task question often comes in the dress of a demonstration: with its answer, its rubric, its
manner. What gives it away is that these are no closer to the question than to what other instances
ask. Measured by

- BERTScore F1 of answer and input, and of rubric and input, less the mean of what the answer and
  rubric have with the inputs of others, and the input with theirs;
- the share of the rarer words of answer and rubric that the input has, less what the inputs of
  others have of them;
- a little by how like the inputs of the task the input is. Where it is plainly of their kind,
  less of a lead will do: its answer may be wrong, but that is for the person who checks.

An answer or a rubric in another language than the input has no words in common with it, and is
left out. Limits were fitted to the instances of the BiGGen Bench (Kim et al., 2024).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import fsum, log
from typing import TYPE_CHECKING, Final

from augment.candidate import Draft
from augment.filters.languages import guess, kin
from augment.filters.likeness import UNRELATED_INPUTS, Likeness
from augment.filters.limit import Limits
from augment.filters.task import Filter, Nothing, Task
from augment.filters.wording import terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LIMITS: Final = Limits(lowest=-0.05, highest=0.5, margin=0.3, step=0.3)
_CLOSENESS: Final = 1.6
_WORDS: Final = 2.0
_LIKENESS: Final = 0.3
_ENOUGH_WORDS: Final = 0.12
"""So much of a lead in words that nothing else needs to be looked at."""
_OF_THE_TASK: Final = 0.8
_LITTLE: Final = 0.1
"""An input so like the task's own is hardly one of another task: this much of a lead will do."""
_SMALLEST_UNIT: Final = 0.05
_PARTS: Final = ("reference_answer", "rubric")


@dataclass(frozen=True)
class _Words:
    """The words of one instance: of what it asks, and of its comparable answer and rubric."""

    asked: frozenset[str]
    own: frozenset[str]


class Coherence:
    """Drops what has less of a lead than the limit of the task and width."""

    def __init__(self, task: Task, width: int) -> None:
        self._task = task
        self._words = [_words(draft) for draft in task.drafts]
        self._counts = Counter(term for words in self._words for term in words.asked | words.own)
        self._likeness = Likeness(
            [draft.input for draft in task.drafts], UNRELATED_INPUTS, task.closeness
        )
        self._limit = _LIMITS.below(self._own(), width)

    def _own(self) -> NDArray[np.float64]:
        import numpy as np

        likeness = self._likeness.own()
        return np.array(
            [
                self._total(draft, place, likeness[place])
                for place, draft in enumerate(self._task.drafts)
                if _comparable(draft)
            ]
        )

    def fault(self, draft: Draft) -> str | None:
        """That answer and rubric are those of something else."""
        if not _comparable(draft) or self._words_lead(draft, None) >= _ENOUGH_WORDS:
            return None
        likeness = self._likeness.of(draft.input)
        limit = min(self._limit, _LITTLE) if likeness >= _OF_THE_TASK else self._limit
        if self._total(draft, None, likeness) >= limit:
            return None
        return "reference_answer and rubric are no closer to this input than to others"

    def _total(self, draft: Draft, place: int | None, likeness: float) -> float:
        """`place` is where the draft stands in the task, None where it does not."""
        return (
            _CLOSENESS * self._closeness_lead(draft, place)
            + _WORDS * self._words_lead(draft, place)
            + _LIKENESS * likeness
        )

    def _closeness_lead(self, draft: Draft, place: int | None) -> float:
        """The lead there and back, in the mean over the comparable parts.

        In units of what lies between an unrelated text and an equal one, which another model puts
        elsewhere.
        """
        import numpy as np

        drafts = [other for i, other in enumerate(self._task.drafts) if i != place]
        scores, leads = self._task.closeness.scores, []
        for part in _comparable(draft):
            text = str(getattr(draft, part))
            own = scores([draft.input], [text])[0, 0]
            from_part = scores([text], [other.input for other in drafts])
            from_input = scores([draft.input], [getattr(other, part) for other in drafts])
            leads.append(2 * own - from_part.mean() - from_input.mean())
        return float(np.mean(leads)) / max(1 - self._likeness.floor, _SMALLEST_UNIT)

    def _words_lead(self, draft: Draft, place: int | None) -> float:
        """How much more of its own words the input has than those of others; in -1..1."""
        words = _words(draft)
        counts, size = self._counts, len(self._words)
        if place is None:
            counts, size = counts + Counter(words.asked | words.own), size + 1
        weights = {term: log((size + 1) / counts[term]) for term in words.own}
        whole = fsum(weights.values())
        if not whole:
            return 0.0

        def share(asked: frozenset[str]) -> float:
            return fsum(weights[term] for term in words.own & asked) / whole

        others = [share(other.asked) for i, other in enumerate(self._words) if i != place]
        return share(words.asked) - sum(others) / max(1, len(others))


def _comparable(draft: Draft) -> list[str]:
    """The parts in the input's language, or in one that is not known."""
    asked = guess(draft.input)
    alike = kin(frozenset({asked}))
    return [part for part in _PARTS if not asked or (guess(getattr(draft, part)) or asked) in alike]


def _words(draft: Draft) -> _Words:
    parts = (terms(getattr(draft, part)) for part in _comparable(draft))
    return _Words(terms(draft.input), frozenset().union(*parts))


def make(task: Task, width: int) -> Filter:
    """Wider: a lower limit. A single instance has no others to compare it with."""
    return Coherence(task, width) if len(task.drafts) > 1 else Nothing()
