"""Two copies gave one number to two instances: whose number reached the shared copy keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmark import layout
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.layout import TaskName
from benchmark.load import load_folder
from benchmark.numbers import next_number
from schemas.errors import FileError, RefusedError
from schemas.instance import Instance
from schemas.names import instance_id
from schemas.yamldoor import load_model, parse


def key_of(data: bytes | None, path: str) -> str:
    """The key of the instance in a file; empty where it cannot be read."""
    if data is None:
        return ""
    try:
        return load_model(parse(data, path), Instance).key
    except FileError:
        return ""


def settle_numbers(root: Path, git: Git, actor: Actor, theirs: str) -> list[tuple[str, str]]:
    """Give new numbers to instances of ours whose number reached the shared copy first.

    Raises RefusedError, before anything is changed, where the two have nothing in common or
    such an instance has changes that no commit holds.
    """
    base = git.ask("merge-base", "HEAD", theirs).text
    if not base:
        raise RefusedError(
            "the shared copy has a history of its own that has nothing in common with this one",
            advice="Clone the shared copy and bring your files into the clone.",
        )
    added = _added(git, base, "HEAD") & _added(git, base, theirs)
    ours = {path: key_of(git.file_at("HEAD", path), path) for path in sorted(added)}
    other = {path: key_of(git.file_at(theirs, path), path) for path in added}
    taken = [path for path in ours if ours[path] and other[path] and ours[path] != other[path]]
    if unsaved := [path for path in git.changed("tasks") if path in taken] if taken else []:
        raise RefusedError(
            f"{few(unsaved)}: the number was taken first by another instance, and the file has "
            "changes that are not committed",
            advice="Nothing was merged. Submit or commit the file, then run `curate sync` again.",
        )
    places = [(path, place) for path in taken if (place := layout.instance_of(path))]
    return [_renumber(root, actor, *place, ours[path]) for path, place in places]


def _added(git: Git, base: str, commit: str) -> set[str]:
    """Instance files a commit has that `base` did not have."""
    listed = git.run(
        "diff", "--name-only", "--diff-filter=A", "--no-renames", "--relative", "-z",
        base, commit,
    ).out  # fmt: skip
    names = listed.decode("utf-8", "surrogateescape").split("\0")
    return {name for name in names if layout.instance_of(name)}


def _renumber(root: Path, actor: Actor, task: TaskName, name: str, key: str) -> tuple[str, str]:
    """Move an instance and its own acts to the next free number."""
    benchmark = load_folder(root)
    new = instance_id(*task, next_number(root, benchmark, task))
    moves = {layout.instance(task, name): layout.instance(task, new)}
    for recorded in benchmark.acts.get((task, name), ()):
        if recorded.act.instance == key:
            moves[recorded.path] = layout.act(task, new, recorded.name)
    change = Change(
        f"Renumber {name} to {new}: its number was taken first by another instance",
        moves=moves,
        trailers=[("Curate-Act", "renumber"), ("Instance", new)],
    )
    carry_out(root, change, actor)
    return name, new


def few(paths: Sequence[str]) -> str:
    """The first of them, and how many more."""
    return ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")
