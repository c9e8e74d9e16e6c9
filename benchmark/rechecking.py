"""Run the checks again and again: those of one instance only where it changed."""

from __future__ import annotations

from collections.abc import Callable

from benchmark.checks import CHECKS, Finding
from benchmark.load import Benchmark, LoadedInstance
from benchmark.validate import instance_findings


class Rechecking:
    """What the checks found of each instance, as long as `Rereading` gives the same object."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[LoadedInstance, bool, tuple[Finding, ...]]] = {}

    def findings(
        self, benchmark: Benchmark, gives_up: Callable[[], bool]
    ) -> dict[str, list[Finding]] | None:
        """By file, what `validate` finds of files that can be read; None where it gave up.

        Takes seconds for ten thousand instances the first time.
        """
        found: dict[str, list[Finding]] = {}
        for loaded in benchmark.instances:
            if gives_up():
                return None
            for finding in self._of(benchmark, loaded):
                found.setdefault(finding.file, []).append(finding)
        for check in CHECKS:
            if gives_up():
                return None
            for finding in check(benchmark):
                found.setdefault(finding.file, []).append(finding)
        return found

    def _of(self, benchmark: Benchmark, loaded: LoadedInstance) -> tuple[Finding, ...]:
        is_draft = not any(a.act.act in {"submit", "adopt"} for a in benchmark.acts_of(loaded))
        known = self._known.get(loaded.path)
        if known and known[0] is loaded and known[1] == is_draft:
            return known[2]
        findings = tuple(instance_findings(benchmark, loaded))
        self._known[loaded.path] = loaded, is_draft, findings
        return findings
