"""The human instances of a task, as the filters measure candidates by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from augment.candidate import Draft, Reason
from augment.similarity import Similarity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTHS = range(4)
"""How wide a filter may be made before it is switched off; 0 is where it starts."""


class Closeness:
    """BERTScore F1 between texts, each pair computed once."""

    def __init__(self, similarity: Similarity) -> None:
        self.similarity = similarity
        self._known: dict[tuple[str, str], float] = {}

    def scores(self, texts: Sequence[str], others: Sequence[str]) -> NDArray[np.float64]:
        """F1 of every pair, [len(texts), len(others)]."""
        import numpy as np

        known = self._known
        wanting = [a for a in dict.fromkeys(texts) if any((a, b) not in known for b in others)]
        if wanting:
            columns = list(dict.fromkeys(others))
            for a, row in zip(wanting, self.similarity.scores(wanting, columns), strict=True):
                self._known.update({(a, b): float(f) for b, f in zip(columns, row, strict=True)})
        return np.array([[self._known[a, b] for b in others] for a in texts])


@dataclass(frozen=True)
class Task:
    """`names` and `drafts` are the human instances of one language that have no fault."""

    names: tuple[str, ...]
    drafts: tuple[Draft, ...]
    language: str
    rubric_language: str
    closeness: Closeness

    def without(self, place: int) -> Task:
        """The task as it would be if one instance had not been written."""
        return replace(
            self,
            names=self.names[:place] + self.names[place + 1 :],
            drafts=self.drafts[:place] + self.drafts[place + 1 :],
        )


class Filter(Protocol):
    """One way in which a candidate is no instance of its task."""

    def fault(self, draft: Draft) -> str | None:
        """What is wrong with it, for the person who checks; None where nothing is."""


@dataclass(frozen=True)
class Kind:
    """A filter before it is fitted to a task: `make` takes the task and a width.

    One that `learns` has to know an instance to let its like pass, so that its wider forms are
    not tried without it.
    """

    name: str
    reason: Reason
    make: Callable[[Task, int], Filter]
    learns: bool = False
