"""The instances of a release, read from its folder after every byte of it was checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmark.exports.record import Exported, Origin
from benchmark.release.diff import read_rows
from benchmark.release.verify import verify
from schemas.errors import RefusedError
from schemas.instance import ScoreRubric
from schemas.manifest import Manifest


def read_released(folder: Path) -> tuple[Manifest, Origin, list[Exported]]:
    """The manifest, the mark, and exactly the release's rows, in its manifest's order.

    Raises RefusedError where the folder is not as it was frozen, UsageError or FileError where it
    is no release at all.
    """
    found = verify(folder)
    if found.problems:
        raise RefusedError(
            f"{folder} is not as it was frozen: {found.problems[0]}",
            advice="Nothing was exported. `curate release verify` lists everything.",
        )
    manifest, rows = found.manifest, read_rows(folder)
    origin = Origin(
        manifest.name, manifest.licence, manifest.canary, manifest.version, found.digest
    )
    return manifest, origin, [_exported(rows[entry.id]) for entry in manifest.instances]


def _exported(row: Mapping[str, Any]) -> Exported:
    return Exported(
        id=row["id"],
        capability=row["capability"],
        task=row["task"],
        number=row["instance_idx"],
        system_prompt=row["system_prompt"],
        input=row["input"],
        reference_answer=row["reference_answer"],
        rubric=ScoreRubric.model_validate(row["score_rubric"]),
        language=row["language"],
        digest=row["digest"],
    )
