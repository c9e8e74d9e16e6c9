"""The rows of a release: one JSON line an instance, and what its columns mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from benchmark.load import LoadedInstance
from benchmark.release.outcome import Outcome
from schemas.digest import canonical_json, content


@dataclass(frozen=True)
class Column:
    """One column of the data; `rubric` is a mapping of `RUBRIC_FIELDS` to texts."""

    name: str
    kind: Literal["text", "number", "texts", "rubric"]
    meaning: str


COLUMNS: Final = (
    Column("id", "text", "The permanent id: capability, task and number."),
    Column("capability", "text", "What is measured in the large."),
    Column("task", "text", "What is measured in the small."),
    Column("instance_idx", "number", "The number in its task; gaps are normal."),
    Column("system_prompt", "text", "What the model is told about its role; may be empty."),
    Column("input", "text", "What the model is asked."),
    Column("reference_answer", "text", "An answer worth the score 5."),
    Column("score_rubric", "rubric", "One criterion and a description of each score, 1 to 5."),
    Column("language", "text", "The language of input and reference answer (BCP 47)."),
    Column("rubric_language", "text", "The language of the rubric (BCP 47)."),
    Column("origin", "text", "`human`, `augmented` (by a model) or `imported`."),
    Column("difficulty", "texts", "What each reviewer thought, `very_easy` to `hard`."),
    Column("basis", "text", "Why it is here: `reviewed`, or `adopted` by a curator."),
    Column("digest", "text", "SHA-256 of the texts that are judged, as the manifest lists it."),
    Column("canary", "text", "The same in every row; shows up where the data leaked."),
)


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
        files.setdefault(data_file(entry["capability"]), []).append(canonical_json(entry))
    return {path: b"".join(line + b"\n" for line in lines) for path, lines in files.items()}


def data_file(capability: str) -> str:
    """The path of a capability's rows in a release."""
    return f"data/{capability}.jsonl"
