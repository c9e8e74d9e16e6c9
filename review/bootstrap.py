"""Intervals by the percentile bootstrap, from counts instead of raw data.

B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap (1993), ch. 13.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, TypeVar

P = TypeVar("P")

Interval: TypeAlias = tuple[float, float]
Units: TypeAlias = tuple[tuple[P, int], ...]
"""What units look like, in a fixed order, and how many look like that."""


@dataclass(frozen=True)
class Bootstrap:
    """How intervals are made: percentiles over draws of as many units, with replacement."""

    draws: int = 1000
    seed: int = 20240611
    level: float = 0.95


def interval(
    units: Units[P], value: Callable[[Units[P]], float | None], bootstrap: Bootstrap
) -> tuple[Interval | None, float]:
    """The interval of `value`, and the share of draws for which it is not defined.

    Draws are of single units; `value` gets them counted, in the order of `units`.
    """
    values = sorted(
        found for drawn in _draws(units, bootstrap) if (found := value(drawn)) is not None
    )
    undefined = 1 - len(values) / bootstrap.draws
    if not values:
        return None, undefined
    tail = (1 - bootstrap.level) / 2
    return (_percentile(values, tail), _percentile(values, 1 - tail)), undefined


@lru_cache(maxsize=8)
def _draws(units: Units[P], bootstrap: Bootstrap) -> tuple[Units[P], ...]:
    """The draws; several figures of one table are taken from the same."""
    owners = [place for place, (_, count) in enumerate(units) for _ in range(count)]
    n = len(owners)
    # `random()` alone is promised to give the same numbers in every version of Python.
    draw = random.Random(bootstrap.seed).random
    counted = (Counter([owners[int(draw() * n)] for _ in range(n)]) for _ in range(bootstrap.draws))
    return tuple(
        tuple((units[place][0], drawn[place]) for place in sorted(drawn)) for drawn in counted
    )


def _percentile(ordered: Sequence[float], share: float) -> float:
    """Between the two nearest values, in proportion."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
