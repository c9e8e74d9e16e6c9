"""The file of one instance: its header, its first form, how it is read and saved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from benchmark import files, layout
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from schemas.errors import FileError, UsageError, Where
from schemas.instance import Instance, Provenance
from schemas.names import draft_id, new_key
from schemas.yamldoor import dump, load_model, parse, update

_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Opened:
    """An instance as it was read for editing, and the bytes it was read from."""

    loaded: LoadedInstance
    data: bytes


def text_of(instance: Instance, path: str, canary: str) -> str:
    """A new instance file as text. Raises FileError for text that no file can carry."""
    up = "../" * path.count("/")
    header = f"# yaml-language-server: $schema={up}{layout.SCHEMAS}/instance.json\n"
    if canary:
        header += f"# Benchmark data: not for training. canary {canary}\n"
    return dump(instance, header=header, file=path)


def draft_path(task: TaskName, instance: Instance) -> str:
    """Where a draft lives until it is first submitted."""
    return layout.instance(task, draft_id(instance.key))


def copy_for(author: str, instance: Instance) -> Instance:
    """Another instance that starts from the texts of this one, written by `author`."""
    return instance.model_copy(
        update={"key": new_key(), "notes": "", "provenance": Provenance(author=author)}
    )


def open_file(root: Path, path: str) -> Opened:
    """Read one instance. Raises FileError, and UsageError for a path that is no instance's."""
    place = layout.instance_of(path)
    if place is None:
        raise UsageError(f"{path} is not the file of an instance")
    try:
        data = (root / path).read_bytes()
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror}", where=Where(path)) from None
    return from_bytes(data, path, place)


def from_bytes(data: bytes, path: str, place: tuple[TaskName, str]) -> Opened:
    """An instance from what its file holds. Raises FileError."""
    document = parse(data, path)
    instance = load_model(document, Instance)
    return Opened(LoadedInstance(*place, instance, replace(document, data={})), data)


def save(
    root: Path, loaded: LoadedInstance, new: Instance, *, present: bytes | None = None
) -> bytes:
    """Write the fields in which `new` differs into the file `loaded` was read from.

    Every other line stays as it is. `present` is what the file holds where it was saved since:
    a field that is again what it was in `loaded` then has its old lines again. Returns what the
    file holds now. Raises ChangedOnDiskError where the file is no longer the one that was loaded
    or saved, and FileError where the text cannot be stored.
    """
    source = loaded.document.source
    text = update(source, new, loaded.path)
    if present is None:
        before = (root / loaded.path).read_bytes() if (root / loaded.path).is_file() else b""
        present = (_MARK if before.startswith(_MARK) else b"") + source.encode()
    mark = _MARK if present.startswith(_MARK) else b""
    written = mark + text.encode()
    if written != present:
        files.replace(root, loaded.path, written, loaded=present)
    return written
