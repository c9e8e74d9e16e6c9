"""What is in the way of a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchmark.load import Benchmark
from benchmark.release.outcome import Outcome
from benchmark.validate import validate


@dataclass(frozen=True)
class Obstacle:
    """One thing in the way; `id` is empty where it is not about one instance, `file` where it is
    not about a file."""

    id: str
    file: str
    line: int
    message: str

    @property
    def in_words(self) -> str:
        """Place, instance and message on one line."""
        place = f"{self.file}:{self.line}" if self.file else ""
        where = " ".join(part for part in (place, self.id) if part)
        return f"{where}: {self.message}" if where else self.message


def obstacles(benchmark: Benchmark, outcomes: Mapping[str, Outcome]) -> list[Obstacle]:
    """Instances that were submitted and are not final, and every error of a check.

    Drafts, eliminated and withdrawn instances do not count, nor what is wrong with them.
    """
    found = [
        Obstacle(loaded.name, loaded.path, 1, f"{outcome.status}: {outcome.why}")
        for loaded in benchmark.instances
        if (outcome := outcomes[loaded.name]).was_submitted and not outcome.is_final
    ]
    for finding in validate(benchmark):
        status = outcomes.get(finding.id)
        counts = status is None or status.basis or (status.was_submitted and not status.is_final)
        if finding.severity == "error" and counts:
            place = f"{finding.field}: " if finding.field else ""
            found.append(Obstacle(finding.id, finding.file, finding.line, place + finding.message))
    return found
