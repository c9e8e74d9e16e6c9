"""What may be left behind by a crash or an older version, and how to tidy it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmark import autosave, create, files, layout
from benchmark.git import Git
from schemas.errors import CurateError
from schemas.names import DRAFT_PREFIX


@dataclass(frozen=True)
class Ailment:
    """One thing to tidy. `cure` is None where a person has to do it."""

    what: str
    cure: Callable[[], object] | None = None


def examine(root: Path) -> list[Ailment]:
    """Leftovers, unsaved work, schemas of another version, and a repository that is not ready."""
    found = [
        Ailment(f"{path.relative_to(root)}: left by an interrupted write", path.unlink)
        for top in ("people", "tasks", "runs", "releases", layout.SCHEMAS)
        for path in (root / top).rglob(".*.tmp")
    ]
    found += [
        Ailment(f"{path.name}: left by an interrupted write", path.unlink)
        for path in root.glob(".*.tmp")
    ]
    for name, text in create.schema_files().items():
        file = root / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            found.append(
                Ailment(
                    f"{name}: not the schema of this version",
                    partial(files.write, file, text.encode()),
                )
            )
    attributes = root / layout.ATTRIBUTES
    if not attributes.is_file() or "*.yaml -text" not in attributes.read_text(encoding="utf-8"):
        found.append(
            Ailment(f"{layout.ATTRIBUTES}: git may change line ends; add the line `*.yaml -text`")
        )
    found += [
        Ailment(f"{save.path}: {save.person} has unsaved work on it, kept since {save.at}")
        for save in autosave.pending(root)
    ]
    kept = layout.not_committed(root)
    if kept.is_dir() and any(kept.iterdir()):
        found.append(Ailment(f"{kept}: acts that git refused; look whether they are still wanted"))
    try:
        return found + _repository(root, Git(root))
    except CurateError as error:
        return [*found, Ailment(str(error))]


def _repository(root: Path, git: Git) -> list[Ailment]:
    """Locks that stand in git's way, and what an act wrote but could not commit any more."""
    git.require_ready()
    assert git.directory is not None
    found = [
        Ailment(f"{path}: git is at work, or was interrupted; if no git runs, delete the file")
        for path in sorted(git.directory.glob("*.lock"))
    ]
    if found:
        return found  # what else is left can be told, and tidied, once git can work
    if behind := git.left_behind():
        found.append(
            Ailment(
                "git's index is older than the newest commit: git was interrupted",
                partial(git.unstage, behind),
            )
        )
    with files.lock(root, files.COMMIT):  # an act that is under way may end first
        added = git.added()
    found += [
        Ailment(
            f"{path}: an act that was interrupted before it was committed",
            partial(_set_aside, root, path),
        )
        for path in added
        if layout.act_of(path)
    ]
    if alone := [path for path in added if _is_everyones(path)]:
        listed = ", ".join(alone[:3]) + (f" and {len(alone) - 3} more" if len(alone) > 3 else "")
        found.append(Ailment(f"{listed}: in no commit, so nobody else has it; repeat what made it"))
    return found


def _is_everyones(path: str) -> bool:
    """Whether others are meant to see a file: cards, people, instances that have a number."""
    place = layout.instance_of(path)
    if place:
        return not place[1].startswith(DRAFT_PREFIX)
    return bool(layout.task_of(path) or layout.capability_of(path) or layout.person_of(path))


def _set_aside(root: Path, path: str) -> None:
    git = Git(root)
    with files.lock(root, files.COMMIT):
        if path in git.added(path):
            files.write(layout.not_committed(root) / Path(path).name, (root / path).read_bytes())
            files.remove(root, path)
            git.unstage([path])
