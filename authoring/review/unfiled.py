"""A review that is begun and not filed, kept beside the git directory until it is.

One JSON file a person and instance, under the person's autosaves.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from authoring.review.answers import Answers
from authoring.review.sitting import Turn
from benchmark import files
from benchmark.layout import private_dir


@dataclass(frozen=True)
class Unfiled:
    """What was answered so far. `digest` is of the content that was on the screen.

    `correcting`: it is to replace a review of the same round.
    """

    turn: Turn
    digest: str
    answers: Answers
    correcting: bool = False


def keep(root: Path, person: str, unfiled: Unfiled) -> None:
    """Put it on disk, in place of what was kept of this instance. Raises OSError."""
    text = json.dumps(asdict(unfiled), ensure_ascii=True)
    files.write(_file(root, person, unfiled.turn[0]), text.encode())


def kept(root: Path, person: str, turn: Turn) -> Unfiled | None:
    """What is kept of this review; None where nothing is, or what is there cannot be read."""
    found = _read(_file(root, person, turn[0]))
    return found if found and found.turn == turn else None


def forget(root: Path, person: str, key: str) -> None:
    """Drop what was kept: it is filed, or not wanted."""
    _file(root, person, key).unlink(missing_ok=True)


def begun(root: Path, person: str) -> list[Unfiled]:
    """The reviews of this person that are begun and not filed; unreadable ones are left alone."""
    files_of_person = sorted(_file(root, person, "").parent.glob("*.json"))
    return [found for file in files_of_person if (found := _read(file))]


def _file(root: Path, person: str, key: str) -> Path:
    return private_dir(root) / "autosave" / person / "reviews" / f"{key}.json"


def _read(file: Path) -> Unfiled | None:
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        key, round = record["turn"]
        answers = Answers(**record["answers"])
        return Unfiled((key, round), record["digest"], answers, record["correcting"])
    except (OSError, ValueError, TypeError, KeyError):
        return None
