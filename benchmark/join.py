"""Join a benchmark: clone it, say who works in the clone, see whether it may be sent to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmark import layout
from benchmark.git import Git
from benchmark.identity import find_person
from benchmark.load import Benchmark
from benchmark.sync import is_protected, may_only_read
from schemas.errors import RefusedError, ServiceError, UsageError

Way = Literal["open", "protected", "read_only", "unknown"]


@dataclass(frozen=True)
class Sending:
    """Whether the shared copy would take what this copy sends; `said` are its own words."""

    way: Way
    said: str = ""


def email_is_one(text: str) -> bool:
    """Whether this looks like an e-mail address."""
    return re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", text) is not None


def folder_for(url: str) -> str:
    """The folder a clone goes to where none is named: the last part of the address."""
    last = re.split(r"[/\\:]", url.rstrip("/\\"))[-1].removesuffix(".git")
    if not last:
        raise UsageError(f"'{url}' does not name a repository")
    return last


def clone(url: str, target: Path) -> None:
    """Clone a benchmark into a new or empty folder.

    Raises RefusedError where the folder holds something or what was cloned is no benchmark (it
    is left for a look then), ServiceError where the address cannot be reached.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise RefusedError(
            f"{target} is there already and not empty",
            advice="Name another folder: curate join URL DIR.",
        )
    nearest = next(folder for folder in target.absolute().parents if folder.is_dir())
    answer = Git(nearest).reach("clone", "-q", "--", url, str(target.absolute()))
    if answer.code:
        raise ServiceError(
            f"it cannot be fetched: {answer.err}",
            advice="Is the address right, and do you have access to it?",
        )
    if not (target / layout.SETTINGS).is_file():
        raise RefusedError(
            f"{url} holds no benchmark: there is no {layout.SETTINGS} in it",
            advice=f"What was fetched is in {target}.",
        )


def set_identity(root: Path, name: str, email: str) -> None:
    """Say who works in this copy, for this copy only. Raises UsageError."""
    if not name.strip() or not email_is_one(email):
        raise UsageError(f"'{name} <{email}>' does not say who you are")
    git = Git(root)
    git.run("config", "--local", "user.name", name.strip())
    git.run("config", "--local", "user.email", email)


def try_sending(root: Path, person: str = "") -> Sending:
    """Whether a push would be let in. Nothing is sent.

    A dry run does not ask the server's hooks, so that a protected branch may still show itself
    at the first sync only.
    """
    git = Git(root)
    remote, branch = git.shared_copy
    if not remote:
        return Sending("unknown", "there is no shared copy")
    push = git.reach("push", "--dry-run", remote, f"HEAD:refs/heads/{branch}")
    if push.code == 0:
        return Sending("open")
    if is_protected(push):
        return Sending("protected", push.err)
    return Sending("read_only" if may_only_read(push) else "unknown", push.err)


def who_can_add(benchmark: Benchmark, email: str) -> list[str]:
    """The curators who can add the owner of an address; nobody where it is known already."""
    return [] if find_person(benchmark, email) else who_curates(benchmark)


def who_curates(benchmark: Benchmark) -> list[str]:
    """Name and address of every curator."""
    return sorted(
        f"{person.name} <{person.emails[0]}>"
        for person in benchmark.people.values()
        if "curator" in person.roles and not person.left
    )
