"""Everything a run paid for, on disk before anything is made of it.

A run's folder under `journal/augment/` beside the git directory holds `plan.json`, written once
before the first request, and `journal.jsonl`: a request is there before it is sent, and a raw
reply before it is read. Every line is synced. The last line may be torn by a kill; lines that
cannot be read are passed over, never deleted.
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from augment.providers import Reply
from benchmark import files
from benchmark.layout import private_dir
from schemas.errors import FileError, RefusedError, UsageError, Where

PLAN: Final = "plan.json"
LINES: Final = "journal.jsonl"


def folder_of(root: Path, run_id: str) -> Path:
    """Where the journal of a run is."""
    return private_dir(root) / "journal" / "augment" / run_id


def known_runs(root: Path) -> list[str]:
    """The ids of all runs that have a journal here, oldest first."""
    folder = private_dir(root) / "journal" / "augment"
    found = [entry for entry in folder.glob("*") if (entry / PLAN).is_file()]
    return [entry.name for entry in sorted(found, key=lambda e: (e / PLAN).stat().st_mtime)]


def write_plan(root: Path, run_id: str, plan: Mapping[str, Any]) -> None:
    """Keep what a run is to do. Raises FileError."""
    file = folder_of(root, run_id) / PLAN
    try:
        files.write(file, json.dumps(plan, ensure_ascii=True).encode())
    except OSError as error:
        raise FileError(
            f"the plan cannot be kept: {error.strerror}",
            where=Where(str(file)),
            advice="Nothing was asked.",
        ) from None


def read_plan(root: Path, run_id: str) -> dict[str, Any]:
    """The plan of a run. Raises UsageError where there is no such run here."""
    file = folder_of(root, run_id) / PLAN
    try:
        plan: dict[str, Any] = json.loads(file.read_bytes())
    except FileNotFoundError:
        runs = known_runs(root)
        raise UsageError(
            f"there is no journal of a run {run_id} in this copy",
            advice=f"There are: {', '.join(runs[-5:])}." if runs else "No run was begun here.",
        ) from None
    except (OSError, ValueError) as error:
        raise FileError(f"cannot be read: {error}", where=Where(str(file))) from None
    return plan


class Journal:
    """The lines of one run, open for appending in this process alone."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file = file
        self.path = path

    def write(self, kind: str, **fields: object) -> None:
        """Append one line and sync it. Raises FileError where the disk refuses."""
        line = json.dumps({"kind": kind, **fields}, ensure_ascii=True).encode() + b"\n"
        try:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise FileError(
                f"the journal cannot be written: {error.strerror}",
                where=Where(str(self.path)),
                advice="The run stops here, because an answer that is not kept is lost.",
            ) from None

    def entries(self) -> Iterator[dict[str, Any]]:
        """Every readable line, in order."""
        with self.path.open("rb") as file:
            for line in file:
                try:
                    entry = json.loads(line)
                except ValueError:
                    continue
                if isinstance(entry, dict):
                    yield entry


@contextlib.contextmanager
def opened(root: Path, run_id: str) -> Iterator[Journal]:
    """The journal of a run that has a plan. Raises RefusedError where another process has it."""
    path = folder_of(root, run_id) / LINES
    with path.open("ab+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RefusedError(
                f"the run {run_id} is under way in another process",
                advice="Wait for it, or stop it with Ctrl-C there.",
            ) from None
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")  # a torn line stays, and ends here
                file.flush()
        files.sync_folder(path.parent)
        yield Journal(file, path)


def raw(body: bytes) -> dict[str, str]:
    """Bytes as a line can carry them: as text where they are text."""
    try:
        return {"body": body.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(body).decode()}


def reply_of(entry: Mapping[str, Any]) -> Reply:
    """The reply a `reply` line holds, as it came."""
    held = entry.get("body")
    body = held.encode() if held is not None else base64.b64decode(entry["base64"])
    return Reply(int(entry["status"]), dict(entry["headers"]), body)
