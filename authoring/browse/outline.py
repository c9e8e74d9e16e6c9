"""The list before the files are read: thousands of names are there at once, the rest follows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmark.layout import TaskName, instance_of
from benchmark.tree import FolderTree
from schemas.names import DRAFT_PREFIX

LEAST = 1000


@dataclass(frozen=True)
class Name:
    """An instance of which only the place of its file is known."""

    name: str
    task: TaskName
    glyph: str = "·"
    status: str = "…"
    language: str = ""
    author: str = ""
    problems: str = ""

    @property
    def key(self) -> str:
        """What stands for it until its key is read."""
        return self.name

    @property
    def title(self) -> str:
        """As the list will show it."""
        if self.name.startswith(DRAFT_PREFIX):
            return f"new · {self.name.removeprefix(DRAFT_PREFIX)}"
        return self.name


def outline(root: Path) -> tuple[Name, ...]:
    """The names of all instances in the order of their files; none where reading is quick."""
    places = [place for path in FolderTree(root).paths() if (place := instance_of(path))]
    if len(places) < LEAST:
        return ()
    places.sort(key=lambda place: (place[0], len(place[1]), place[1]))
    return tuple(Name(name, task) for task, name in places)
