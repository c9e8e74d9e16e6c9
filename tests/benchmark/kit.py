"""What the tests of git and files look at: a copy's files, its index, its commits, its hooks."""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.world import World, git

REPOSITORY = Path(__file__).parents[2]


def files_of(root: Path) -> dict[str, bytes]:
    """Every file of a folder but git's own, leftovers and hidden ones included."""
    found = {}
    for folder, folders, names in os.walk(root):
        if ".git" in folders:
            folders.remove(".git")
        for name in names:
            path = Path(folder, name)
            content = str(path.readlink()).encode() if path.is_symlink() else path.read_bytes()
            found[path.relative_to(root).as_posix()] = content
    return found


@dataclass(frozen=True)
class State:
    """Everything an act that is refused must leave alone."""

    files: Mapping[str, bytes]
    head: str
    status: str
    staged: str


def state_of(root: Path) -> State:
    return State(
        files_of(root),
        git(root, "rev-parse", "-q", "HEAD"),
        git(root, "status", "--porcelain", "-uall"),
        git(root, "diff", "--cached", "--no-renames"),
    )


def hook(root: Path, name: str, script: str) -> None:
    """Install a hook written in shell."""
    file = Path(git(root, "rev-parse", "--git-path", f"hooks/{name}").strip())
    file = root / file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)


def author_of(root: Path, commit: str = "HEAD") -> str:
    return git(root, "log", "-1", "--format=%an <%ae>", commit).strip()


def paths_in(root: Path, commit: str = "HEAD") -> set[str]:
    """The paths a commit touched."""
    out = git(root, "show", "--no-renames", "--relative", "--name-only", "-z", "--format=", commit)
    return {path for path in out.split("\0") if path}


def named(root: Path, name: str) -> None:
    """Tell git who works in this copy."""
    git(root, "config", "user.name", name.capitalize())
    git(root, "config", "user.email", f"{name}@example.org")


def clone(source: Path, target: Path, *options: str) -> World:
    git(source.parent, "clone", "-q", *options, source.as_uri(), target)
    return World(target)


def curate(
    root: Path, *arguments: str, by: str = "ann", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The command line as a process of its own."""
    return subprocess.run(
        command(root, *arguments, by=by),
        cwd=root,
        capture_output=True,
        text=True,
        env={**with_code(), **(env or {})},
        preexec_fn=bound_by_permissions,
        check=False,
    )  # fmt: skip


def with_code() -> dict[str, str]:
    """The environment for a process that runs the code of this checkout."""
    # GitPython's own variable is set by whatever ran in this process before.
    own = {name: value for name, value in os.environ.items() if name != "GIT_PYTHON_REFRESH"}
    return {**own, "PYTHONPATH": str(REPOSITORY)}


def command(root: Path, *arguments: str, by: str = "ann") -> list[str]:
    return [
        sys.executable, "-m", "curate", "-C", str(root), "--as", f"{by}@example.org", *arguments
    ]  # fmt: skip


@contextlib.contextmanager
def unable_to_write(root: Path) -> Iterator[None]:
    """Nothing can be made, moved or removed in the folder by a process of `curate`."""
    modes = {p: p.stat().st_mode for p in (root, *root.rglob("*")) if p.is_dir()}
    try:
        for folder in modes:
            folder.chmod(0o555)
        yield
    finally:
        for folder, mode in modes.items():
            folder.chmod(mode)


def bound_by_permissions() -> None:
    """Have even root ask for them (Linux): drops CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""
    if os.geteuid() == 0:
        for capability in (1, 2):
            ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
