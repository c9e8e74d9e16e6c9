"""The number of an instance: given once, at the first submit, and never again to another."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from benchmark.git import Git
from benchmark.layout import TaskName
from benchmark.load import Benchmark
from schemas.names import number_of


def next_number(
    root: Path, benchmark: Benchmark, task: TaskName, *, also: Collection[int] = ()
) -> int:
    """One more than the highest number ever seen in the task, here and in the shared copy.

    Instances, folders of reviews and released manifests count, so that a number does not come
    back when its file is gone. `also` are numbers already promised.
    """
    names = [loaded.name for loaded in benchmark.instances if loaded.task == task]
    names += [name for place, name in benchmark.acts if place == task]
    for manifest in benchmark.releases.values():
        names += [entry.id for entry in manifest.instances]
        names += [entry.id for entry in manifest.left_out]
    names += _shared_names(root, task)
    numbers = {number_of(name, *task) for name in names}
    return max([n for n in numbers if n is not None] + [*also], default=-1) + 1


def _shared_names(root: Path, task: TaskName) -> list[str]:
    git = Git(root)
    if git.directory is None or (upstream := git.resolve("@{upstream}")) is None:
        return []
    folder = f"tasks/{task[0]}/{task[1]}"
    instances = git.names_at(upstream, f"{folder}/instances")
    return [n.removesuffix(".yaml") for n in instances] + git.names_at(
        upstream, f"{folder}/reviews"
    )
