"""The texts of the example benchmark, read through the same door as everybody's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar
from zlib import crc32

from benchmark.layout import TaskName
from schemas.base import FileModel
from schemas.cards import CapabilityCard, TaskCard
from schemas.instance import Instance, Provenance
from schemas.yamldoor import load_model, parse

M = TypeVar("M", bound=FileModel)
_CONTENT = files("curate.demo") / "content"


@dataclass(frozen=True)
class Story:
    """What people say in the reviews."""

    revised_flag_comment: str
    revised_answer: str
    eliminated_comment_reference: str
    eliminated_comment_task_fit: str


def capabilities() -> dict[str, CapabilityCard]:
    """The capabilities, by name."""
    return {
        folder.name: _load(folder / "capability.yaml", CapabilityCard)
        for folder in _folders(_CONTENT)
    }


def tasks() -> dict[TaskName, TaskCard]:
    """The tasks, by capability and name."""
    return {
        (capability.name, task.name): _load(task / "task.yaml", TaskCard)
        for capability in _folders(_CONTENT)
        for task in _folders(capability)
    }


def instances(task: TaskName) -> Iterator[Instance]:
    """The instances of a task in order, each with its author."""
    for number in range(3):
        yield _instance(task, number, f"{number}.yaml")


def revised(task: TaskName, number: int) -> Instance:
    """The mended version of an instance that a reviewer sent back."""
    return _instance(task, number, f"{number}.revised.yaml")


def story() -> Story:
    """The comments and answers of the example's reviews."""
    data = parse((_CONTENT / "story.yaml").read_bytes(), "story.yaml").data
    return Story(**{name: str(text) for name, text in data.items()})


def _folders(place: Traversable) -> list[Traversable]:
    return sorted((x for x in place.iterdir() if x.is_dir()), key=lambda x: x.name)


def _load(file: Traversable, model: type[M]) -> M:
    return load_model(parse(file.read_bytes(), file.name), model)


def _instance(task: TaskName, number: int, name: str) -> Instance:
    """Keys rise with the number, so that drafts get their numbers in the order they have."""
    file = _CONTENT / task[0] / task[1] / name
    data = dict(parse(file.read_bytes(), name).data)
    author = str(data.pop("author"))
    key = f"{crc32('/'.join(task).encode()) >> 8:06x}{number:02x}"
    return Instance.model_validate({**data, "key": key, "provenance": Provenance(author=author)})
