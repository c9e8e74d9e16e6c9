"""What the checks say of an instance as it stands on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from benchmark.checks import Finding
from benchmark.load import Benchmark, LoadedInstance
from benchmark.validate import instance_findings
from schemas.instance import Instance

Neighbours: TypeAlias = Callable[[LoadedInstance], Iterator[Finding]]


def findings(
    benchmark: Benchmark,
    loaded: LoadedInstance,
    instance: Instance,
    *,
    as_submitted: bool = False,
    neighbours: Neighbours | None = None,
) -> list[Finding]:
    """Everything found in `instance`, which stands in for what `loaded` holds.

    Lines of the file mean nothing to somebody who does not see it and are left out.
    """
    document = replace(loaded.document, source="", lines={})
    current = LoadedInstance(loaded.task, loaded.name, instance, document)
    found = list(instance_findings(benchmark, current, as_submitted=as_submitted))
    if neighbours is not None:
        found += neighbours(current)
    return found
