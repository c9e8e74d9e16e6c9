"""What may be left behind by a crash or an older version, and how to tidy it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmark import autosave, create, files, layout
from benchmark.git import Git
from benchmark.layout import private_dir
from schemas.errors import CurateError


@dataclass(frozen=True)
class Ailment:
    """One thing to tidy. `cure` is None where a person has to do it."""

    what: str
    cure: Callable[[], object] | None = None


def examine(root: Path) -> list[Ailment]:
    """Leftovers, unsaved work, schemas of another version, and a repository that is not ready."""
    found = [
        Ailment(f"{path.relative_to(root)}: left by an interrupted write", path.unlink)
        for top in ("people", "tasks", "releases", layout.SCHEMAS)
        for path in (root / top).rglob(".*.tmp")
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
    kept = private_dir(root) / "journal" / "not-committed"
    if kept.is_dir() and any(kept.iterdir()):
        found.append(Ailment(f"{kept}: acts that git refused; look whether they are still wanted"))
    try:
        Git(root).require_ready()
    except CurateError as error:
        found.append(Ailment(str(error)))
    return found
