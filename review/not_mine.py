"""Why the reviews that are open are not for a person."""

from __future__ import annotations

from collections import Counter

from benchmark.load import Benchmark
from review.reasons import to_you, why_not
from review.standings import standing_of


def not_mine(benchmark: Benchmark, person: str) -> Counter[str]:
    """How many instances in an open round this person may not review now, by reason.

    A reason is said to the person: "you wrote it".
    """
    found: Counter[str] = Counter()
    for loaded in benchmark.instances:
        if standing_of(benchmark, loaded).round_open and (
            reason := why_not(benchmark, loaded, person)
        ):
            found[f"you {to_you(reason)}"] += 1
    return found
