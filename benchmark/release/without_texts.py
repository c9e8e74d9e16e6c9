"""Instances and acts as a release judges them, in a fraction of the memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from sys import intern
from typing import Final

from benchmark.layout import TaskName
from benchmark.load import LoadedAct, LoadedInstance
from benchmark.release.spool import Spool
from schemas.instance import Instance, Provenance
from schemas.yamldoor import Document

_NOWHERE: Final = Document("", "", {})
_Place = tuple[TaskName, str]


class WithoutTexts(LoadedInstance):
    """An instance that knows its digest, its key, its language and whose it is, and no text."""

    def __init__(self, loaded: LoadedInstance) -> None:
        instance, origin = loaded.instance, loaded.instance.provenance
        for name, value in {
            "task": loaded.task,
            "name": intern(loaded.name),
            "document": _NOWHERE,
            "digest": loaded.digest,
            "key": instance.key,
            "kept": _kept(
                instance.language, origin.origin, origin.author, origin.owner, origin.checked_by
            ),
        }.items():
            object.__setattr__(self, name, value)

    key: str
    kept: tuple[str, Provenance]

    @property
    def instance(self) -> Instance:
        """As much of it as is known."""
        language, provenance = self.kept
        return Instance(key=self.key, language=language, provenance=provenance)


@lru_cache(4096)
def _kept(
    language: str, origin: str, author: str, owner: str, checked_by: str
) -> tuple[str, Provenance]:
    provenance = Provenance.model_validate(
        {"origin": origin, "author": author, "owner": owner, "checked_by": checked_by}
    )
    return language, provenance


class SpooledActs(Mapping[_Place, tuple[LoadedAct, ...]]):
    """Acts on disk, by the task and the name of their instance."""

    def __init__(self, spool: Spool) -> None:
        self._spool = spool
        self._places: dict[TaskName, dict[str, int]] = {}

    def add(self, acts: Mapping[_Place, tuple[LoadedAct, ...]]) -> None:
        """Put them on disk."""
        for (task, name), recorded in acts.items():
            self._places.setdefault(task, {})[intern(name)] = self._spool.put(recorded)

    def __getitem__(self, place: _Place) -> tuple[LoadedAct, ...]:
        task, name = place
        found: tuple[LoadedAct, ...] = self._spool.get(self._places[task][name])
        return found

    def __iter__(self) -> Iterator[_Place]:
        return ((task, name) for task, names in self._places.items() for name in names)

    def __len__(self) -> int:
        return sum(map(len, self._places.values()))
