"""Put acts on record: their files, and the commit that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark import layout
from benchmark.change import Change, carry_out
from benchmark.identity import Actor
from benchmark.load import LoadedInstance
from schemas.acts import Act
from schemas.errors import ChangedOnDiskError, Where
from schemas.yamldoor import dump


@dataclass(frozen=True)
class Entry:
    """An act on an instance; `name` is what the instance is called once the act is done."""

    loaded: LoadedInstance
    name: str
    act: Act


def text_of(act: Act, path: str) -> str:
    """The file of an act."""
    schema = "../" * path.count("/") + layout.SCHEMAS
    return dump(act, header=f"# yaml-language-server: $schema={schema}/act.json\n", file=path)


def record(root: Path, actor: Actor, entries: Sequence[Entry], also: Sequence[str] = ()) -> str:
    """Write the acts and commit them, with the files in `also`; returns the commit.

    Raises ChangedOnDiskError where an instance is not on disk as it was read, and what
    `carry_out` raises; nothing is changed then.
    """
    kind = entries[0].act.act
    change = Change(_summary(entries), extra_paths=list(also))
    change.trailers.append(("Curate-Act", kind.replace("_", "-")))
    for entry in entries:
        loaded, act = entry.loaded, entry.act
        _still_as_read(root, loaded)
        path = layout.act(loaded.task, entry.name, act.name())
        change.writes[path] = text_of(act, path)
        if entry.name != loaded.name:
            change.moves[loaded.path] = layout.instance(loaded.task, entry.name)
        change.trailers += [("Instance", entry.name), ("Digest", act.digest)]
    return carry_out(root, change, actor)


def _summary(entries: Sequence[Entry]) -> str:
    kind = entries[0].act.act.replace("_", " ").capitalize()
    names = {entry.name for entry in entries}
    if len(names) > 1:
        return f"{kind} {len(names)} instances"
    return f"{kind} {entries[0].name} (round {entries[0].act.round})"


def _still_as_read(root: Path, loaded: LoadedInstance) -> None:
    file = root / loaded.path
    present = file.read_bytes() if file.is_file() else None
    if present is None or present.removeprefix(b"\xef\xbb\xbf") != loaded.document.source.encode():
        raise ChangedOnDiskError(
            "the file has changed while the act was prepared",
            where=Where(loaded.path),
            advice="Nothing was recorded. Do it again.",
            theirs=present,
        )
