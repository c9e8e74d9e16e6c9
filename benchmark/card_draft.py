"""What was typed into a card and is not saved yet, kept beside the git directory until it is.

One file a person and card: the whole card as JSON, and the SHA-256 of the file it started from.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from benchmark import files
from benchmark.layout import private_dir
from schemas.cards import CapabilityCard, TaskCard


@dataclass(frozen=True)
class CardDraft:
    """An unsaved card; `base` is `digest_of` the file it started from."""

    base: str
    card: TaskCard | CapabilityCard


def digest_of(data: bytes) -> str:
    """SHA-256 of a file's bytes."""
    return hashlib.sha256(data).hexdigest()


def keep(root: Path, person: str, path: str, base: str, card: TaskCard | CapabilityCard) -> None:
    """Put it on disk in place of what was kept before. Raises OSError."""
    record = {"path": path, "base": base, "card": card.model_dump()}
    files.write(_file(root, person, path), json.dumps(record).encode())


def kept(
    root: Path, person: str, path: str, kind: type[TaskCard | CapabilityCard]
) -> CardDraft | None:
    """What is kept of this card; None where nothing is, or it cannot be read."""
    try:
        record = json.loads(_file(root, person, path).read_text(encoding="utf-8"))
        return CardDraft(str(record["base"]), kind.model_validate(record["card"]))
    except (OSError, ValueError, TypeError, KeyError, ValidationError):
        return None


def forget(root: Path, person: str, path: str) -> None:
    """Drop it: it is saved now, or the person does not want it."""
    _file(root, person, path).unlink(missing_ok=True)


def _file(root: Path, person: str, path: str) -> Path:
    name = path.removeprefix("tasks/").removesuffix(".yaml").replace("/", "-")
    return private_dir(root) / "autosave" / "cards" / f"{person or 'nobody'}-{name}.json"
