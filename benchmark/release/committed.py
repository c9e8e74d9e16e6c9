"""What a commit holds of a benchmark, read task by task: never all of its texts at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from benchmark import layout
from benchmark.git import Git
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance, Loading, load
from benchmark.tree import FolderTree, MemoryTree
from schemas.errors import FileError

Blobs = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class Part(Benchmark):
    """One task of a benchmark, with all that is needed to judge and check its instances."""

    released_digests: dict[str, frozenset[str]] = field(default_factory=dict)


def frame_of(git: Git, commit: str) -> Benchmark:
    """Everything but instances and acts."""
    return load(MemoryTree(git.committed(dict(_outside(git.listing_of(commit))))))


def frame_in(root: Path) -> Benchmark:
    """The same of the working files."""
    return load(_WithoutInstances(FolderTree(root)))


@dataclass(frozen=True)
class _WithoutInstances:
    tree: FolderTree

    def paths(self) -> list[str]:
        return [path for path in self.tree.paths() if not _task_of(path)]

    def read(self, path: str) -> bytes:
        return self.tree.read(path)


def parts_of(git: Git, commit: str, frame: Benchmark) -> Iterator[Part]:
    """The tasks that have instances or acts, in git's order, each read when it is asked for."""
    inside = ((task, entry) for entry in git.listing_of(commit) if (task := _task_of(entry[0])))
    for task, entries in groupby(inside, key=lambda pair: pair[0]):
        yield _part(frame, task, git.committed(dict(entry for _, entry in entries)))


def _outside(listing: Blobs) -> Blobs:
    return (entry for entry in listing if not _task_of(entry[0]))


def _task_of(path: str) -> TaskName | None:
    """The task whose instance or act this file is, or stands among."""
    match path.split("/", 4):
        case ["tasks", capability, task, "instances" | "reviews", _]:
            return capability, task
    return None


def _part(frame: Benchmark, task: TaskName, blobs: Mapping[str, bytes]) -> Part:
    loading = Loading(MemoryTree(blobs))
    unreadable = list(frame.unreadable)
    for path in loading.tree.paths():
        try:
            if instance := layout.instance_of(path):
                loading.instances.append(loading.instance(path, task, instance[1]))
            elif act := layout.act_of(path):
                loading.acts.setdefault((task, act[1]), []).append(loading.act(path, act[2]))
        except FileError as error:
            unreadable.append(error)
    return Part(
        settings=frame.settings,
        people=frame.people,
        capabilities={k: card for k, card in frame.capabilities.items() if k == task[0]},
        tasks={k: card for k, card in frame.tasks.items() if k == task},
        instances=tuple(sorted(loading.instances, key=_order)),
        acts={place: tuple(acts) for place, acts in loading.acts.items()},
        unreadable=tuple(unreadable),
        lines=frame.lines,
        settings_error=frame.settings_error,
        released_digests=frame.released_digests,
    )


def _order(loaded: LoadedInstance) -> tuple[bool, int, str]:
    return loaded.number is None, loaded.number or 0, loaded.name
