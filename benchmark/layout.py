"""Where things are in a benchmark: every path is made and taken apart here."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Final

from schemas.errors import UsageError
from schemas.names import is_slug

SETTINGS: Final = "curate.yaml"
GUIDELINES: Final = "guidelines.md"
ATTRIBUTES: Final = ".gitattributes"
SCHEMAS: Final = ".schemas"

_PERSON = re.compile(r"people/([a-z0-9_]+)\.yaml")
_CAPABILITY = re.compile(r"tasks/([a-z0-9_]+)/capability\.yaml")
_TASK = re.compile(r"tasks/([a-z0-9_]+)/([a-z0-9_]+)/task\.yaml")
_INSTANCE = re.compile(r"tasks/([a-z0-9_]+)/([a-z0-9_]+)/instances/([^/]+)\.yaml")
_ACT = re.compile(r"tasks/([a-z0-9_]+)/([a-z0-9_]+)/reviews/([^/]+)/([^/]+)\.yaml")
_MANIFEST = re.compile(r"releases/([^/]+)/manifest\.json")
_ERRATUM = re.compile(r"releases/([^/]+)/errata/[^/]+\.yaml")
_WITHDRAWAL = re.compile(r"releases/([^/]+)/withdrawn\.yaml")

TaskName = tuple[str, str]


def find_root(start: Path) -> Path:
    """The nearest folder at or above `start` that holds a benchmark. Raises UsageError."""
    for folder in (start, *start.parents):
        if (folder / SETTINGS).is_file():
            return folder
    raise UsageError(
        f"there is no benchmark here: no {SETTINGS} in {start} or above it",
        advice="Go into one, name one with -C DIR, or make one with `curate init DIR`.",
    )


def git_dir(root: Path) -> Path | None:
    """The git directory a folder belongs to, found without git; None outside a repository."""
    for folder in (root, *root.parents):
        dot_git = folder / ".git"
        if dot_git.is_dir():
            return dot_git
        if dot_git.is_file():
            target = dot_git.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
            return (folder / target).resolve()
    return None


def private_dir(root: Path) -> Path:
    """Where autosaves, journals, locks and caches live: never part of the tree others see."""
    inside_git = git_dir(root)
    return inside_git / "curate" if inside_git else root / ".curate"


def not_committed(root: Path) -> Path:
    """Where acts are kept that git refused or that were interrupted."""
    return private_dir(root) / "journal" / "not-committed"


def person(person_id: str) -> str:
    """The path of a person's file."""
    return f"people/{person_id}.yaml"


def capability_card(capability: str) -> str:
    """The path of a capability's card."""
    return f"tasks/{capability}/capability.yaml"


def task_card(task: TaskName) -> str:
    """The path of a task's card."""
    return f"tasks/{task[0]}/{task[1]}/task.yaml"


def instance(task: TaskName, name: str) -> str:
    """The path of an instance by its id, or by `new-<key>`."""
    return f"tasks/{task[0]}/{task[1]}/instances/{name}.yaml"


def acts_dir(task: TaskName, name: str) -> str:
    """The folder of an instance's acts."""
    return f"tasks/{task[0]}/{task[1]}/reviews/{name}"


def act(task: TaskName, name: str, act_name: str) -> str:
    """The path of one act."""
    return f"{acts_dir(task, name)}/{act_name}.yaml"


def manifest(version: str) -> str:
    """The path of a release's manifest in the benchmark."""
    return f"releases/{version}/manifest.json"


def erratum(version: str, name: str) -> str:
    """The path of one erratum of a release."""
    return f"releases/{version}/errata/{name}.yaml"


def withdrawal(version: str) -> str:
    """The path of a release's withdrawal."""
    return f"releases/{version}/withdrawn.yaml"


def run_record(run_id: str, task: TaskName, language: str) -> str:
    """The path of what an augmentation run did in one task and language."""
    return f"runs/{run_id}/{task[0]}/{task[1]}/{language}.yaml"


def run_check(run_id: str, task: TaskName, key: str) -> str:
    """The path of what a person decided about one instance of a run."""
    return f"runs/{run_id}/{task[0]}/{task[1]}/checks/{key}.yaml"


def person_of(path: str) -> str | None:
    """The person whose file this is."""
    match = _PERSON.fullmatch(path)
    return match[1] if match else None


def capability_of(path: str) -> str | None:
    """The capability whose card this is."""
    match = _CAPABILITY.fullmatch(path)
    return match[1] if match else None


def task_of(path: str) -> TaskName | None:
    """The task whose card this is."""
    match = _TASK.fullmatch(path)
    return (match[1], match[2]) if match else None


def instance_of(path: str) -> tuple[TaskName, str] | None:
    """Task and name of the instance whose file this is."""
    match = _INSTANCE.fullmatch(path)
    return ((match[1], match[2]), match[3]) if match else None


def act_of(path: str) -> tuple[TaskName, str, str] | None:
    """Task, instance name and act name of the act whose file this is."""
    match = _ACT.fullmatch(path)
    return ((match[1], match[2]), match[3], match[4]) if match else None


def release_of(path: str) -> str | None:
    """The version whose manifest this is."""
    match = _MANIFEST.fullmatch(path)
    return match[1] if match else None


def erratum_of(path: str) -> str | None:
    """The version this is an erratum of."""
    match = _ERRATUM.fullmatch(path)
    return match[1] if match else None


def withdrawal_of(path: str) -> str | None:
    """The version this withdraws."""
    match = _WITHDRAWAL.fullmatch(path)
    return match[1] if match else None


def parse_task(text: str) -> TaskName:
    """`capability/task` as the command line takes it. Raises UsageError."""
    parts = PurePosixPath(text).parts
    if parts[:1] == ("tasks",):
        parts = parts[1:]
    if len(parts) != 2 or not all(is_slug(part) for part in parts):
        raise UsageError(
            f"'{text}' does not name a task",
            advice="Write CAPABILITY/TASK; names are small letters, digits and underscores.",
        )
    return parts[0], parts[1]
