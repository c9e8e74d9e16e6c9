"""Bring this copy and the shared copy together: fetch, settle numbers, merge, push.

Always a merge, never a rebase or a stash: what is on disk stays on disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmark import layout
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.layout import TaskName
from benchmark.load import load_folder
from benchmark.numbers import next_number
from schemas.errors import FileError, RefusedError, ServiceError
from schemas.instance import Instance
from schemas.names import DRAFT_PREFIX, instance_id
from schemas.yamldoor import load_model, parse

TRIES: Final = 5
# What git says of a push that came too late; a refusal by a hook or a rule reads otherwise.
_OVERTAKEN: Final = (
    "[rejected]",
    "(fetch first)",
    "(non-fast-forward)",
    "cannot lock ref",
    "incorrect old value",
)


@dataclass(frozen=True)
class Synced:
    """What a sync did. `renumbered` maps old ids to new ones; `left` are saved, unsent edits."""

    shared: str
    drafts: tuple[str, ...] = ()
    renumbered: tuple[tuple[str, str], ...] = ()
    fetched: int = 0
    sent: int = 0
    left: tuple[str, ...] = ()


def sync(root: Path, actor: Actor) -> Synced:
    """Send what is committed and my saved drafts, fetch what others sent.

    Raises RefusedError where git is not ready or both sides changed the same lines (this copy is
    then as it was), ServiceError where the shared copy cannot be reached.
    """
    git = Git(root)
    git.require_ready()
    drafts = _commit_drafts(root, git, actor)
    remote, branch = git.shared_copy
    if not remote:
        return Synced("", drafts=drafts, left=tuple(git.changed()))
    renumbered: list[tuple[str, str]] = []
    fetched = 0
    for _ in range(TRIES):
        _reach(git, "fetch", "-q", remote)
        theirs = git.resolve(f"refs/remotes/{remote}/{branch}")
        if theirs is not None:
            renumbered += _settle_numbers(root, git, actor, theirs)
            fetched += _merge(git, actor, theirs, renumbered)
        sent = _count(git, f"{theirs}..HEAD" if theirs else "HEAD")
        push = git.reach("push", "-q", "-u", remote, f"HEAD:refs/heads/{branch}")
        if push.code == 0:
            return Synced(
                f"{remote}/{branch}", drafts, tuple(renumbered), fetched, sent,
                tuple(git.changed()),
            )  # fmt: skip
        if not any(word in push.err for word in _OVERTAKEN):
            raise ServiceError(
                f"the shared copy did not take it: {push.err}", advice=_told(renumbered)
            )
    raise ServiceError(
        "others sent changes faster than this copy could",
        advice="Run `curate sync` again." + _told(renumbered),
    )


def _told(renumbered: Sequence[tuple[str, str]]) -> str:
    """What has happened already when the rest fails."""
    return "".join(
        f"\n  {old} is now {new}: another instance had taken the number first."
        for old, new in renumbered
    )


def fetch_quietly(root: Path) -> str:
    """Fetch where there is a shared copy; why it could not be reached, or nothing."""
    git = Git(root)
    if git.directory is None or not (remote := git.shared_copy[0]):
        return ""
    answer = git.reach("fetch", "-q", remote)
    lines = answer.err.split("\n")
    return next((x for x in lines if x.startswith("fatal:")), lines[-1]) if answer.code else ""


def _reach(git: Git, *arguments: str) -> None:
    answer = git.reach(*arguments)
    if answer.code:
        raise ServiceError(
            f"the shared copy cannot be reached: {answer.err}",
            advice="Everything is safe in this copy; run `curate sync` again later.",
        )


def _commit_drafts(root: Path, git: Git, actor: Actor) -> tuple[str, ...]:
    """Commit saved drafts that have no number yet; ones that cannot be read stay as they are."""
    paths = []
    for path in git.changed("tasks"):
        place = layout.instance_of(path)
        if place and place[1].startswith(DRAFT_PREFIX) and _key(_read(root / path), path):
            paths.append(path)
    if not paths:
        return ()
    plural = "s" if len(paths) > 1 else ""
    change = Change(
        f"Save {len(paths)} draft{plural}", extra_paths=paths, trailers=[("Curate-Act", "save")]
    )
    carry_out(root, change, actor)
    return tuple(paths)


def _read(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _key(data: bytes | None, path: str) -> str:
    """The key of the instance in a file; empty where it cannot be read."""
    if data is None:
        return ""
    try:
        return load_model(parse(data, path), Instance).key
    except FileError:
        return ""


def _settle_numbers(root: Path, git: Git, actor: Actor, theirs: str) -> list[tuple[str, str]]:
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
    ours = {path: _key(git.file_at("HEAD", path), path) for path in sorted(added)}
    other = {path: _key(git.file_at(theirs, path), path) for path in added}
    taken = [path for path in ours if ours[path] and other[path] and ours[path] != other[path]]
    if unsaved := [path for path in git.changed("tasks") if path in taken] if taken else []:
        raise RefusedError(
            f"{_few(unsaved)}: the number was taken first by another instance, and the file has "
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


def _merge(git: Git, actor: Actor, theirs: str, renumbered: Sequence[tuple[str, str]]) -> int:
    """Merge; returns how many commits came in. Raises RefusedError with everything as it was."""
    incoming = _count(git, f"HEAD..{theirs}")
    if not incoming:
        return 0
    answer = git.merge(theirs, identity=actor.signature)
    if answer.code == 0:
        return incoming
    conflicts = _lines(git, "diff", "--name-only", "--diff-filter=U", "-z")
    git.ask("merge", "--abort")
    if conflicts:
        raise RefusedError(
            "both copies changed the same places: " + _few(conflicts),
            advice="Nothing was merged and nothing is lost. Agree on who changes the file: put the "
            f"other version beside yours with `git show {theirs[:10]}:./PATH`, make yours agree, "
            "commit, and run `curate sync` again." + _told(renumbered),
        )
    raise RefusedError(
        f"git would not merge: {answer.err or answer.text}",
        advice="Nothing was merged. Submit or set aside the files it names, then sync again."
        + _told(renumbered),
    )


def _lines(git: Git, *arguments: str) -> list[str]:
    return [part for part in git.ask(*arguments).out.decode(errors="replace").split("\0") if part]


def _few(paths: Sequence[str]) -> str:
    return ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")


def _count(git: Git, range_: str) -> int:
    answer = git.ask("rev-list", "--count", range_)
    return int(answer.text) if answer.code == 0 else 0
