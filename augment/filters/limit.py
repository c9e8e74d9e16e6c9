"""Limits that follow from what a task's own instances reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FEW = 3


@dataclass(frozen=True)
class Limits:
    """`margin` below the least that any of the task's own reaches, within bounds.

    `step` is how much lower each further width is.
    """

    lowest: float
    highest: float
    margin: float
    step: float

    def below(self, own: NDArray[np.float64], width: int) -> float:
        """The limit for a task whose instances reach `own`; too few of them say nothing."""
        least = float(own.min()) - self.margin if own.size >= _FEW else self.lowest
        return min(max(least, self.lowest), self.highest) - self.step * width
