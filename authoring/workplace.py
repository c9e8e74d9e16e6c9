"""What the app knows of the benchmark: read in the background, replaced as a whole."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from benchmark.checks import Finding
from benchmark.identity import Actor, who_acts
from benchmark.load import Benchmark, LoadedInstance
from benchmark.rechecking import Rechecking
from benchmark.rereading import Rereading
from review.queue import may_see_author
from review.rule import Standing
from review.standings import standings
from schemas.errors import CurateError, IdentityError

NOBODY: Final = ""
"""In place of an address: someone who only reads, whoever git thinks they are."""


@dataclass(frozen=True)
class Snapshot:
    """The benchmark as it was read last, and who looks at it.

    `actor` is None where the app only reads; `reads_only` then says why.
    """

    root: Path
    benchmark: Benchmark
    actor: Actor | None
    reads_only: str = ""
    standings: Mapping[str, Standing] = field(default_factory=dict)

    @property
    def person(self) -> str:
        """The id of who looks at it; empty where unknown."""
        return self.actor.id if self.actor else ""

    @property
    def is_curator(self) -> bool:
        """Whether who looks at it decides things."""
        return self.actor is not None and "curator" in self.actor.person.roles

    def require_actor(self) -> Actor:
        """Who acts. Raises IdentityError where the app only reads."""
        if self.actor is None:
            raise IdentityError(self.reads_only)
        return self.actor

    def sees_author(self, loaded: LoadedInstance) -> bool:
        """Whether author and origin of an instance may be shown, counted or searched for."""
        return may_see_author(self.benchmark, loaded, self.standings[loaded.name], self.person)

    @cached_property
    def by_task(self) -> Mapping[tuple[str, str], tuple[LoadedInstance, ...]]:
        """The instances of each task, those of no known task included."""
        found: dict[tuple[str, str], list[LoadedInstance]] = {}
        for task in self.benchmark.tasks:
            found[task] = []
        for loaded in self.benchmark.instances:
            found.setdefault(loaded.task, []).append(loaded)
        return {task: tuple(members) for task, members in found.items()}


class Workplace:
    """Reads one benchmark for one person; unchanged files are not parsed again."""

    def __init__(self, root: Path, email: str | None) -> None:
        self.root = root
        self.email = email
        self._rereading = Rereading(root)
        self._rechecking = Rechecking()
        self._one_at_a_time = threading.Lock()

    def read(self) -> Snapshot:
        """The benchmark as it is now. Takes seconds for ten thousand instances the first time.

        Raises OSError where the folder cannot be read.
        """
        with self._one_at_a_time:
            benchmark = self._rereading.read()
        try:
            actor, why = self._who(benchmark), ""
        except CurateError as error:
            actor, why = None, str(error)
        return Snapshot(self.root, benchmark, actor, why, standings(benchmark))

    def _who(self, benchmark: Benchmark) -> Actor:
        if self.email == NOBODY:
            raise IdentityError("You only read here: nobody was named at the start.")
        return who_acts(benchmark, self.root, self.email)

    def check(
        self, benchmark: Benchmark, gives_up: Callable[[], bool]
    ) -> Mapping[str, Sequence[Finding]] | None:
        """What the checks find, by file; None where it gave up."""
        return self._rechecking.findings(benchmark, gives_up)

    def changed(self) -> bool:
        """Whether a file came, went or changed since it was read last."""
        with self._one_at_a_time:
            return self._rereading.changed()


def read(root: Path, email: str | None) -> Snapshot:
    """Read a benchmark once."""
    return Workplace(root, email).read()
