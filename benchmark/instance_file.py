"""The file of one instance: its header, its first form, and how it is saved."""

from __future__ import annotations

from pathlib import Path

from benchmark import files, layout
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from schemas.instance import Instance
from schemas.names import draft_id
from schemas.yamldoor import dump, update


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


def save(root: Path, loaded: LoadedInstance, new: Instance) -> None:
    """Write the fields in which `new` differs into the file `loaded` was read from.

    Every other line stays as it is. Raises ChangedOnDiskError where the file is no longer the
    one that was loaded, and FileError where the text cannot be stored.
    """
    source = loaded.document.source
    text = update(source, new, loaded.path)
    if text == source:
        return
    before = (root / loaded.path).read_bytes() if (root / loaded.path).is_file() else b""
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    files.replace(root, loaded.path, mark + text.encode(), loaded=mark + source.encode())
