"""Why the reviews that are open are not for a person, in words they may read."""

from __future__ import annotations

from collections import Counter

from benchmark.load import Benchmark
from review.file import may_file
from review.reasons import to_you, why_not
from review.standings import standing_of


def not_mine(benchmark: Benchmark, person: str) -> Counter[str]:
    """How many instances in an open round this person may not review now, by reason."""
    found: Counter[str] = Counter()
    for loaded in benchmark.instances:
        standing = standing_of(benchmark, loaded)
        if standing.round_open and not may_file(person, standing):
            found[f"you {to_you(why_not(benchmark, loaded, person))}"] += 1
    return found
