"""Everything the files of a release are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchmark.load import Benchmark, LoadedInstance
from schemas.manifest import LeftOut


@dataclass(frozen=True)
class Facts:
    """One release before it is written.

    `benchmark` is what the source commit holds; `rows` are the released instances in order, as
    `data.row` makes them from `instances`, which may come from an older commit where a release
    has a base; `statistics` are the reviews in numbers, without names. `source_time` (UTC, ISO
    8601) is the only clock.
    """

    benchmark: Benchmark
    version: str
    source_commit: str
    source_time: str
    tool: str
    instances: tuple[LoadedInstance, ...]
    rows: tuple[Mapping[str, Any], ...]
    left_out: tuple[LeftOut, ...]
    statistics: Mapping[str, Any]
