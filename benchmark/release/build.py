"""Build a release from the objects of one commit, and freeze it with a manifest and a tag."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from benchmark import files, layout
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark
from benchmark.release.compose import Built, compose
from benchmark.release.gate import Obstacle
from benchmark.release.outcome import Judge
from benchmark.release.selection import Request, Selection, select
from benchmark.release.tag import exists, set_tag
from schemas.errors import RefusedError
from schemas.manifest import Manifest


@dataclass(frozen=True)
class Plan:
    """A request with its commit, and what it selects."""

    request: Request
    selection: Selection


def plan(git: Git, request: Request, judge: Judge) -> Plan:
    """What building now would release, and everything in the way of it; nothing is written.

    The commit is the newest that touches anything outside `releases/`. Raises RefusedError where
    nothing is committed, and UsageError.
    """
    answer = git.ask(
        "log", "-1", "--format=%H", "HEAD", "--", ".", ":(exclude)releases", literal=False
    )
    if answer.code or not answer.text:
        raise RefusedError("nothing is committed yet, so there is nothing to release")
    request = replace(request, commit=answer.text)
    selection = select(git, request, judge)
    more = []
    if not _is_shared(git, request.commit):
        more.append(
            "the newest commits are not in the shared copy yet; run `curate sync` first: a release "
            "is built from what everyone has"
        )
    if not selection.rows:
        more.append("no instance is accepted yet, so there is nothing to release")
    found = (*(Obstacle("", "", 0, message) for message in more), *selection.obstacles)
    return Plan(request, replace(selection, obstacles=found))


def _is_shared(git: Git, commit: str) -> bool:
    remote_branch = git.resolve("@{upstream}")
    if remote_branch is None:
        return True
    return git.ask("merge-base", "--is-ancestor", commit, remote_branch).code == 0


def build(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    request: Request,
    judge: Judge,
    out: Path,
) -> Built:
    """Build, write to `out`, record the manifest in a commit and tag it `vVERSION`.

    A version that exists is built again from its own commit and must match its manifest. Of
    `benchmark` only the releases count. Raises RefusedError where something is in the way, or
    the result differs from what was frozen.
    """
    actor.require("curator", "build a release")
    git = Git(root)
    git.require_ready()
    version = request.version
    frozen = benchmark.releases.get(version)
    if out.exists() and any(out.iterdir() if out.is_dir() else [out]):
        raise RefusedError(f"{out} is not empty", advice="Name another folder with --out DIR.")
    if frozen:
        return _again(git, frozen, judge, out)
    if exists(git, version):
        raise RefusedError(
            f"the tag v{version} exists, but releases/{version}/ does not",
            advice="Fetch the commit it belongs to, or choose another version.",
        )
    planned = plan(git, request, judge)
    _require_clear(planned)
    with files.new_folder(out) as folder:
        built = compose(git, planned.request, planned.selection, judge, folder)
    _freeze(git, actor, built, (out / "manifest.json").read_text(encoding="utf-8"))
    return built


def _again(git: Git, frozen: Manifest, judge: Judge, out: Path) -> Built:
    """Build a frozen version from its own commit. Raises RefusedError where it differs."""
    request = Request.of(frozen)
    with files.new_folder(out) as folder:
        built = compose(git, request, select(git, request, judge), judge, folder)
        recorded = (git.root / layout.manifest(frozen.version)).read_bytes()
        if (folder / "manifest.json").read_bytes() != recorded:
            raise RefusedError(
                f"version {frozen.version} exists and building it again gives something else",
                advice=f"It was built by {frozen.tool}; use that version of the tool. "
                "A version is never built twice with different content.",
            )
    return built


def _require_clear(planned: Plan) -> None:
    found, version = planned.selection.obstacles, planned.request.version
    if len(found) == 1:
        raise RefusedError(f"{version} is not built: {found[0].in_words}")
    if found:
        raise RefusedError(
            f"{len(found)} things are in the way of {version}",
            advice="`curate release build --dry-run` lists them.",
        )


def _freeze(git: Git, actor: Actor, built: Built, manifest: str) -> None:
    version = built.manifest.version
    change = Change(
        f"Release {version}",
        writes={layout.manifest(version): manifest},
        trailers=[("Curate-Act", "release"), ("Version", version), ("Digest", built.digest)],
    )
    carry_out(git.root, change, actor)
    set_tag(git, actor, built.manifest.name, version, built.digest)
