"""One JSON record a line, in the fields of an instance; numbers are given where none are."""

from __future__ import annotations

from pathlib import Path

from benchmark.imports.record import Incoming, read_json, read_record
from benchmark.imports.text import read_text
from schemas.errors import Where


def read_jsonl(file: Path) -> list[Incoming]:
    """The instances in file order. Raises FileError with the line."""
    return [
        read_record(read_json(line, Where(str(file), number)), Where(str(file), number))
        for number, line in enumerate(read_text(file).split("\n"), 1)
        if line.strip()
    ]
