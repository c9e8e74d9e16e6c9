"""Standings in the form a release takes them."""

from __future__ import annotations

from collections.abc import Mapping

from benchmark.load import Benchmark
from benchmark.release.outcome import Outcome, Reviewed
from review.standings import standing_of
from review.statistics import statistics
from schemas.acts import Adopt, Submit


def reviewed(benchmark: Benchmark) -> Reviewed:
    """What a release has to know of a benchmark's reviews."""
    return Reviewed(outcomes(benchmark), statistics(benchmark))


def outcomes(benchmark: Benchmark) -> Mapping[str, Outcome]:
    """The outcome of each instance, by its name."""
    found = {}
    for loaded in benchmark.instances:
        standing = standing_of(benchmark, loaded)
        acts = [recorded.act for recorded in benchmark.acts_of(loaded)]
        found[loaded.name] = Outcome(
            status=standing.status,
            why=standing.why,
            is_final=standing.is_final,
            was_submitted=any(isinstance(act, Submit | Adopt) for act in acts),
            basis=standing.basis if standing.status == "accepted" else "",
            difficulty=tuple(
                item.review.difficulty
                for item in sorted(standing.reviews, key=lambda item: item.name)
            ),
        )
    return found
