"""Check a release folder against its own manifest: every byte, every instance, nothing added."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from schemas.digest import content_digest
from schemas.errors import FileError, UsageError, Where
from schemas.instance import Instance, ScoreRubric
from schemas.manifest import Manifest, line_digest

# What git and dataset hubs add to a folder they keep.
FOREIGN: Final = (".git/", ".gitattributes", ".cache/huggingface/")


@dataclass(frozen=True)
class Verified:
    """What was found. `problems` is empty for a release that is as it was frozen."""

    manifest: Manifest
    digest: str
    problems: tuple[str, ...]
    skipped: tuple[str, ...] = field(default_factory=tuple)


def verify(folder: Path) -> Verified:
    """Check a folder. Raises UsageError or FileError where it is no release at all."""
    file = folder / "manifest.json"
    if not file.is_file():
        raise UsageError(f"{folder} is no release: it has no manifest.json")
    raw = file.read_bytes()
    try:
        manifest = Manifest.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise FileError(
            f"not a manifest: {first['msg']}",
            where=Where(str(file), field=".".join(map(str, first["loc"]))),
        ) from None
    present, skipped = _files(folder)
    digests = {name: _sha256(folder / name) for name in sorted(present)}
    problems = [
        *_manifest_problems(raw, manifest),
        *_file_problems(manifest, digests),
        *_sums_problems(folder, digests),
        *_instance_problems(folder, manifest),
    ]
    digest = "r1:" + hashlib.sha256(raw).hexdigest()
    return Verified(manifest, digest, tuple(dict.fromkeys(problems)), tuple(skipped))


def _files(folder: Path) -> tuple[set[str], list[str]]:
    present, skipped = set(), set()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        foreign = next(
            (f for f in FOREIGN if name == f or (f.endswith("/") and name.startswith(f))), None
        )
        if foreign:
            skipped.add(foreign)
        elif path.is_symlink() or not path.is_dir():
            present.add(name)
    return present, sorted(skipped)


def _manifest_problems(raw: bytes, manifest: Manifest) -> Iterator[str]:
    begin = 0
    for piece in manifest.pieces():
        if not raw.startswith(piece, begin):
            break
        begin += len(piece)
    else:
        if begin == len(raw):
            return
    yield "manifest.json: changed (not in its canonical form)"


def _file_problems(manifest: Manifest, digests: Mapping[str, str]) -> Iterator[str]:
    expected = {*manifest.files, "manifest.json", "SHA256SUMS"}
    for name in sorted(expected - set(digests)):
        yield f"{name}: missing"
    for name in sorted(set(digests) - expected):
        yield f"{name}: added, not part of the release"
    for name, digest in manifest.files.items():
        if digests.get(name, digest) != digest:
            yield f"{name}: changed"


def _sums_problems(folder: Path, digests: Mapping[str, str]) -> Iterator[str]:
    others = {name: digest for name, digest in digests.items() if name != "SHA256SUMS"}
    expected = "".join(f"{digest}  {name}\n" for name, digest in others.items())
    if "SHA256SUMS" in digests and (folder / "SHA256SUMS").read_bytes() != expected.encode():
        listed = _listed(folder / "SHA256SUMS")
        wrong = [name for name, digest in others.items() if listed.get(name) != digest]
        for name in wrong or ["SHA256SUMS"]:
            yield f"{name}: does not agree with SHA256SUMS"


def _listed(file: Path) -> dict[str, str]:
    lines = file.read_bytes().decode("utf-8", "replace").split("\n")
    pairs = (line.partition("  ") for line in lines if "  " in line)
    return {name: digest for digest, _, name in pairs}


def _instance_problems(folder: Path, manifest: Manifest) -> Iterator[str]:
    expected = {entry.id: entry for entry in manifest.instances}
    missing = dict.fromkeys(expected)
    rows: Counter[str] = Counter()
    for name in manifest.files:
        if not name.startswith("data/") or not (folder / name).is_file():
            continue
        for number, line in enumerate(_lines(folder / name), 1):
            row = _row(line)
            label = str(row.get("id", "")) if row else ""
            if row is None or label not in expected:
                yield f"{name}:{number}: no instance of this release ({label or 'not readable'})"
                continue
            if label not in missing:
                rows[label] += 1
            missing.pop(label, None)
            entry = expected[label]
            if _digest(row) != entry.digest or row.get("digest") != entry.digest:
                yield f"{name}:{number}: the content of {label} is not what was frozen"
            elif entry.line not in ("", line_digest(line)):
                yield f"{name}:{number}: the row of {label} is not what was frozen (its texts are)"
    for label in sorted(missing):
        yield f"{label}: its row is missing or unreadable"
    for label, more in sorted(rows.items()):
        yield f"{label}: has {more + 1} rows"


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) else None


def _digest(row: dict[str, Any]) -> str:
    try:
        instance = Instance(
            key="00000000",
            system_prompt=row["system_prompt"],
            input=row["input"],
            reference_answer=row["reference_answer"],
            score_rubric=ScoreRubric.model_validate(row["score_rubric"]),
        )
        return content_digest(instance, str(row["capability"]), str(row["task"]))
    except (KeyError, ValueError):
        return ""


def _lines(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        yield from stream


def _sha256(file: Path) -> str:
    """In hex; empty, which is no digest, for what cannot be read, such as a link to nowhere."""
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""
