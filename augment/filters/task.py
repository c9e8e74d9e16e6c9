"""The human instances of a task, as the filters measure candidates by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from augment.candidate import Draft, Reason
from augment.filters.elsewhere import NOWHERE, Elsewhere
from augment.similarity import Similarity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTHS = range(4)
"""How wide a filter may be made before it is switched off; 0 is where it starts."""


class Closeness:
    """BERTScore F1 between texts, each pair computed once."""

    def __init__(self, similarity: Similarity) -> None:
        import numpy as np

        self.similarity = similarity
        self._places: dict[str, int] = {}
        self._known = np.full((64, 64), np.nan)

    def scores(self, texts: Sequence[str], others: Sequence[str]) -> NDArray[np.float64]:
        """F1 of every pair, [len(texts), len(others)]."""
        import numpy as np

        rows, columns = self._of(texts), self._of(others)
        known = self._known[np.ix_(rows, columns)]
        wanting = np.isnan(known).any(1).nonzero()[0]
        if wanting.size:
            at = list(dict.fromkeys(rows[i] for i in wanting))
            found = self.similarity.scores(
                list(dict.fromkeys(texts[i] for i in wanting)), list(dict.fromkeys(others))
            )
            self._known[np.ix_(at, list(dict.fromkeys(columns)))] = found
            known = self._known[np.ix_(rows, columns)]
        return known

    def _of(self, texts: Sequence[str]) -> list[int]:
        import numpy as np

        places = [self._places.setdefault(text, len(self._places)) for text in texts]
        lacking = len(self._places) - len(self._known)
        if lacking > 0:
            self._known = np.pad(
                self._known, (0, max(lacking, len(self._known))), constant_values=np.nan
            )
        return places


@dataclass(frozen=True)
class Task:
    """`names` and `drafts` are the human instances of one language that have no fault.

    `elsewhere` says how the other tasks of the benchmark word theirs.
    """

    names: tuple[str, ...]
    drafts: tuple[Draft, ...]
    language: str
    rubric_language: str
    closeness: Closeness
    elsewhere: Elsewhere = NOWHERE

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


class Nothing:
    """A filter that finds nothing."""

    def fault(self, draft: Draft) -> str | None:
        """None."""


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
