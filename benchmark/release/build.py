"""Build a release from the objects of one commit, and freeze it with a manifest and a tag."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from benchmark import files, layout
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark
from benchmark.release.compose import Built, compose
from benchmark.release.outcome import Judge
from benchmark.release.selection import Request, Selection, select
from benchmark.release.tag import exists, set_tag
from schemas.errors import RefusedError
from schemas.manifest import Manifest


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
    request = replace(request, commit=source_commit(git))
    with files.new_folder(out) as folder:
        built = compose(git, request, _complete(git, request, judge), judge, folder)
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


def _complete(git: Git, request: Request, judge: Judge) -> Selection:
    """What is to be released. Raises RefusedError where it cannot be yet."""
    selection = select(git, request, judge)
    if selection.obstacles:
        raise RefusedError(
            f"{len(selection.obstacles)} things are in the way of {request.version}",
            advice="`curate release build --dry-run` lists them.",
        )
    if not selection.rows:
        raise RefusedError("no instance is accepted yet, so there is nothing to release")
    return selection


def _freeze(git: Git, actor: Actor, built: Built, manifest: str) -> None:
    version = built.manifest.version
    change = Change(
        f"Release {version}",
        writes={layout.manifest(version): manifest},
        trailers=[("Curate-Act", "release"), ("Version", version), ("Digest", built.digest)],
    )
    carry_out(git.root, change, actor)
    set_tag(git, actor, built.manifest.name, version, built.digest)
