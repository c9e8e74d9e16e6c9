"""Put a release on a dataset hub: exactly its files in one commit, read back, then a tag."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from benchmark.release.afterwards import NOTHING, Record, errata_page, same_benchmark
from benchmark.release.hub import MAIN, Hub, Message, Snapshot, Stored
from benchmark.release.hub_failure import printable
from benchmark.release.target import Target
from benchmark.release.verify import Verified
from schemas.errors import RefusedError, ServiceError

_MANIFEST: Final = "manifest.json"
_ERRATA: Final = "ERRATA.md"
# The hub's own: it says there which files are kept as large ones.
_ATTRIBUTES: Final = ".gitattributes"
_NEW_ON_A_HUB: Final = frozenset({_ATTRIBUTES, "README.md"})


@dataclass(frozen=True)
class Outgoing:
    """A file to publish, with the digests that a hub knows files by."""

    path: str
    content: Path | bytes
    size: int
    sha256: str
    blob: str

    def is_in(self, files: Mapping[str, Stored]) -> bool:
        """Whether a hub has these very bytes under this path."""
        stored = files.get(self.path)
        if stored is None or stored.size != self.size:
            return False
        return stored.sha256 == self.sha256 if stored.sha256 else stored.blob == self.blob


@dataclass(frozen=True)
class Plan:
    """What is to be published and where to; `errata` stands beside the release's own files."""

    target: Target
    release: Verified
    files: tuple[Outgoing, ...]
    errata: Outgoing | None

    @property
    def version(self) -> str:
        """The version of the release."""
        return self.release.manifest.version

    @property
    def tag(self) -> str:
        """The tag that stands for the release, here and on the hub."""
        return f"v{self.version}"

    @property
    def everything(self) -> tuple[Outgoing, ...]:
        """The files of the release, and the errata where there are any."""
        return (*self.files, self.errata) if self.errata else self.files

    @property
    def message(self) -> Message:
        """What the commit and the tag say."""
        manifest = self.release.manifest
        return Message(
            f"{manifest.name} {manifest.version}",
            f"Release-Digest: {self.release.digest}\nSource-Commit: {manifest.source_commit}",
        )


@dataclass(frozen=True)
class Published:
    """What is on the hub now. `sent` and `deleted` are paths; nothing was sent where the release
    was there `already`. `branch` is the one that holds the commit."""

    state: Literal["published", "already"]
    commit: str
    branch: str
    sent: tuple[str, ...]
    deleted: tuple[str, ...]
    notes: tuple[str, ...]


def plan(folder: Path, release: Verified, target: Target, record: Record = NOTHING) -> Plan:
    """What publishing would send; nothing is contacted.

    Raises RefusedError where this is nothing to publish.
    """
    if release.problems:
        shown = [f"  {printable(problem)}" for problem in release.problems[:10]]
        if len(release.problems) > len(shown):
            shown.append(f"  and {len(release.problems) - len(shown)} more")
        raise RefusedError(
            "\n".join([f"{folder} is not as it was frozen:", *shown]),
            advice="Only what `curate release verify` finds whole is published.",
        )
    version = release.manifest.version
    if record.trouble:
        raise record.trouble
    if record.withdrawn:
        raise RefusedError(f"version {version} is withdrawn: {record.withdrawn}")
    errata = errata_page(version, record.errata).encode() if record.errata else None
    names = {*release.manifest.files, _MANIFEST, "SHA256SUMS"}
    return Plan(
        target,
        release,
        tuple(_from_disk(folder, name, release) for name in sorted(names)),
        _outgoing(_ERRATA, errata, errata) if errata is not None else None,
    )


def publish(plan: Plan, *, private: bool = False, timeout: float = 120) -> Published:
    """Make the hub's data set hold exactly the release, see that it does, and tag it.

    `timeout` is for one answer, in seconds. The tag comes last: where anything fails there is no
    tag, and publishing again goes on from there. Raises RefusedError where the tag stands for
    other content, or the data set holds something else; ServiceError where the hub fails.
    """
    with Hub(plan.target, timeout=timeout) as hub:
        main = _data_set(hub, private=private)
        if hub.has_tag(plan.tag):
            return _already(hub, plan, main)
        branch, before = _place(hub, plan, main)
        paths = {file.path for file in plan.everything}
        deleted = sorted(before.files.keys() - paths - {_ATTRIBUTES})
        add = {file.path: file.content for file in plan.everything}
        commit = hub.commit(branch, before.commit, add, deleted, plan.message)
        stored = hub.look(commit).files
        _same_or_fail(hub, plan.everything, stored)
        if extra := sorted(stored.keys() - paths - {_ATTRIBUTES}):
            raise ServiceError(
                f"{plan.target.host} keeps files in {plan.target.repo} that are not of this "
                f"release: {_listed(extra)}",
                advice="Nothing was tagged. Run the same command again.",
            )
        hub.tag(plan.tag, commit, plan.message)
        if hub.look(plan.tag).commit != commit:
            raise ServiceError(
                f"the tag {plan.tag} on {plan.target.host} does not stand for what was sent",
                advice=f"Look at {plan.target.url} before anybody uses it.",
            )
        sent = tuple(f.path for f in plan.everything if not f.is_in(before.files))
        return Published("published", commit, branch, sent, tuple(deleted), tuple(hub.notes))


