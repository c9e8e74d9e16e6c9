"""Bring this copy and the shared copy together: fetch, settle numbers, merge, push.

Always a merge, never a rebase or a stash: what is on disk stays on disk. Where the shared copy
takes nothing on its branch (it is protected), what is to be sent goes to a branch of the
sender's own, `curate/<person>`, which somebody takes in there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmark import files, layout
from benchmark.change import Change, carry_out
from benchmark.collisions import few, key_of, settle_numbers
from benchmark.git import Answer, Git
from benchmark.identity import Actor
from schemas.errors import RefusedError, ServiceError
from schemas.names import DRAFT_PREFIX

TRIES: Final = 5
# What git says of a push that came too late; a refusal by a hook or a rule reads otherwise.
_OVERTAKEN: Final = (
    "[rejected]",
    "(fetch first)",
    "(non-fast-forward)",
    "cannot lock ref",
    "incorrect old value",
)
# What GitHub, GitLab, Gitea, Bitbucket, Azure and hooks say where a branch takes no push.
_PROTECTED: Final = re.compile(
    r"protected|rule violations|(pull|merge) request|not allowed to push|GH006|GH013|TF402455",
    re.IGNORECASE,
)
_READ_ONLY: Final = re.compile(
    r"permission .*denied|denied to |\b403\b|read-?only|write access|"
    r"not allowed to (push code|upload)|insufficient permission",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"https?://\S+")


@dataclass(frozen=True)
class Synced:
    """What a sync did.

    `renumbered` maps old ids to new ones; `left` are saved, unsent edits. `branch` is the branch
    it was sent to where the shared one is protected; `waiting` commits of it are not taken in
    yet, and `link` is where to ask for that, as far as the server said.
    """

    shared: str
    drafts: tuple[str, ...] = ()
    renumbered: tuple[tuple[str, str], ...] = ()
    fetched: int = 0
    sent: int = 0
    left: tuple[str, ...] = ()
    branch: str = ""
    waiting: int = 0
    link: str = ""


@dataclass(frozen=True)
class Settled:
    """Files both copies changed, as they are to be after the merge with the commit `theirs`.

    None stands for a file that is to go.
    """

    theirs: str
    texts: Mapping[str, bytes | None] = field(default_factory=dict)


class BothChangedError(RefusedError):
    """Both copies changed the same places of `paths`; `theirs` is the shared copy's commit."""

    def __init__(self, paths: Sequence[str], theirs: str, told: str = "") -> None:
        self.paths = tuple(paths)
        self.theirs = theirs
        super().__init__(
            "both copies changed the same places: " + few(paths),
            advice="Nothing was merged and nothing is lost. The app (`curate`) shows both versions "
            "field by field. Without it: put the other version beside yours with "
            f"`git show {theirs[:10]}:./PATH`, make yours agree, commit, and run `curate sync` "
            "again." + told,
        )


def sync(root: Path, actor: Actor, *, send: bool = True, settled: Settled | None = None) -> Synced:
    """Fetch what others sent; with `send`, send what is committed and my saved drafts.

    `settled` holds what a BothChangedError of before named. Raises RefusedError where git is not
    ready, BothChangedError where both sides changed the same lines (this copy is then as it was),
    ServiceError where the shared copy cannot be reached or takes nothing.
    """
    git = Git(root)
    git.require_ready()
    drafts = _commit_drafts(root, git, actor) if send else ()
    remote, branch = git.shared_copy
    if not remote:
        return Synced("", drafts=drafts, left=tuple(git.changed()))
    own = f"curate/{actor.id}"
    renumbered: list[tuple[str, str]] = []
    fetched = 0
    for _ in range(TRIES):
        _reach(git, "fetch", "-q", remote)
        theirs = git.resolve(f"refs/remotes/{remote}/{branch}")
        for commit in filter(None, (theirs, git.resolve(f"refs/remotes/{remote}/{own}"))):
            renumbered += settle_numbers(root, git, actor, commit)
            fetched += _merge(git, actor, commit, renumbered, settled)
        ahead = _count(git, f"{theirs}..HEAD" if theirs else "HEAD")
        done = Synced(
            f"{remote}/{branch}", drafts, tuple(renumbered), fetched, ahead, tuple(git.changed())
        )
        if not send:
            return _only_fetched(git, done, f"refs/remotes/{remote}/{own}")
        push = git.reach("push", "-q", "-u", remote, f"HEAD:refs/heads/{branch}")
        if push.code == 0:
            return done
        if theirs and is_protected(push):
            aside = _send_aside(git, done, remote, own)
            if aside is not None:
                return aside
        elif not _was_overtaken(push):
            raise _not_taken(push, renumbered)
    raise ServiceError(
        "others sent changes faster than this copy could",
        advice="Run `curate sync` again." + _told(renumbered),
    )


