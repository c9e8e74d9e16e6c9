"""What changed between two releases, and whose scores can no longer be compared."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from benchmark.git import Git
from benchmark.load import Benchmark
from benchmark.release.afterwards import NOTHING, Record, on_record
from benchmark.release.outcome import Judge
from benchmark.release.selection import Request, select
from benchmark.release.verify import verify
from schemas.errors import RefusedError, UsageError
from schemas.fields import TEXT_FIELDS

Rows = Mapping[str, Mapping[str, Any]]
Step = Literal["none", "patch", "minor", "major"]


@dataclass(frozen=True)
class Side:
    """One release: what it is called, its rows by id, and what is on record of it."""

    label: str
    rows: Rows
    record: Record = NOTHING


@dataclass(frozen=True)
class Changed:
    """One instance whose content differs; `cosmetic` where only white space a reader cannot see
    (at line ends, kinds of line end) or the Unicode form of equal characters does."""

    id: str
    fields: tuple[str, ...]
    cosmetic: bool


@dataclass(frozen=True)
class Diff:
    """The difference of two releases."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[Changed, ...]

    @property
    def not_comparable(self) -> tuple[str, ...]:
        """Ids whose scores on the one side say nothing about the other."""
        return tuple(change.id for change in self.changed if not change.cosmetic)

    @property
    def step(self) -> Step:
        """How far the version should go: major where something was removed, minor where
        something was added, patch for corrections."""
        if self.removed:
            return "major"
        if self.added:
            return "minor"
        return "patch" if self.changed else "none"


def side(name: str, root: Path | None, benchmark: Benchmark | None, judge: Judge) -> Side:
    """A release by its version in this benchmark, or by its folder.

    Raises UsageError where it is neither, RefusedError where the folder is not as it was frozen.
    """
    if benchmark is not None and root is not None and name in benchmark.releases:
        git = Git(root)
        request = Request.of(benchmark.releases[name])
        selection = select(git, request, judge)
        rows = {x.id: json.loads(selection.spool.get(x.place)) for x in selection.rows}
        return Side(name, rows, on_record(benchmark, benchmark.releases[name]))
    folder = Path(name)
    if not folder.is_dir():
        raise UsageError(f"'{name}' is neither a release of this benchmark nor a folder")
    found = verify(folder)
    if found.problems:
        raise RefusedError(
            f"{name} is not as it was frozen: {found.problems[0]}",
            advice="`curate release verify` lists everything.",
        )
    record = on_record(benchmark, found.manifest) if benchmark else NOTHING
    return Side(f"{found.manifest.version} ({name})", read_rows(folder), record)


def read_rows(folder: Path) -> dict[str, dict[str, Any]]:
    """The rows of a release folder by id, in the order of its manifest's instances."""
    rows = [
        json.loads(line)
        for file in sorted((folder / "data").glob("*.jsonl"))
        for line in file.read_bytes().split(b"\n")
        if line
    ]
    return {row["id"]: row for row in rows}


def diff(before: Side, after: Side) -> Diff:
    """Compare two releases by id."""
    old, new = before.rows, after.rows
    changed = []
    for name, row in new.items():
        if name in old and (fields := _fields(old[name], row)):
            changed.append(Changed(name, tuple(fields), all(fields.values())))
    return Diff(
        tuple(name for name in new if name not in old),
        tuple(name for name in old if name not in new),
        tuple(changed),
    )


def _fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, bool]:
    """The fields that differ, each with whether the difference is cosmetic."""
    pairs = {name: (old[name], new[name]) for name in TEXT_FIELDS}
    for level in sorted({*old["score_rubric"], *new["score_rubric"]}):
        pairs[f"rubric.{level}"] = (
            old["score_rubric"].get(level, ""),
            new["score_rubric"].get(level, ""),
        )
    return {
        name: _plain(one) == _plain(other) for name, (one, other) in pairs.items() if one != other
    }


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    return re.sub(r"[ \t]+$", "", text, flags=re.M).rstrip("\n")
