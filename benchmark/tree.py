"""Where files are read from: a folder, or a commit. Paths are POSIX, relative to the root."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benchmark import layout

_TOP = ("people", "tasks", "releases")

Stamp = tuple[int, int, int]
"""Modification time (ns), size (bytes), inode: other ones mean that a file may have changed."""


class Tree(Protocol):
    """A set of files that does not change while it is read."""

    def paths(self) -> list[str]:
        """All files a benchmark is made of, sorted."""
        ...

    def read(self, path: str) -> bytes:
        """The bytes of one of them. Raises OSError or KeyError where there is none."""
        ...


@dataclass(frozen=True)
class FolderTree:
    """The working files."""

    root: Path

    def paths(self) -> list[str]:
        """All files a benchmark is made of, sorted; hidden and temporary ones left out."""
        found = [layout.SETTINGS] if (self.root / layout.SETTINGS).is_file() else []
        for top in _TOP:
            _walk(str(self.root / top), top, found)
        return sorted(found)

    def stamps(self) -> dict[str, Stamp]:
        """The stamp of every such file; one that is gone meanwhile is left out."""
        found = {}
        for path in self.paths():
            with suppress(FileNotFoundError):
                stat = os.stat(f"{self.root}/{path}")  # noqa: PTH116 - a hot path
                found[path] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        return found

    def read(self, path: str) -> bytes:
        """The bytes of one of them."""
        with open(f"{self.root}/{path}", "rb") as file:  # noqa: PTH123 - a hot path
            return file.read()


def _walk(folder: str, relative: str, found: list[str]) -> None:
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = f"{relative}/{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            _walk(entry.path, path, found)
        elif entry.is_file():
            found.append(path)


@dataclass(frozen=True)
class MemoryTree:
    """Files already read, such as those of a commit."""

    files: Mapping[str, bytes]

    def paths(self) -> list[str]:
        """All of them, sorted."""
        return sorted(self.files)

    def read(self, path: str) -> bytes:
        """The bytes of one of them."""
        return self.files[path]
