"""Capabilities that a release could not call by their name."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark import layout
from benchmark.checks.finding import Finding
from benchmark.load import Benchmark
from schemas.names import RESERVED_CAPABILITIES


def check(benchmark: Benchmark) -> Iterator[Finding]:
    """CAPABILITY_RESERVED: an error."""
    found = {*benchmark.capabilities, *(capability for capability, _ in benchmark.tasks)}
    for capability in sorted(found & RESERVED_CAPABILITIES):
        yield Finding(
            "", layout.capability_card(capability), 1, "", "CAPABILITY_RESERVED", "error",
            f"'{capability}' has a meaning of its own for those who load a release: choose "
            "another name",
        )  # fmt: skip
