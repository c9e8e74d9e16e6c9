"""What the exports that are folders share: their data file, and the modules they carry."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Final

from benchmark import files
from benchmark.exports.record import Exported
from schemas.errors import RefusedError

DATA: Final = "instances.jsonl"
ABOUT: Final = "about.json"


def write(out: Path, contents: Mapping[str, bytes]) -> None:
    """Put the files into a folder that is new or empty, all of them or none.

    Raises RefusedError where something is there already.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise RefusedError(
            f"{out} is there already", advice="Remove it, or name another folder with --out."
        )
    files.write_folder(out, contents)


def rows(instances: Iterable[Mapping[str, object]]) -> bytes:
    """One JSON object a line, characters other than control characters as they are."""
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in instances)


def row(instance: Exported) -> dict[str, object]:
    """An instance as both tools get it."""
    return {
        "id": instance.id,
        "capability": instance.capability,
        "task": instance.task,
        "language": instance.language,
        "digest": instance.digest,
        **instance.content,
    }


def carried(module: str) -> bytes:
    """The text of a module that is handed out as it is."""
    return (resources.files("benchmark.exports.carried") / module).read_bytes()


def slug(name: str) -> str:
    """A benchmark's name in letters that file names and command lines of any tool take."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_") or "benchmark"
