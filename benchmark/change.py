"""One act on the benchmark: files written, moved and removed, and one commit of exactly them.

If any step fails, git's refusal included, every file is again what it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmark import files
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.layout import private_dir
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
        undo: list[Callable[[], object]] = []
        try:
            _touch_files(root, change, undo)
            return git.commit(
                _paths_to_commit(git, change), change.message(), identity=actor.signature
            )
        except BaseException as error:
            for step in reversed(undo):
                step()
            if isinstance(error, GitError):
                raise _refused_by_git(root, change, error) from None
            raise


def write_only(root: Path, change: Change) -> None:
    """Do it without a commit: what is saved but not yet anyone else's business."""
    undo: list[Callable[[], object]] = []
    try:
        _touch_files(root, change, undo)
    except BaseException:
        for step in reversed(undo):
            step()
        raise


def _touch_files(root: Path, change: Change, undo: list[Callable[[], object]]) -> None:
    for old, new in change.moves.items():
        _move(root, old, new)
        undo.append(partial(_move, root, new, old))
    for path, text in change.writes.items():
        loaded = change.loaded.get(path)
        files.replace(root, path, text.encode(), loaded=loaded)
        undo.append(partial(_restore, root / path, loaded))
    for path in change.removals:
        present = (root / path).read_bytes()
        (root / path).unlink()
        undo.append(partial(_restore, root / path, present))


def _move(root: Path, old: str, new: str) -> None:
    target = root / new
    if target.exists():
        raise ChangedOnDiskError(
            "there is a file of this name already",
            where=Where(new),
            advice="Nothing was changed. Try again.",
            theirs=None,
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        (root / old).rename(target)
    except OSError as error:
        raise FileError(f"cannot be moved to {new}: {error.strerror}", where=Where(old)) from None
    files.sync_folder(target.parent)


def _restore(target: Path, data: bytes | None) -> None:
    if data is None:
        target.unlink(missing_ok=True)
    else:
        files.write(target, data)


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
    folder = private_dir(root) / "journal" / "not-committed"
    for path, text in writes.items():
        files.write(folder / Path(path).name, text.encode())
    return folder
