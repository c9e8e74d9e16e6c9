"""Read a whole benchmark. One unreadable file never hides the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from benchmark import layout
from benchmark.layout import TaskName
from benchmark.tree import FolderTree, Tree
from schemas.acts import Act, load_act
from schemas.base import FileModel
from schemas.cards import CapabilityCard, TaskCard
from schemas.digest import content_digest
from schemas.errors import FileError, UsageError, Where
from schemas.instance import Instance
from schemas.manifest import Manifest
from schemas.names import DRAFT_PREFIX, number_of
from schemas.person import Person
from schemas.release import Erratum, Withdrawal
from schemas.settings import Settings
from schemas.yamldoor import Document, load_model, parse

M = TypeVar("M", bound=FileModel)


@dataclass(frozen=True)
class LoadedInstance:
    """An instance with its place. `name` is its id, or `new-<key>` before the first submit."""

    task: TaskName
    name: str
    instance: Instance
    document: Document

    @property
    def path(self) -> str:
        """Its file, relative to the root."""
        return self.document.file

    @property
    def is_draft_file(self) -> bool:
        """Whether it has no number yet."""
        return self.name.startswith(DRAFT_PREFIX)

    @property
    def number(self) -> int | None:
        """Its number; None before the first submit, or where the file's name is no id."""
        return number_of(self.name, *self.task)

    @cached_property
    def digest(self) -> str:
        """The content digest of what the file holds now."""
        return content_digest(self.instance, *self.task)


@dataclass(frozen=True)
class LoadedAct:
    """An act with its name and file."""

    name: str
    path: str
    act: Act


@dataclass(frozen=True)
class Benchmark:
    """Everything a benchmark's files say, in the benchmark's own order.

    `lines` are those of the fields of every file but instances and acts. `strays` are files in
    the benchmark's folders that nothing reads. Where `curate.yaml` cannot be read, `settings` are
    the defaults and `settings_error` says why; nobody can act then.
    """

    settings: Settings
    people: Mapping[str, Person] = field(default_factory=dict)
    capabilities: Mapping[str, CapabilityCard] = field(default_factory=dict)
    tasks: Mapping[TaskName, TaskCard] = field(default_factory=dict)
    instances: tuple[LoadedInstance, ...] = ()
    acts: Mapping[tuple[TaskName, str], tuple[LoadedAct, ...]] = field(default_factory=dict)
    releases: Mapping[str, Manifest] = field(default_factory=dict)
    errata: Mapping[str, tuple[Erratum, ...]] = field(default_factory=dict)
    withdrawals: Mapping[str, Withdrawal] = field(default_factory=dict)
    unreadable: tuple[FileError, ...] = ()
    lines: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    strays: tuple[str, ...] = ()
    settings_error: FileError | None = None

    @cached_property
    def _by_name(self) -> dict[str, LoadedInstance]:
        return {loaded.name: loaded for loaded in self.instances}

    def find(self, name: str) -> LoadedInstance:
        """The instance of this id (or `new-<key>`, or bare key). Raises UsageError."""
        loaded = self._by_name.get(name) or self._by_name.get(DRAFT_PREFIX + name)
        if loaded is None:
            loaded = next((x for x in self.instances if x.instance.key == name), None)
        if loaded is None:
            for error in self.unreadable:
                if error.where.file.endswith(f"/{name}.yaml"):
                    raise error
            raise UsageError(
                f"there is no instance {name}", advice="`curate status` lists what there is."
            )
        return loaded

    def of_task(self, task: TaskName) -> list[LoadedInstance]:
        """The instances of one task. Raises UsageError where there is no such task."""
        self.card(task)
        return [loaded for loaded in self.instances if loaded.task == task]

    def card(self, task: TaskName) -> TaskCard:
        """The card of a task. Raises UsageError where there is none."""
        if task not in self.tasks:
            raise UsageError(
                f"there is no task {'/'.join(task)}",
                advice=f"Add it with `curate task add {'/'.join(task)}`.",
            )
        return self.tasks[task]

    def acts_of(self, loaded: LoadedInstance) -> tuple[LoadedAct, ...]:
        """The acts on an instance, in no particular order."""
        return self.acts.get((loaded.task, loaded.name), ())

    @cached_property
    def released_digests(self) -> dict[str, frozenset[str]]:
        """By key: the content digests under which releases hold the instance."""
        found: dict[str, set[str]] = {}
        for manifest in self.releases.values():
            for entry in manifest.instances:
                found.setdefault(entry.key, set()).add(entry.digest)
        return {key: frozenset(digests) for key, digests in found.items()}

    def is_retired(self, task: TaskName) -> bool:
        """Whether the task's card says so."""
        card = self.tasks.get(task)
        return card is not None and card.status == "retired"


def load_folder(root: Path) -> Benchmark:
    """Read the working files."""
    return load(FolderTree(root))


