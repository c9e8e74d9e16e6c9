"""The rows of a release: one JSON line an instance, and what its columns mean."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from benchmark import files
from benchmark.load import LoadedInstance
from benchmark.release import composition
from benchmark.release.outcome import Outcome
from benchmark.release.row import Row
from schemas.digest import content


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


@dataclass(frozen=True)
class WrittenFile:
    """A file of a release on disk: size in bytes, SHA-256 in hex, and how many lines it has."""

    path: str
    size: int
    sha256: str
    lines: int = 0


def write_lines(folder: Path, path: str, lines: Iterable[bytes]) -> WrittenFile:
    """Write a file line by line, each with its newline. Raises OSError."""
    digest, size, count = hashlib.sha256(), 0, 0

    def seen() -> Iterable[bytes]:
        nonlocal size, count
        for line in lines:
            digest.update(line)
            size += len(line)
            count += 1
            yield line

    files.write_pieces(folder / path, seen())
    return WrittenFile(path, size, digest.hexdigest(), count)


def write_data(
    folder: Path, rows: Iterable[Row], line: Callable[[int], bytes]
) -> list[WrittenFile]:
    """One JSON Lines file a capability, in the order of the rows; `line` reads one by its place.

    Raises OSError.
    """
    return [
        write_lines(folder, data_file(capability), (line(row.place) for row in own))
        for capability, own in composition.capabilities(rows).items()
    ]


def data_file(capability: str) -> str:
    """The path of a capability's rows in a release."""
    return f"data/{capability}.jsonl"
