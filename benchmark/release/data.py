"""The rows of a release: one JSON line an instance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from benchmark.load import LoadedInstance
from benchmark.release.outcome import Outcome
from schemas.digest import canonical_json, content


def row(loaded: LoadedInstance, outcome: Outcome, canary: str) -> dict[str, Any]:
    """BiGGen's eight keys, then language, origin, difficulty, basis, digest and canary.

    The canary is a column, never part of a text.
    """
    capability, task = loaded.task
    return {
        "id": loaded.name,
        "capability": capability,
        "task": task,
        "instance_idx": loaded.number,
        **content(loaded.instance),
        "language": loaded.instance.language,
        "rubric_language": loaded.instance.rubric_language,
        "origin": loaded.instance.provenance.origin,
        "difficulty": list(outcome.difficulty),
        "basis": outcome.basis,
        "digest": loaded.digest,
        "canary": canary,
    }


def data_files(rows: Iterable[Mapping[str, Any]]) -> Mapping[str, bytes]:
    """One JSON Lines file a capability, in the order of the rows."""
    files: dict[str, list[bytes]] = {}
    for entry in rows:
        files.setdefault(f"data/{entry['capability']}.jsonl", []).append(canonical_json(entry))
    return {path: b"".join(line + b"\n" for line in lines) for path, lines in files.items()}
