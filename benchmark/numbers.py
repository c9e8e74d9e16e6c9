"""The number of an instance: given once, at the first submit, and never again to another."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from benchmark import layout
from benchmark.git import Git
from benchmark.layout import TaskName
from benchmark.load import Benchmark
from schemas.names import number_of


def next_number(root: Path, benchmark: Benchmark, task: TaskName) -> int:
    """One more than the highest number ever seen in the task, here and in the shared copy."""
    return highest_numbers(root, benchmark, [task])[task] + 1


def highest_numbers(
    root: Path, benchmark: Benchmark, tasks: Collection[TaskName]
) -> dict[TaskName, int]:
    """The highest number ever seen in each task, -1 where there was none.

    Instances and acts count, those of earlier commits too, and released manifests, so that a
    number does not come back when its file is gone.
    """
    names = [(loaded.task, loaded.name) for loaded in benchmark.instances]
    names += benchmark.acts
    names += _of_history(root, tasks)
    for manifest in benchmark.releases.values():
        ids = [entry.id for entry in manifest.instances]
        ids += [entry.id for entry in manifest.left_out]
        names += [(task, name) for task in tasks for name in ids]
    highest = dict.fromkeys(tasks, -1)
    for task, name in names:
        number = number_of(name, *task)
        if number is not None and task in highest:
            highest[task] = max(highest[task], number)
    return highest


def _of_history(root: Path, tasks: Collection[TaskName]) -> list[tuple[TaskName, str]]:
    git = Git(root)
    if git.directory is None:
        return []
    commits = [commit for commit in (git.head, git.shared_head) if commit]
    folders = [f"tasks/{task[0]}/{task[1]}" for task in tasks] if len(tasks) < 50 else ["tasks"]
    paths = git.ever_added(commits, folders)
    return [
        place[:2] for path in paths if (place := layout.instance_of(path) or layout.act_of(path))
    ]
