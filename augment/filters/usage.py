"""The words that the texts of a task share and those of other tasks do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from augment.filters.wording import terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST: Final = 1.3


class Usage:
    """How much of what is usual in `texts` another text uses, where 1 is what they do themselves.

    A word weighs the square of how much larger its share is among `texts` than `elsewhere`;
    words of a single text weigh nothing. Texts that share no word say nothing: every text has 1.
    """

    def __init__(self, texts: Sequence[str], elsewhere: Mapping[str, float]) -> None:
        import numpy as np

        found = [terms(text) for text in texts]
        self._places = {t: i for i, t in enumerate(sorted(set().union(*found)))}
        self._there = np.array([self._row(text) for text in texts])
        self._there = self._there.reshape(len(texts), len(self._places))
        self._elsewhere = np.array([elsewhere.get(term, 0.0) for term in self._places])
        self._counts = self._there.sum(0)
        self._weights = self._weighed(self._counts, len(texts))

    def own(self) -> NDArray[np.float64]:
        """What each of the texts has when the others are all there is, [texts]."""
        shares = self._own_shares()
        return shares / self._usual if self._usual else shares * 0 + 1

    def of(self, text: str) -> float:
        """What another text has, at most 1.3."""
        whole = float(self._weights.sum())
        if not whole or not self._usual:
            return 1.0
        return min(_MOST, float(self._weights @ self._row(text)) / whole / self._usual)

    @property
    def _usual(self) -> float:
        import numpy as np

        shares = self._own_shares()
        return float(np.median(shares)) if shares.size else 0.0

    def _own_shares(self) -> NDArray[np.float64]:
        import numpy as np

        weights = self._weighed(self._counts - self._there, len(self._there) - 1)
        whole = weights.sum(1)
        there = (weights * self._there).sum(1)
        return np.where(whole > 0, there / np.maximum(whole, np.finfo(float).tiny), 1.0)

    def _weighed(self, counts: NDArray[np.float64], of: int) -> NDArray[np.float64]:
        import numpy as np

        more = np.clip(counts / max(1, of) - self._elsewhere, 0, None) ** 2
        return np.where(counts > 1, more, 0.0)

    def _row(self, text: str) -> NDArray[np.float64]:
        import numpy as np

        row = np.zeros(len(self._places))
        row[[self._places[term] for term in terms(text) if term in self._places]] = 1
        return row
