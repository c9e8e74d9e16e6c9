"""Numbers that are missing below the highest one: normal, but worth knowing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from benchmark import layout
from benchmark.checks.finding import Finding
from benchmark.layout import TaskName
from benchmark.load import Benchmark
from schemas.names import instance_id


def check(benchmark: Benchmark) -> Iterator[Finding]:
    """ID_GAP: info, under the id that is missing."""
    numbers: dict[TaskName, set[int]] = defaultdict(set)
    for loaded in benchmark.instances:
        if loaded.number is not None:
            numbers[loaded.task].add(loaded.number)
    for task, present in numbers.items():
        for number in sorted(set(range(max(present))) - present):
            missing = instance_id(*task, number)
            yield Finding(
                missing, layout.task_card(task), 1, "", "ID_GAP", "info",
                "there is no instance of this number; numbers are never given twice",
            )  # fmt: skip
