"""Build a release from the objects of one commit, and freeze it with a manifest and a tag."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version as installed_version
from pathlib import Path

from benchmark import files, layout
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark
from benchmark.release.contents import contents
from benchmark.release.data import row
from benchmark.release.facts import Facts
from benchmark.release.outcome import Judge
from benchmark.release.selection import Request, Selection, select
from benchmark.release.tag import exists, set_tag
from schemas.digest import canonical_json
from schemas.errors import RefusedError
from schemas.manifest import Manifest, ReleasedInstance


@dataclass(frozen=True)
class Built:
    """A release in memory: its files by path, and its manifest."""

    files: Mapping[str, bytes]
    manifest: Manifest

    @property
    def digest(self) -> str:
        """The release digest: SHA-256 of the manifest's bytes."""
        return "r1:" + hashlib.sha256(self.files["manifest.json"]).hexdigest()


def source_commit(git: Git) -> str:
    """The newest commit that touches anything outside `releases/`. Raises RefusedError."""
    answer = git.ask(
        "log", "-1", "--format=%H", "HEAD", "--", ".", ":(exclude)releases", literal=False
    )
    if answer.code or not answer.text:
        raise RefusedError("nothing is committed yet, so there is nothing to release")
    remote_branch = git.resolve("@{upstream}")
    if (
        remote_branch is not None
        and git.ask("merge-base", "--is-ancestor", answer.text, remote_branch).code
    ):
        raise RefusedError(
            "the newest commits are not in the shared copy yet",
            advice="Run `curate sync` first: a release is built from what everyone has.",
        )
    return answer.text


def compose(git: Git, request: Request, selection: Selection) -> Built:
    """The release in memory; depends on nothing but the commit and this tool."""
    facts = facts_of(git, request, selection)
    content = dict(contents(facts))
    manifest = _manifest(request, selection, facts, content)
    content["manifest.json"] = canonical_json(manifest.model_dump(mode="json")) + b"\n"
    content["SHA256SUMS"] = "".join(
        f"{_sha256(data)}  {path}\n" for path, data in sorted(content.items())
    ).encode()
    return Built(content, manifest)


def facts_of(git: Git, request: Request, selection: Selection) -> Facts:
    """Everything the files of the release are made from."""
    canary = selection.benchmark.settings.canary
    return Facts(
        benchmark=selection.benchmark,
        version=request.version,
        source_commit=request.commit,
        source_time=_in_utc(git.run("show", "-s", "--format=%cI", request.commit).text),
        tool=f"curate-bench {installed_version('curate-bench')}",
        instances=tuple(entry.loaded for entry in selection.entries),
        rows=tuple(row(entry.loaded, entry.outcome, canary) for entry in selection.entries),
        left_out=selection.left_out,
        statistics=selection.reviewed.statistics,
    )


def _manifest(
    request: Request, selection: Selection, facts: Facts, content: Mapping[str, bytes]
) -> Manifest:
    settings = selection.benchmark.settings
    return Manifest(
        name=settings.name,
        version=request.version,
        licence=settings.licence,
        source_commit=request.commit,
        base=request.base,
        taken=list(request.take),
        source_time=facts.source_time,
        tool=facts.tool,
        canary=settings.canary,
        instances=[
            ReleasedInstance(
                id=entry.loaded.name,
                key=entry.loaded.instance.key,
                digest=entry.loaded.digest,
                basis="adopted" if entry.outcome.basis == "adopted" else "reviewed",
            )
            for entry in selection.entries
        ],
        left_out=list(selection.left_out),
        files={path: _sha256(data) for path, data in sorted(content.items())},
    )


def build(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    version: str,
    judge: Judge,
    out: Path,
    *,
    leave_out_open: bool = False,
    base: str = "",
    take: tuple[str, ...] = (),
) -> Built:
    """Build, write to `out`, record the manifest in a commit and tag it `vVERSION`.

    A version that exists is built again from its own commit and must match its manifest. Raises
    RefusedError where something is in the way, or the result differs from what was frozen.
    """
    actor.require("curator", "build a release")
    git = Git(root)
    git.require_ready()
    frozen = benchmark.releases.get(version)
    if out.exists() and any(out.iterdir() if out.is_dir() else [out]):
        raise RefusedError(f"{out} is not empty", advice="Name another folder with --out DIR.")
    if frozen:
        again = Request.of(frozen)
        built = compose(git, again, select(git, again, judge))
        recorded = (root / layout.manifest(version)).read_bytes()
        if built.files["manifest.json"] != recorded:
            raise RefusedError(
                f"version {version} exists and building it again gives something else",
                advice=f"It was built by {frozen.tool}; use that version of the tool. "
                "A version is never built twice with different content.",
            )
        files.write_folder(out, built.files)
        return built
    if exists(git, version):
        raise RefusedError(
            f"the tag v{version} exists, but releases/{version}/ does not",
            advice="Fetch the commit it belongs to, or choose another version.",
        )
    request = Request(version, source_commit(git), leave_out_open, base, take)
    selection = select(git, request, judge)
    if selection.obstacles:
        raise RefusedError(
            f"{len(selection.obstacles)} things are in the way of {version}",
            advice="`curate release build --dry-run` lists them.",
        )
    if not selection.entries:
        raise RefusedError("no instance is accepted yet, so there is nothing to release")
    built = compose(git, request, selection)
    files.write_folder(out, built.files)
    change = Change(
        f"Release {version}",
        writes={layout.manifest(version): built.files["manifest.json"].decode()},
        trailers=[("Curate-Act", "release"), ("Version", version), ("Digest", built.digest)],
    )
    carry_out(root, change, actor)
    set_tag(git, actor, built.manifest.name, version, built.digest)
    return built


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _in_utc(stamp: str) -> str:
    from datetime import UTC, datetime

    return datetime.fromisoformat(stamp).astimezone(UTC).isoformat().replace("+00:00", "Z")
