"""Everything the files of a release are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchmark.load import Benchmark
from schemas.manifest import LeftOut


@dataclass(frozen=True)
class Facts:
    """One release before it is written.

    `benchmark` is what the source commit holds; `rows` are the released instances in order, as
    `data.row` makes them; `statistics` are the reviews in numbers, without names. `source_time`
    (UTC, ISO 8601) is the only clock.
    """

    benchmark: Benchmark
    version: str
    source_commit: str
    source_time: str
    tool: str
    rows: tuple[Mapping[str, Any], ...]
    left_out: tuple[LeftOut, ...]
    statistics: Mapping[str, Any]
