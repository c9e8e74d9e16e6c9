"""Before someone looks after instances that others wrote."""

from __future__ import annotations

from collections.abc import Iterable

from benchmark.load import Benchmark, LoadedInstance
from review.standings import standing_of
from schemas.errors import RefusedError


def require_no_review(
    benchmark: Benchmark, instances: Iterable[LoadedInstance], person: str
) -> None:
    """Raises RefusedError where the person has reviewed one in its newest round, or is to.

    Whoever looks after an instance may have to change it, and a review of theirs would then not
    count any more.
    """
    for loaded in instances:
        standing = standing_of(benchmark, loaded)
        if any(item.review.by == person for item in standing.reviews):
            raise RefusedError(
                f"{person} has reviewed {loaded.name} and cannot look after it",
                advice="Choose someone else for it, or name only the other instances.",
            )
        named = (need.who for need in standing.needs if need.act == "review" and need.named)
        if any(person in who for who in named):
            raise RefusedError(
                f"{person} is to review {loaded.name}",
                advice=f"First: curate review reassign {loaded.name} --from {person} --reason …",
            )
