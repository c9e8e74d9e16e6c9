"""Rules across the files of a benchmark, one file a kind of fault.

To add one: a module with `check(benchmark) -> Iterator[Finding]`, and its name in `CHECKS`.
Rules a single instance is held to are in `schemas.checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from benchmark.checks import (
    acts,
    cards,
    id_gaps,
    identity,
    neighbours,
    reserved_names,
    sources,
)
from benchmark.checks.finding import Finding
from benchmark.load import Benchmark

CHECKS: Final[tuple[Callable[[Benchmark], Iterator[Finding]], ...]] = (
    identity.check,
    id_gaps.check,
    cards.check,
    acts.check,
    reserved_names.check,
    sources.check,
    neighbours.check,
)

__all__ = ["CHECKS", "Finding"]
