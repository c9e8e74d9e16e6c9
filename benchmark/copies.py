"""My copy and the shared copy: what has not been sent, what has not been fetched. No network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmark.git import Git
from schemas.errors import CurateError, GitError


@dataclass(frozen=True)
class Copies:
    """How the two stand, as far as this machine knows.

    `acts` are the subjects of commits that were not sent, newest first, `files` those that
    differ from the newest commit; `behind` counts commits that were fetched and not merged.
    `waiting` commits were sent to the branch `own` and are not taken in yet. `trouble` says why
    nothing can be sent or even committed, `advice` what to do.
    """

    remote: str = ""
    branch: str = ""
    url: str = ""
    acts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    behind: int = 0
    waiting: int = 0
    own: str = ""
    trouble: str = ""
    advice: str = ""

    @property
    def unsent(self) -> int:
        """How many changes are only here."""
        return len(self.acts) + len(self.files)


def copies(root: Path, person: str = "") -> Copies:
    """Look at the repository as it is on this machine; never raises for a state git is in."""
    git = Git(root)
    if git.directory is None:
        return Copies(
            trouble="not in a git repository",
            advice=f"Nothing can be submitted or shared. `git init` in {root} makes it one.",
        )
    try:
        return _of_repository(git, f"curate/{person}" if person else "")
    except GitError as error:
        return Copies(trouble=error.what, advice=error.advice)


def _of_repository(git: Git, own: str) -> Copies:
    try:
        git.require_ready()
        trouble, advice = "", ""
    except CurateError as error:
        trouble, advice = error.what, error.advice
    files = () if "bare repository" in trouble else tuple(git.changed())
    remote, branch = git.shared_copy
    if not remote:
        return Copies(
            files=files,
            trouble=trouble,
            advice=advice or "`git remote add origin URL` sets a shared copy.",
        )
    theirs = git.shared_head
    sent = git.resolve(f"refs/remotes/{remote}/{own}") if own else None
    not_there = [f"^{commit}" for commit in (theirs, sent) if commit]
    waiting = ["rev-list", "--count", f"{sent}", *([f"^{theirs}"] if theirs else [])]
    return Copies(
        remote=remote,
        branch=branch,
        url=git.ask("config", f"remote.{remote}.url").text,
        acts=_subjects(git, not_there) if git.head else (),
        files=files,
        behind=_number(git, "rev-list", "--count", f"HEAD..{theirs}") if theirs else 0,
        waiting=_number(git, *waiting) if sent else 0,
        own=own if sent else "",
        trouble=trouble,
        advice=advice,
    )


def _subjects(git: Git, not_there: list[str]) -> tuple[str, ...]:
    log = git.ask("log", "--format=%s", "--no-show-signature", "HEAD", *not_there)
    return tuple(line for line in log.text.split("\n") if line)


def _number(git: Git, *arguments: str) -> int:
    answer = git.ask(*arguments)
    return int(answer.text) if answer.code == 0 else 0
