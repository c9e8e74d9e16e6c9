"""The time a person spends on one review, without the time they are away."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

IDLE: Final = 60.0


class Stopwatch:
    """Counts from one sign of life to the next; of a longer silence only the first minute."""

    def __init__(self, clock: Callable[[], float] = monotonic, begun: float = 0.0) -> None:
        self._clock = clock
        self._counted = begun
        self._last = clock()

    def alive(self) -> None:
        """The person has pressed a key or moved the mouse."""
        now = self._clock()
        self._counted += min(now - self._last, IDLE)
        self._last = now

    def paused(self) -> None:
        """What has passed since the last sign of life does not count."""
        self._last = self._clock()

    @property
    def seconds(self) -> int:
        """Whole seconds up to the last sign of life."""
        return int(self._counted)
