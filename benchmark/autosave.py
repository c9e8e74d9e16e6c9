"""What was typed and is not saved yet, kept beside the git directory until it is.

One file for each editor that a person has open on an instance: the whole instance as JSON, the
one the work started from, and the digest of its file, so that it is never laid over another
version unseen. A lock tells which editors are still open, here or in another terminal.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from benchmark import files
from benchmark.clock import now
from benchmark.layout import private_dir
from schemas.acts import Answer
from schemas.instance import Instance


@dataclass(frozen=True)
class Autosave:
    """One person's unsaved work on one instance; `base` is `base_of` the file it started from.

    `started` is what that file held, where it is known; `answers` those to a reviewer's flags
    that are not submitted yet; `session` the editor that kept it.
    """

    person: str
    path: str
    base: str
    at: str
    instance: Instance
    started: Instance | None = None
    answers: tuple[Answer, ...] = ()
    session: str = ""

    def is_stale(self, root: Path) -> bool:
        """Whether the file has changed since: then it must be settled, not laid over."""
        return base_of(root, self.path) != self.base


class Session:
    """One open editor. While it is, nobody takes what it keeps for left behind."""

    def __init__(self, root: Path, person: str, key: str) -> None:
        """Raises OSError where the disk refuses."""
        self.id = secrets.token_hex(4)
        self._file = _folder(root, person) / f"{key}.{self.id}.lock"
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._lock = self._file.open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        # Whoever looked in between may have taken it for one whose editor is gone.
        while not self._file.exists():
            self._lock.close()
            self._lock = self._file.open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX)

    def close(self) -> None:
        """The editor is closed."""
        self._file.unlink(missing_ok=True)
        self._lock.close()


def base_of(root: Path, path: str) -> str:
    """SHA-256 of the file as it is now; empty where there is none."""
    file = root / path
    return digest(file.read_bytes()) if file.is_file() else ""


def digest(data: bytes) -> str:
    """SHA-256 of a file's content: what `base` compares."""
    return hashlib.sha256(data).hexdigest()


def keep(
    root: Path,
    person: str,
    path: str,
    base: str,
    instance: Instance,
    *,
    started: Instance | None = None,
    answers: Sequence[Answer] = (),
    session: str = "",
) -> None:
    """Put unsaved work on disk, in place of what this session kept before. Raises OSError."""
    record = {
        "person": person,
        "path": path,
        "base": base,
        "at": now(),
        "session": session,
        "instance": instance.model_dump(),
        "started": started.model_dump() if started else None,
        "answers": [answer.model_dump() for answer in answers],
    }
    text = json.dumps(record, ensure_ascii=True)
    files.write(_file(root, person, instance.key, session), text.encode())


def pending(root: Path, person: str = "") -> list[Autosave]:
    """What is kept, of one person or of all, the newest first; unreadable files are left alone."""
    pattern = f"{person or '*'}/*.json"
    found = [_read(file) for file in (private_dir(root) / "autosave").glob(pattern)]
    return sorted((save for save in found if save), key=lambda save: save.at, reverse=True)


def left_behind(root: Path, person: str) -> list[Autosave]:
    """What a person's editors kept that are no longer open, the newest first."""
    return [save for save in pending(root, person) if not _is_open(root, save)]


def is_open_elsewhere(root: Path, person: str, key: str, session: str) -> bool:
    """Whether the person has another editor open on this instance."""
    return any(
        _is_locked(file)
        for file in _folder(root, person).glob(f"{key}.*.lock")
        if file.name != f"{key}.{session}.lock"
    )


def forget(root: Path, person: str, key: str, session: str = "") -> None:
    """Drop what was kept: it is saved now, or the person does not want it."""
    _file(root, person, key, session).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        _folder(root, person).rmdir()


def _is_open(root: Path, save: Autosave) -> bool:
    name = f"{save.instance.key}.{save.session}.lock"
    return bool(save.session) and _is_locked(_folder(root, save.person) / name)


def _is_locked(file: Path) -> bool:
    """Whether a process holds the lock; the lock of a process that is gone is cleared away."""
    try:
        lock: IO[str] = file.open()
    except OSError:
        return False
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        file.unlink(missing_ok=True)
    return False


def _folder(root: Path, person: str) -> Path:
    return private_dir(root) / "autosave" / person


def _file(root: Path, person: str, key: str, session: str) -> Path:
    return _folder(root, person) / (f"{key}.{session}.json" if session else f"{key}.json")


def _read(file: Path) -> Autosave | None:
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        started = record.get("started")
        return Autosave(
            person=record["person"],
            path=record["path"],
            base=record["base"],
            at=record["at"],
            instance=Instance.model_validate(record["instance"]),
            started=Instance.model_validate(started) if started else None,
            answers=tuple(Answer.model_validate(item) for item in record.get("answers", ())),
            session=record.get("session", ""),
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None
