"""Everything the files of a release are made from, but for the texts of its instances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchmark.load import Benchmark
from benchmark.release.row import Row
from schemas.manifest import LeftOut


@dataclass(frozen=True)
class Facts:
    """One release before it is written.

    `benchmark` is what the source commit holds; `rows` are the released instances in order,
    which may come from an older commit where a release has a base; `statistics` are the reviews
    in numbers, without names. `source_time` (UTC, ISO 8601) is the only clock.
    """

    benchmark: Benchmark
    version: str
    source_commit: str
    source_time: str
    tool: str
    rows: tuple[Row, ...]
    left_out: tuple[LeftOut, ...]
    statistics: Mapping[str, Any]
