"""Which instances a command is about: named ones, a task's, or all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmark.layout import TaskName
    from benchmark.load import Benchmark, LoadedInstance


def selected(names: list[str] | None, task: str, *, everything: bool) -> TaskName | None:
    """Check that exactly one of the three ways was used; the task where it was that one.

    Raises UsageError.
    """
    from benchmark.layout import parse_task
    from schemas.errors import UsageError

    if sum([bool(names), bool(task), everything]) != 1:
        raise UsageError("name instances, or a task with --task, or take --all")
    return parse_task(task) if task else None


def named(benchmark: Benchmark, names: Sequence[str]) -> list[LoadedInstance]:
    """The instances of these names, each once. Raises UsageError."""
    return list({(found := benchmark.find(name)).name: found for name in names}.values())
