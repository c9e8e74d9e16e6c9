"""One act on the benchmark: files written, moved and removed, and one commit of exactly them.

If any step fails, git's refusal included, every file is again what it was before.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmark import files
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.layout import not_committed
from schemas.errors import ChangedOnDiskError, CurateError, FileError, GitError, Where


@dataclass
class Change:
    """What is to happen to the files.

    `writes` maps a path to its new text; `loaded` to the bytes it was read with (a path that is
    not in it must not exist yet). `moves` maps old paths to new ones.
    """

    summary: str
    writes: dict[str, str] = field(default_factory=dict)
    loaded: dict[str, bytes] = field(default_factory=dict)
    moves: dict[str, str] = field(default_factory=dict)
    removals: list[str] = field(default_factory=list)
    extra_paths: list[str] = field(default_factory=list)
    trailers: list[tuple[str, str]] = field(default_factory=list)

    def message(self) -> str:
        """The commit message."""
        lines = "\n".join(f"{name}: {value}" for name, value in self.trailers)
        return f"{self.summary}\n\n{lines}\n" if lines else f"{self.summary}\n"


def carry_out(root: Path, change: Change, actor: Actor) -> str:
    """Do it and commit it; returns the commit's hash.

    Raises RefusedError where git is not ready for a commit, ChangedOnDiskError where a file is
    not what was read, GitError where git (a hook, signing) refuses. Nothing is changed then;
    what had been written is kept beside the git directory, and the error says where.
    """
    git = Git(root)
    git.require_ready()
    with files.lock(root, files.COMMIT):
        try:
            with _files_touched(root, change):
                return git.commit(
                    _paths_to_commit(git, change), change.message(), identity=actor.signature
                )
        except GitError as error:
            raise _refused_by_git(root, change, error) from None


def write_only(root: Path, change: Change) -> None:
    """Do it without a commit: what is saved but not yet anyone else's business."""
    with _files_touched(root, change):
        pass


@contextlib.contextmanager
def _files_touched(root: Path, change: Change) -> Iterator[None]:
    """Touch the files, and put them back where that or what follows fails."""
    undo: list[Callable[[], object]] = []
    try:
        _touch_files(root, change, undo)
        yield
    except BaseException:
        _put_back(undo)
        raise


def _put_back(undo: Sequence[Callable[[], object]]) -> None:
    """Every step, the last one first; one that fails does not keep the others from their turn."""
    left = []
    for step in reversed(undo):
        try:
            step()
        except (CurateError, OSError) as error:
            left.append(str(error))
    if left:
        raise FileError(
            "the act failed, and not every file could be put back:\n" + "\n".join(left),
            advice="`git status` and `curate doctor` show what is left.",
        )


def _touch_files(root: Path, change: Change, undo: list[Callable[[], object]]) -> None:
    for old, new in change.moves.items():
        _move(root, old, new)
        undo.append(partial(_move, root, new, old))
    for path, text in change.writes.items():
        loaded = change.loaded.get(path)
        files.replace(root, path, text.encode(), loaded=loaded)
        undo.append(partial(_restore, root, path, loaded))
    for path in change.removals:
        try:
            present = (root / path).read_bytes()
            files.remove(root, path)
        except OSError as error:
            raise FileError(f"cannot be removed: {error.strerror}", where=Where(path)) from None
        undo.append(partial(_restore, root, path, present))


def _move(root: Path, old: str, new: str) -> None:
    target = root / new
    if target.exists():
        raise ChangedOnDiskError(
            "there is a file of this name already",
            where=Where(new),
            advice="Nothing was changed. Try again.",
            theirs=None,
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        (root / old).rename(target)
    except OSError as error:
        files.remove_empty_folders(root, new)
        raise FileError(f"cannot be moved to {new}: {error.strerror}", where=Where(old)) from None
    files.sync_folder(target.parent)
    files.remove_empty_folders(root, old)


def _restore(root: Path, path: str, data: bytes | None) -> None:
    if data is None:
        files.remove(root, path)
    else:
        files.write(root / path, data)


def _paths_to_commit(git: Git, change: Change) -> list[str]:
    gone = [*change.moves, *change.removals]
    known = git.tracked(gone)
    return [
        *(path for path in gone if path in known),
        *change.moves.values(),
        *change.writes,
        *change.extra_paths,
    ]


def _refused_by_git(root: Path, change: Change, error: GitError) -> CurateError:
    kept = _keep(root, change.writes)
    advice = "Nothing was committed and the files are as they were; mend it and do it again."
    if kept:
        advice += f" What would have been written is kept in {kept}."
    return GitError(error.what, advice=advice)


def _keep(root: Path, writes: Mapping[str, str]) -> Path | None:
    if not writes or len(writes) > 20:
        return None
    folder = not_committed(root)
    for path, text in writes.items():
        files.write(folder / Path(path).name, text.encode())
    return folder