def _data_set(hub: Hub, *, private: bool) -> Snapshot:
    """The data set as it is now, made where there is none."""
    found = hub.find()
    if found is None:
        hub.create(private=private)
        found = hub.find()
    if found is None:
        raise ServiceError(
            f"{hub.target.host} has a data set {hub.target.repo} that it does not show",
            advice="Use a token that may read and write it.",
        )
    if private and not found.private:
        raise RefusedError(
            f"{hub.target.repo} exists and is public, and --private was asked for",
            advice="Make it private in its settings, leave --private out, or take another name.",
        )
    return found


def _place(hub: Hub, plan: Plan, main: Snapshot) -> tuple[str, Snapshot]:
    """The branch where the release belongs, and what is there.

    A version older than what people get without naming one goes on a branch of its own.
    """
    if _numbers(_version_there(hub, plan, main)) <= _numbers(plan.version):
        return MAIN, main
    branch = f"release-{plan.version}"
    hub.branch(branch, main.commit)
    return branch, hub.look(branch)


def _version_there(hub: Hub, plan: Plan, main: Snapshot) -> str:
    """The version a data set holds, empty for a new one.

    Raises RefusedError for anything that is no release of this benchmark: publishing would
    delete it.
    """
    others = sorted(main.files.keys() - _NEW_ON_A_HUB)
    if not others:
        return ""
    found = _object(hub.read(_MANIFEST, main.commit)) if _MANIFEST in main.files else {}
    name, canary, version = (found.get(key) for key in ("name", "canary", "version"))
    if not same_benchmark(name, canary, plan.release.manifest):
        holds = f"a release of {name!r}" if name else f"other files ({_listed(others)})"
        raise RefusedError(
            f"{plan.target.repo} holds {holds}, which publishing would delete",
            advice="Take another name, or empty the data set on the hub first.",
        )
    return str(version)


def _already(hub: Hub, plan: Plan, main: Snapshot) -> Published:
    """The tag exists: see that it stands for this release, and bring its errata up to date."""
    tagged = hub.look(plan.tag)
    if other := _different(plan.files, tagged.files):
        raise RefusedError(
            f"{plan.tag} is on {plan.target.host} already with other content ({_listed(other)})",
            advice="A version is never published twice with different content: build a new one.",
        )
    if plan.errata is None or plan.errata.is_in(main.files):
        return Published("already", tagged.commit, MAIN, (), (), ())
    if _different(plan.files, main.files):
        note = f"The errata were not sent: {plan.target.repo} holds another version now."
        return Published("already", tagged.commit, MAIN, (), (), (note,))
    message = Message(f"Errata of {plan.message.title}", plan.message.text)
    added = {_ERRATA: plan.errata.content}
    commit = hub.commit(MAIN, main.commit, added, [], message)
    _same_or_fail(hub, [plan.errata], hub.look(commit).files)
    return Published("already", commit, MAIN, (_ERRATA,), (), tuple(hub.notes))


def _same_or_fail(hub: Hub, files: Iterable[Outgoing], stored: Mapping[str, Stored]) -> None:
    if wrong := _different(files, stored):
        raise ServiceError(
            f"{hub.target.host} stored something else than was sent: {_listed(wrong)}",
            advice="Nothing was tagged. Run the same command again.",
        )


def _different(files: Iterable[Outgoing], stored: Mapping[str, Stored]) -> list[str]:
    return [file.path for file in files if not file.is_in(stored)]


def _listed(paths: list[str]) -> str:
    more = len(paths) - 3
    return printable(", ".join(paths[:3])) + (f" and {more} more" if more > 0 else "")


def _from_disk(folder: Path, name: str, release: Verified) -> Outgoing:
    path = (folder / name).absolute()
    file = _outgoing(name, path, path.read_bytes())
    if release.manifest.files.get(name, file.sha256) != file.sha256:
        raise RefusedError(f"{path} was changed while it was read", advice="Try again.")
    return file


def _outgoing(name: str, content: Path | bytes, data: bytes) -> Outgoing:
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    return Outgoing(name, content, len(data), hashlib.sha256(data).hexdigest(), blob)


def _object(data: bytes) -> Mapping[str, object]:
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split("."))) if re.fullmatch(r"\d+(\.\d+)*", version) else ()
