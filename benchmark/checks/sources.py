"""Sources of tasks: what a task's texts take over needs a licence. (Instances': schemas.checks.)"""

from __future__ import annotations

from collections.abc import Iterator

from benchmark import layout
from benchmark.checks.finding import Finding
from benchmark.load import Benchmark
from schemas.checks.sources import unlicensed


def check(benchmark: Benchmark) -> Iterator[Finding]:
    """SOURCE_LICENCE: an error in the card of a task that is not retired."""
    for task, card in benchmark.tasks.items():
        if card.status == "retired":
            continue
        path = layout.task_card(task)
        lines = benchmark.lines.get(path, {})
        for fault in unlicensed(card.sources):
            yield Finding(
                "", path, lines.get(fault.field, 1), fault.field, fault.code, fault.severity,
                fault.message,
            )  # fmt: skip
