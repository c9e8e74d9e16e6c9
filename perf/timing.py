"""Time things against each other on a noisy machine: interleaved, the best of several runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping


def best_of(contestants: Mapping[str, Callable[[], object]], rounds: int = 7) -> dict[str, float]:
    """Seconds of the fastest run of each; the runs take turns."""
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, work in contestants.items():
            begin = time.perf_counter()
            work()
            best[name] = min(best[name], time.perf_counter() - begin)
    return best
