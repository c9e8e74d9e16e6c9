"""Read one benchmark again and again: only files that changed are parsed again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedAct, LoadedInstance, Loading
from benchmark.tree import FolderTree, Stamp

# A file system's clock is coarse: a file this young may change and keep its stamp (seconds).
_YOUNG: Final = 2.0


class Rereading:
    """The working files of one benchmark, and what was read of them before."""

    def __init__(self, root: Path) -> None:
        self.tree = FolderTree(root)
        self.instances: dict[str, tuple[Stamp, LoadedInstance]] = {}
        self.acts: dict[str, tuple[Stamp, LoadedAct]] = {}
        self.stamps: Mapping[str, Stamp] = {}

    def changed(self) -> bool:
        """Whether a file came, went or changed since the last reading. Reads no file."""
        return self.tree.stamps() != self.stamps

    def read(self) -> Benchmark:
        """The benchmark as it is now."""
        self.stamps = self.tree.stamps()
        return _Again(self).benchmark()


class _Again(Loading):
    def __init__(self, before: Rereading) -> None:
        super().__init__(before.tree)
        self.before = before
        self.old = (time.time() - _YOUNG) * 1e9

    def instance(self, path: str, task: TaskName, name: str) -> LoadedInstance:
        """The instance in a file, from the reading before where the file is the same."""
        stamp = self.before.stamps.get(path)
        stamped = self.before.instances.get(path)
        if stamped and stamped[0] == stamp:
            return stamped[1]
        loaded = super().instance(path, task, name)
        if stamp and stamp[0] < self.old:
            self.before.instances[path] = stamp, loaded
        return loaded

    def act(self, path: str, name: str) -> LoadedAct:
        """The act in a file, from the reading before where the file is the same."""
        stamp = self.before.stamps.get(path)
        stamped = self.before.acts.get(path)
        if stamped and stamped[0] == stamp:
            return stamped[1]
        loaded = super().act(path, name)
        if stamp and stamp[0] < self.old:
            self.before.acts[path] = stamp, loaded
        return loaded
