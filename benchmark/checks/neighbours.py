"""What only shows beside other instances: copies, borrowed names, near-duplicates.

`neighbours(benchmark)` is built once, in time about linear in the benchmark, and then tells of one
instance, as it is being edited, in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benchmark.checks import beginnings
from benchmark.checks.borrowed_names import BorrowedNames
from benchmark.checks.equal_texts import EqualTexts, Place
from benchmark.checks.finding import Finding
from benchmark.checks.near_duplicates import NearDuplicates
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance
from schemas.checks import Fault
from schemas.instance import Instance


class Neighbours:
    """The instances of a benchmark (but those of retired tasks), ready to be compared with."""

    def __init__(self, instances: Iterable[LoadedInstance]) -> None:
        self._loaded = {(x.task, x.name): x for x in instances}
        everyone = tuple(self._loaded.values())
        self._equal_texts = EqualTexts(everyone)
        self._borrowed_names = BorrowedNames(everyone)
        self._near_duplicates = NearDuplicates(everyone)

    def findings(self, task: TaskName, name: str, instance: Instance) -> list[Finding]:
        """What one instance has of others', as it is now.

        `name` is its id or `new-<key>`: what the benchmark holds under it is not compared with.
        Lines are those of the file as it was loaded, 1 for an instance that was not.
        """
        place = (task, name)
        faults = [
            *self._equal_texts.faults(task, name, instance),
            *self._borrowed_names.faults(task, name, instance),
            *self._near_duplicates.faults(task, name, instance),
        ]
        return [self._placed(place, fault) for fault in faults]

    def all(self) -> Iterator[Finding]:
        """What each instance has of others'; near-duplicates once for each group."""
        for place, loaded in self._loaded.items():
            for fault in self._borrowed_names.faults(*place, loaded.instance):
                yield self._placed(place, fault)
        for place, fault in (
            *self._equal_texts.shared(),
            *self._near_duplicates.clusters(),
            *beginnings.clusters(self._loaded.values()),
        ):
            yield self._placed(place, fault)

    def _placed(self, place: Place, fault: Fault) -> Finding:
        loaded = self._loaded.get(place)
        path = "score_" + fault.field if fault.field.startswith("rubric") else fault.field
        line = loaded.document.lines.get(path, 1) if loaded else 1
        return Finding(
            place[1], loaded.path if loaded else "", line, fault.field, fault.code, fault.severity,
            fault.message,
        )  # fmt: skip


def neighbours(benchmark: Benchmark) -> Neighbours:
    """Everything an instance can be compared with."""
    return Neighbours(x for x in benchmark.instances if not benchmark.is_retired(x.task))


def check(benchmark: Benchmark) -> Iterator[Finding]:
    """DUP_RUBRIC, DUP_INPUT, ENTITY_FROM_NEIGHBOUR, NEAR_DUPLICATE: warnings.

    DUP_CRITERIA, DUP_LEVEL_ACROSS, DUP_REFERENCE, IDENTICAL_AFTER_512_WORDPIECES: infos.
    """
    return neighbours(benchmark).all()
