"""What the app knows of the benchmark: read in the background, replaced as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmark.identity import Actor, who_acts
from benchmark.load import Benchmark, load_folder
from review.rule import Standing
from review.standings import standings
from schemas.errors import CurateError, IdentityError


@dataclass(frozen=True)
class Snapshot:
    """The benchmark as it was read last, and who looks at it.

    `actor` is None where the app only reads; `reads_only` then says why.
    """

    root: Path
    benchmark: Benchmark
    actor: Actor | None
    reads_only: str = ""

    @cached_property
    def standings(self) -> Mapping[str, Standing]:
        """Where each instance stands, by its name."""
        return standings(self.benchmark)

    @property
    def person(self) -> str:
        """The id of who looks at it; empty where unknown."""
        return self.actor.id if self.actor else ""

    def require_actor(self) -> Actor:
        """Who acts. Raises IdentityError where the app only reads."""
        if self.actor is None:
            raise IdentityError(self.reads_only)
        return self.actor


def read(root: Path, email: str | None) -> Snapshot:
    """Read the benchmark. Takes seconds for ten thousand instances: call it in a thread."""
    benchmark = load_folder(root)
    try:
        actor, why = who_acts(benchmark, root, email), ""
    except CurateError as error:
        actor, why = None, str(error)
    snapshot = Snapshot(root, benchmark, actor, why)
    _ = snapshot.standings
    return snapshot
