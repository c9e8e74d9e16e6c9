"""A candidate that belongs to another task.

Five things speak for a candidate, each on a scale where 1 is what the task's own instances have:

- its rubric uses the words that their rubrics share and those of other tasks do not,
- its rubric is about as long as theirs,
- its input is like theirs (BERTScore F1 with the closest),
- its criterion is like theirs (the same),
- its input uses the words that theirs share.

No single one will do: the inputs of some tasks have little in common, the criteria of others are
all alike. Their weighted sum is low only for what is far from the demonstrations in more than one
way. Weights and limits were fitted to the instances of the BiGGen Bench (Kim et al., 2024): none
of them falls when its siblings judge it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from augment.candidate import Draft
from augment.filters.likeness import LEAST, UNRELATED_CRITERIA, UNRELATED_INPUTS, Likeness
from augment.filters.limit import Limits
from augment.filters.task import Filter, Nothing, Task
from augment.filters.usage import Usage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WEIGHTS: Final = {
    "the words of the rubric": 1.0,
    "the length of the rubric": 2.0,
    "the words of the input": 0.3,
    "the input": 0.7,
    "the criterion": 0.3,
}
"""In the order in which they are looked at: what takes a model to tell comes last."""
_WORST: Final = {"the input": LEAST, "the criterion": LEAST}
_LIMITS: Final = Limits(lowest=2.0, highest=3.0, margin=0.6, step=0.5)


class OffTask:
    """Drops what has less that speaks for it than the limit of the task and width."""

    def __init__(self, task: Task, width: int) -> None:
        import numpy as np

        drafts = task.drafts
        self._sizes = np.array([len(draft.rubric) for draft in drafts])
        self._rubrics = Usage([draft.rubric for draft in drafts], task.elsewhere.rubrics)
        self._inputs = Likeness([d.input for d in drafts], UNRELATED_INPUTS, task.closeness)
        self._criteria = Likeness(
            [d.score_rubric.criteria for d in drafts], UNRELATED_CRITERIA, task.closeness
        )
        self._asking = Usage([draft.input for draft in drafts], task.elsewhere.inputs)
        self._limit = _LIMITS.below(self._own(), width)

    def _own(self) -> NDArray[np.float64]:
        import numpy as np

        sizes = self._sizes
        parts = {
            "the words of the rubric": self._rubrics.own(),
            "the length of the rubric": [
                _length(size, np.delete(sizes, place)) for place, size in enumerate(sizes)
            ],
            "the words of the input": self._asking.own(),
            "the input": self._inputs.own(),
            "the criterion": self._criteria.own(),
        }
        total = np.zeros(len(sizes))
        for name, weight in _WEIGHTS.items():
            total += weight * np.array(parts[name])
        return total

    def fault(self, draft: Draft) -> str | None:
        """What is far from the task."""
        found: dict[str, float] = {}
        for part, value in self._parts(draft).items():
            found[part] = value()
            least = sum(w * found.get(p, _WORST.get(p, 0.0)) for p, w in _WEIGHTS.items())
            if least >= self._limit:
                return None
        return "far from the task's own instances: " + ", ".join(
            f"{part} {max(0.0, value):.0%}" for part, value in found.items()
        )

    def _parts(self, draft: Draft) -> dict[str, Callable[[], float]]:
        return {
            "the words of the rubric": lambda: self._rubrics.of(draft.rubric),
            "the length of the rubric": lambda: _length(len(draft.rubric), self._sizes),
            "the words of the input": lambda: self._asking.of(draft.input),
            "the input": lambda: self._inputs.of(draft.input),
            "the criterion": lambda: self._criteria.of(draft.score_rubric.criteria),
        }


def _length(size: int, own: NDArray[np.int64]) -> float:
    """1 within the range of the task's own, 0 from twice as long or half as short."""
    import numpy as np

    if not own.size or not size:
        return 1.0
    return max(0.0, 1 - float(np.log2(max(own.min() / size, size / own.max(), 1.0))))


def make(task: Task, width: int) -> Filter:
    """Wider: a lower limit. A task without instances has nothing to be far from."""
    return OffTask(task, width) if task.drafts else Nothing()