def catch_up(root: Path) -> int:
    """Fetch and move this copy forward, for a reader who makes no commits; returns how many came.

    Raises RefusedError where this copy has commits of its own, ServiceError where the shared copy
    cannot be reached.
    """
    git = Git(root)
    git.require_ready()
    remote, branch = git.shared_copy
    if not remote:
        return 0
    _reach(git, "fetch", "-q", remote)
    theirs = f"refs/remotes/{remote}/{branch}"
    came = _count(git, f"HEAD..{theirs}")
    if came and (answer := git.ask("merge", "-q", "--ff-only", theirs)).code:
        raise RefusedError(
            f"git would not bring this copy forward: {answer.err or answer.text}",
            advice="Merging takes somebody who is in people/. Nothing has changed.",
        )
    return came


def _only_fetched(git: Git, done: Synced, own: str) -> Synced:
    waiting = _count(git, f"{git.shared_head}..{own}") if git.resolve(own) else 0
    return Synced(done.shared, (), done.renumbered, done.fetched, 0, done.left, waiting=waiting)


def _send_aside(git: Git, done: Synced, remote: str, own: str) -> Synced | None:
    """Send to a branch of the sender's own; None where another copy of theirs was faster."""
    before = git.resolve(f"refs/remotes/{remote}/{own}")
    fresh = _count(git, f"{before}..HEAD") if before else done.sent
    push = git.reach("push", remote, f"HEAD:refs/heads/{own}")
    if push.code and _was_overtaken(push) and not is_protected(push):
        return None
    if push.code:
        raise _not_taken(push, done.renumbered)
    link = _LINK.search(push.err.replace("\nremote:", " "))
    return Synced(
        done.shared, done.drafts, done.renumbered, done.fetched, min(fresh, done.sent), done.left,
        branch=own, waiting=done.sent, link=link[0] if link and "curate" in link[0] else "",
    )  # fmt: skip


def is_protected(push: Answer) -> bool:
    """Whether a push failed because the branch takes none, while another branch may."""
    return "[remote rejected]" in push.err and bool(_PROTECTED.search(push.err))


def _was_overtaken(push: Answer) -> bool:
    return any(word in push.err for word in _OVERTAKEN)


def _not_taken(push: Answer, renumbered: Sequence[tuple[str, str]]) -> ServiceError:
    advice = "Everything is safe in this copy."
    if may_only_read(push):
        advice += " You may read the shared copy but not send to it: ask who runs it for that."
    return ServiceError(
        f"the shared copy did not take it: {push.err}", advice=advice + _told(renumbered)
    )


def may_only_read(push: Answer) -> bool:
    """Whether a failed push failed for want of the right to send anything."""
    return bool(_READ_ONLY.search(push.err)) and not is_protected(push)


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
        if place and place[1].startswith(DRAFT_PREFIX) and key_of(_read(root / path), path):
            paths.append(path)
    if not paths:
        return ()
    plural = "s" if len(paths) > 1 else ""
    change = Change(
        f"Save {len(paths)} draft{plural}",
        extra_paths=paths,
        trailers=[("Curate-Act", "save"), ("Curate-By", actor.id)],
    )
    carry_out(root, change, actor)
    return tuple(paths)


def _read(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _merge(
    git: Git,
    actor: Actor,
    theirs: str,
    renumbered: Sequence[tuple[str, str]],
    settled: Settled | None,
) -> int:
    """Merge; returns how many commits came in. Raises RefusedError with everything as it was."""
    incoming = _count(git, f"HEAD..{theirs}")
    if not incoming:
        return 0
    answer = git.merge(theirs, identity=actor.signature)
    if answer.code == 0:
        return incoming
    conflicts = _lines(git, "diff", "--name-only", "--diff-filter=U", "--relative", "-z")
    if conflicts and settled and settled.theirs == theirs and set(conflicts) <= set(settled.texts):
        answer = _conclude(git, actor, {path: settled.texts[path] for path in conflicts})
        if answer.code == 0:
            return incoming
        conflicts = []
    git.ask("merge", "--abort")
    if conflicts:
        raise BothChangedError(conflicts, theirs, _told(renumbered))
    raise RefusedError(
        f"git would not merge: {answer.err or answer.text}",
        advice="Nothing was merged. Submit or set aside the files it names, then sync again."
        + _told(renumbered),
    )


def _conclude(git: Git, actor: Actor, texts: Mapping[str, bytes | None]) -> Answer:
    """Put settled files in place of what git could not merge, and finish the merge."""
    for path, data in texts.items():
        if data is None:
            files.remove(git.root, path)
        else:
            files.write(git.root / path, data)
    git.run("add", "-A", "--", *texts)
    return git.conclude_merge(identity=actor.signature)


def _lines(git: Git, *arguments: str) -> list[str]:
    return [part for part in git.ask(*arguments).out.decode(errors="replace").split("\0") if part]


def _count(git: Git, range_: str) -> int:
    answer = git.ask("rev-list", "--count", range_)
    return int(answer.text) if answer.code == 0 else 0