def load(tree: Tree) -> Benchmark:
    """Read a benchmark; every file that cannot be read is listed in `unreadable`."""
    return Loading(tree).benchmark()


class Loading:
    """One reading of a benchmark, file by file."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.unreadable: list[FileError] = []
        self.lines: dict[str, Mapping[str, int]] = {}
        self.strays: list[str] = []
        self.people: dict[str, Person] = {}
        self.capabilities: dict[str, CapabilityCard] = {}
        self.tasks: dict[TaskName, TaskCard] = {}
        self.instances: list[LoadedInstance] = []
        self.acts: dict[tuple[TaskName, str], list[LoadedAct]] = {}
        self.releases: dict[str, Manifest] = {}
        self.errata: dict[str, list[Erratum]] = {}
        self.withdrawals: dict[str, Withdrawal] = {}

    def benchmark(self) -> Benchmark:
        """Read every file."""
        paths = self.tree.paths()
        settings, settings_error = self._settings()
        for path in paths:
            try:
                self._file(path)
            except FileError as error:
                self.unreadable.append(error)
        return Benchmark(
            settings=settings,
            people=self.people,
            capabilities=dict(sorted(self.capabilities.items(), key=self._capability_order)),
            tasks=dict(sorted(self.tasks.items(), key=lambda item: self._task_order(item[0]))),
            instances=tuple(sorted(self.instances, key=self._instance_order)),
            acts={place: tuple(acts) for place, acts in self.acts.items()},
            releases=self.releases,
            errata={v: tuple(sorted(es, key=lambda e: e.at)) for v, es in self.errata.items()},
            withdrawals=self.withdrawals,
            unreadable=tuple(self.unreadable),
            lines=self.lines,
            strays=tuple(self.strays),
            settings_error=settings_error,
        )

    def _settings(self) -> tuple[Settings, FileError | None]:
        try:
            return self._model(layout.SETTINGS, Settings), None
        except FileError as error:
            self.unreadable.append(error)
            return Settings(name=""), error

    def _file(self, path: str) -> None:
        if instance := layout.instance_of(path):
            self.instances.append(self.instance(path, *instance))
        elif act := layout.act_of(path):
            self.acts.setdefault(act[:2], []).append(self.act(path, act[2]))
        elif task := layout.task_of(path):
            self.tasks[task] = self._model(path, TaskCard)
        elif capability := layout.capability_of(path):
            self.capabilities[capability] = self._model(path, CapabilityCard)
        elif person := layout.person_of(path):
            self.people[person] = self._model(path, Person)
        elif version := layout.release_of(path):
            self._release(path, version)
        elif version := layout.erratum_of(path):
            self.errata.setdefault(version, []).append(self._model(path, Erratum))
        elif version := layout.withdrawal_of(path):
            self.withdrawals[version] = self._model(path, Withdrawal)
        elif path != layout.SETTINGS and not path.startswith("releases/"):
            self.strays.append(path)

    def _document(self, path: str) -> Document:
        try:
            return parse(self.tree.read(path), path)
        except OSError as error:
            raise FileError(
                f"cannot be read: {error.strerror}", where=Where(path), code="UNREADABLE"
            ) from None

    def _model(self, path: str, model: type[M]) -> M:
        document = self._document(path)
        self.lines[path] = document.lines
        return load_model(document, model)

    def instance(self, path: str, task: TaskName, name: str) -> LoadedInstance:
        """The instance in a file. Raises FileError."""
        document = self._document(path)
        instance = load_model(document, Instance)
        # The instance has the values now; a second copy of every text would double the memory.
        document = replace(document, data={})
        return LoadedInstance(task, name, instance, document)

    def act(self, path: str, name: str) -> LoadedAct:
        """The act in a file. Raises FileError."""
        return LoadedAct(name, path, load_act(self._document(path)))

    def _release(self, path: str, version: str) -> None:
        try:
            self.releases[version] = Manifest.model_validate_json(self.tree.read(path))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise FileError(
                f"not a manifest: {first['msg']}",
                where=Where(path, field=".".join(map(str, first["loc"]))),
                advice="Manifests are never edited; take it from git.",
                code="SCHEMA",
            ) from None

    def _capability_order(self, item: tuple[str, CapabilityCard]) -> tuple[int, str]:
        return item[1].position, item[0]

    def _task_order(self, task: TaskName) -> tuple[int, str, int, str]:
        capability = self.capabilities.get(task[0])
        card = self.tasks.get(task)
        return (
            capability.position if capability else 0,
            task[0],
            card.position if card else 0,
            task[1],
        )

    def _instance_order(self, loaded: LoadedInstance) -> tuple[object, ...]:
        number = loaded.number
        return (*self._task_order(loaded.task), number is None, number or 0, loaded.name)
