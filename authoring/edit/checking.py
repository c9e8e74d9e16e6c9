"""What the checks say of an instance as it stands on the screen."""

from __future__ import annotations

import threading
from typing import Final

from benchmark.checks import Finding
from benchmark.checks.neighbours import Neighbours, neighbours
from benchmark.load import Benchmark, LoadedInstance
from benchmark.validate import instance_faults
from schemas.instance import Instance


def own_findings(
    benchmark: Benchmark, loaded: LoadedInstance, instance: Instance, *, as_submitted: bool = False
) -> list[Finding]:
    """What is found in `instance`, which stands in for what `loaded` holds.

    Lines of the file mean nothing to somebody who does not see it and are left at 1.
    """
    found = instance_faults(benchmark, loaded, instance, as_submitted=as_submitted)
    return [
        Finding(loaded.name, loaded.path, 1, x.field, x.code, x.severity, x.message) for x in found
    ]


class Around:
    """Compares an instance with all others. Made anew only when one of the others changed."""

    def __init__(self) -> None:
        self._index: Neighbours | None = None
        self._made_of: dict[str, int] = {}
        self._one_at_a_time = threading.Lock()

    def findings(
        self, benchmark: Benchmark, loaded: LoadedInstance, instance: Instance
    ) -> list[Finding]:
        """What the instance shares with others. Takes long the first time: call it in a thread."""
        with self._one_at_a_time:
            made_of = {other.path: id(other) for other in benchmark.instances}
            if self._index is None or _others(made_of, loaded) != _others(self._made_of, loaded):
                self._index = neighbours(benchmark)
                # Keeps what the ids stand for alive, so that none is given twice.
                self._instances = benchmark.instances
                self._made_of = made_of
            return self._index.findings(loaded.task, loaded.name, instance)


AROUND: Final = Around()


def _others(made_of: dict[str, int], loaded: LoadedInstance) -> dict[str, int]:
    return {path: number for path, number in made_of.items() if path != loaded.path}
