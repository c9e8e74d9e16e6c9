"""Start from a release: its instances, to be adopted by their digests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmark.imports.record import Incoming
from benchmark.release.diff import read_rows
from benchmark.release.verify import verify
from schemas.errors import RefusedError
from schemas.instance import Instance, Provenance, ScoreRubric


@dataclass(frozen=True)
class ReleaseSource:
    """A verified release folder as a source of instances."""

    label: str
    incoming: tuple[Incoming, ...]
    digests: dict[str, str]


def read_release(folder: Path) -> ReleaseSource:
    """The instances with keys and ids as released. Raises RefusedError unless it verifies."""
    found = verify(folder)
    if found.problems:
        raise RefusedError(
            f"{folder} is not as it was frozen: {found.problems[0]}",
            advice="`curate release verify` lists everything.",
        )
    manifest = found.manifest
    label = f"{manifest.name} {manifest.version} {found.digest}"
    rows = read_rows(folder)
    incoming = []
    for entry in manifest.instances:
        row = rows[entry.id]
        instance = Instance(
            key=entry.key,
            language=row["language"],
            rubric_language=row["rubric_language"],
            system_prompt=row["system_prompt"],
            input=row["input"],
            reference_answer=row["reference_answer"],
            score_rubric=ScoreRubric.model_validate(row["score_rubric"]),
            provenance=Provenance(origin="imported"),
        )
        incoming.append(
            Incoming(
                (row["capability"], row["task"]),
                row["instance_idx"],
                instance,
                entry.id,
                keyed=True,
            )
        )
    return ReleaseSource(label, tuple(incoming), {e.id: e.digest for e in manifest.instances})
