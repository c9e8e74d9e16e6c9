"""What was typed and is not saved yet, kept beside the git directory until it is.

One file a person and instance: the whole instance as JSON, and the digest of the file the work
started from, so that it is never laid over another version unseen.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmark import files
from benchmark.clock import now
from benchmark.layout import private_dir
from schemas.instance import Instance


@dataclass(frozen=True)
class Autosave:
    """One person's unsaved work on one instance; `base` is `base_of` the file it started from."""

    person: str
    path: str
    base: str
    at: str
    instance: Instance

    def is_stale(self, root: Path) -> bool:
        """Whether the file has changed since: then it must be settled, not laid over."""
        return base_of(root, self.path) != self.base


def base_of(root: Path, path: str) -> str:
    """SHA-256 of the file as it is now; empty where there is none."""
    file = root / path
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def keep(root: Path, person: str, path: str, base: str, instance: Instance) -> None:
    """Put unsaved work on disk, in place of what was kept before. Raises OSError."""
    record = asdict(Autosave(person, path, base, now(), instance))
    text = json.dumps({**record, "instance": instance.model_dump()}, ensure_ascii=True)
    files.write(_file(root, person, instance.key), text.encode())


def pending(root: Path, person: str = "") -> list[Autosave]:
    """What is kept, of one person or of all, the newest first; unreadable files are left alone."""
    pattern = f"{person or '*'}/*.json"
    found = [_read(file) for file in (private_dir(root) / "autosave").glob(pattern)]
    return sorted((save for save in found if save), key=lambda save: save.at, reverse=True)


def forget(root: Path, person: str, key: str) -> None:
    """Drop what was kept: it is saved now, or the person does not want it."""
    _file(root, person, key).unlink(missing_ok=True)


def _file(root: Path, person: str, key: str) -> Path:
    return private_dir(root) / "autosave" / person / f"{key}.json"


def _read(file: Path) -> Autosave | None:
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        return Autosave(**{**record, "instance": Instance.model_validate(record["instance"])})
    except (ValueError, TypeError, KeyError):
        return None
