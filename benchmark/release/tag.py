"""The annotated tag of a release, which carries its digest."""

from __future__ import annotations

import re

from benchmark.git import Git
from benchmark.identity import Actor
from schemas.errors import RefusedError, UsageError

_DIGEST = re.compile(r"^Release-Digest: (r1:[0-9a-f]{64})$", re.M)


def set_tag(git: Git, actor: Actor, name: str, version: str, digest: str) -> None:
    """Tag the newest commit `vVERSION`, signed where git is set to sign tags."""
    signing = git.ask("config", "--bool", "tag.gpgSign").text == "true"
    options: tuple[str, ...] = ()
    if actor.signature and not git.identity():
        user, email = actor.signature
        options = ("-c", f"user.name={user}", "-c", f"user.email={email}")
    git.run(
        *options, "tag", "-s" if signing else "-a", f"v{version}",
        "-m", f"{name} {version}\n\nRelease-Digest: {digest}",
    )  # fmt: skip


def exists(git: Git, version: str) -> bool:
    """Whether the version has a tag."""
    return git.ask("rev-parse", "-q", "--verify", f"refs/tags/v{version}").code == 0


def digest_in_tag(git: Git, tag: str) -> str:
    """The digest a tag (or the version it is named for) froze.

    Raises UsageError where there is no such annotated tag, RefusedError where it has no digest.
    """
    for name in (tag, f"v{tag}"):
        answer = git.ask("cat-file", "tag", f"refs/tags/{name}")
        if answer.code == 0:
            found = _DIGEST.search(answer.text)
            if found is None:
                raise RefusedError(f"the tag {name} carries no release digest")
            return found[1]
    raise UsageError(f"there is no annotated tag {tag} here", advice="`git fetch --tags` first.")
