"""How like a task's texts another one is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from augment.filters.task import Closeness

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST: Final = -0.3
_LEAST_SPREAD: Final = 0.25


class Likeness:
    """BERTScore F1 with the closest of `texts`, where 0 is what the `unrelated` ones reach.

    `floor` is that F1. 1 is what is usual among `texts`; no text has more, or less than `LEAST`.
    """

    def __init__(
        self, texts: Sequence[str], unrelated: Sequence[str], closeness: Closeness
    ) -> None:
        import numpy as np

        self._texts = texts
        self._closeness = closeness
        self._own = np.array(closeness.scores(texts, texts))
        np.fill_diagonal(self._own, -1)
        self.floor = float(np.median(closeness.scores(unrelated, texts).max(1)))
        usual = float(np.median(self._own.max(1)))
        self._spread = max(usual - self.floor, _LEAST_SPREAD * (1 - self.floor))

    def own(self) -> NDArray[np.float64]:
        """What each of the texts has beside the others, [texts]."""
        return self._scaled(self._own.max(1))

    def of(self, text: str) -> float:
        """What another text has."""
        return float(self._scaled(self._closeness.scores([text], self._texts).max(1))[0])

    def _scaled(self, best: NDArray[np.float64]) -> NDArray[np.float64]:
        import numpy as np

        return np.clip((best - self.floor) / self._spread, LEAST, 1.0)


UNRELATED_INPUTS: Final = (
    "What is the boiling point of water at sea level in degrees Fahrenheit?",
    "The museum is closed on Mondays. Tickets for the other days are sold at the entrance until "
    "half past four, and children under six come in free.",
    "My neighbour's dog barks all night. Whom should I talk to first, and what should I say?",
)
UNRELATED_CRITERIA: Final = (
    "Does the response name the right number of legs?",
    "Is the advice on caring for the plants practical and complete?",
    "Is the tone of the letter polite and fitting for a landlord?",
)
