"""First version: empty only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from augment.candidate import Candidate, Drop
from augment.similarity import Similarity
from benchmark.load import LoadedInstance


@dataclass(frozen=True)
class Filters:
    """The filters of one task and language. `notes` says which were widened or are off, and why."""

    notes: tuple[str, ...] = ()

    def judge(self, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """The candidates in the same order, with `drop` set where they are out."""
        return tuple(
            replace(c, drop=Drop("empty", "input is blank"))
            if c.drop is None and c.draft and not c.draft.input.strip()
            else c
            for c in candidates
        )


def filters_for(
    humans: Sequence[LoadedInstance],
    pool: Sequence[LoadedInstance],
    language: str,
    similarity: Similarity,
) -> Filters:
    """Filters whose thresholds come from the task's human instances."""
    return Filters()
