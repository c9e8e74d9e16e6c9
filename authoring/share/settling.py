"""What both copies changed, settled by the person: instances field by field, the rest as well.

Nothing is written here: what comes out is what the merge is to hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from authoring.app import CurateApp
from authoring.conflict.screen import ConflictScreen
from authoring.edit.choice import Choice
from benchmark import layout
from benchmark.git import Git
from benchmark.sync import BothChangedError, Settled
from schemas.base import FileModel
from schemas.cards import CapabilityCard, TaskCard
from schemas.errors import FileError
from schemas.instance import Instance
from schemas.person import Person
from schemas.settings import Settings
from schemas.yamldoor import load_model, parse, update

WHY = "You and somebody else changed this; the shared copy has theirs."


@dataclass(frozen=True)
class Versions:
    """One file in three commits: None where a commit does not have it."""

    path: str
    base: bytes | None
    mine: bytes | None
    theirs: bytes | None


def versions(root: Path, path: str, theirs: str) -> Versions:
    """The three versions of a file that both copies changed."""
    git = Git(root)
    base = git.ask("merge-base", "HEAD", theirs).text
    return Versions(
        path,
        git.file_at(base, path) if base else None,
        git.file_at("HEAD", path),
        git.file_at(theirs, path),
    )


async def settle_all(app: CurateApp, error: BothChangedError) -> Settled | None:
    """Ask for each file in turn; None where the person left one unsettled."""
    texts: dict[str, bytes | None] = {}
    for path in error.paths:
        found = versions(app.root, path, error.theirs)
        settled = await _settle(app, found)
        if settled is None:
            return None
        texts[path] = settled.data
    return Settled(error.theirs, texts)


@dataclass(frozen=True)
class _Outcome:
    """What the file is to hold; None where it is to go."""

    data: bytes | None


async def _settle(app: CurateApp, found: Versions) -> _Outcome | None:
    if found.mine is not None and found.theirs is not None:
        kind = _model_of(found.path)
        if kind is Instance:
            done = await _instance(app, found)
            if done is not None:
                return done if done.data is not None else None
        elif kind is not None:
            done = await _card(app, found, kind)
            if done is not None:
                return done if done.data is not None else None
    return await _whole(app, found)


def _model_of(path: str) -> type[FileModel] | None:
    if layout.instance_of(path):
        return Instance
    if layout.task_of(path):
        return TaskCard
    if layout.capability_of(path):
        return CapabilityCard
    if layout.person_of(path):
        return Person
    return Settings if path == layout.SETTINGS else None


def _read(data: bytes | None, path: str, kind: type[FileModel]) -> FileModel | None:
    try:
        return load_model(parse(data, path), kind) if data is not None else None
    except FileError:
        return None


async def _instance(app: CurateApp, found: Versions) -> _Outcome | None:
    """Field by field. None where a version cannot be read; data None where the person left."""
    base, mine, theirs = (
        _read(data, found.path, Instance) for data in (found.base, found.mine, found.theirs)
    )
    if not isinstance(mine, Instance) or not isinstance(theirs, Instance):
        return None
    place = layout.instance_of(found.path)
    name = place[1] if place else found.path
    known = base if isinstance(base, Instance) else None
    result = await app.push_screen_wait(ConflictScreen(name, known, mine, theirs, WHY))
    if result is None:
        return _Outcome(None)
    return _Outcome(update((found.theirs or b"").decode(), result, found.path).encode())


async def _card(app: CurateApp, found: Versions, kind: type[FileModel]) -> _Outcome | None:
    """A card, a person, the settings: what one side changed is taken, the rest is asked."""
    base, mine, theirs = (
        _read(data, found.path, kind) for data in (found.base, found.mine, found.theirs)
    )
    if mine is None or theirs is None:
        return None
    taken: dict[str, object] = {}
    for name in kind.model_fields:
        ours, other = getattr(mine, name), getattr(theirs, name)
        before = getattr(base, name) if base is not None else None
        if ours == other or (base is not None and ours == before):
            continue
        if base is None or other != before:
            answer = await app.push_screen_wait(_two(f"{found.path}: {name}", ours, other))
            if not answer:
                return _Outcome(None)
            if answer == "2":
                continue
        taken[name] = ours
    result = theirs.model_copy(update=taken)
    return _Outcome(update((found.theirs or b"").decode(), result, found.path).encode())


def _two(title: str, mine: object, theirs: object) -> Choice:
    body = f"1  yours:\n{mine}\n\n2  theirs:\n{theirs}"
    return Choice(title, body, (("1", "Take yours"), ("2", "Take theirs")))


async def _whole(app: CurateApp, found: Versions) -> _Outcome | None:
    """A file that is gone on one side, or has no fields: one of the two as a whole."""
    mine, theirs = (
        data.decode("utf-8", "replace") if data is not None else "(deleted)"
        for data in (found.mine, found.theirs)
    )
    answer = await app.push_screen_wait(_two(found.path, mine, theirs))
    if not answer:
        return None
    return _Outcome(found.mine if answer == "1" else found.theirs)
