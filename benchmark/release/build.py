"""Build a release from the objects of one commit, and freeze it with a manifest and a tag."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version as installed_version
from pathlib import Path

from benchmark import files, layout
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark, LoadedInstance, load
from benchmark.release.contents import contents
from benchmark.release.data import row
from benchmark.release.facts import Facts
from benchmark.release.gate import Obstacle, obstacles
from benchmark.release.outcome import Judge, Outcome
from benchmark.tree import MemoryTree
from schemas.digest import canonical_json
from schemas.errors import RefusedError, UsageError
from schemas.manifest import LeftOut, Manifest, ReleasedInstance

_VERSION = re.compile(r"\d+\.\d+\.\d+")


@dataclass(frozen=True)
class Built:
    """A release in memory: its files by path, its manifest, and what stood in the way."""

    files: Mapping[str, bytes]
    manifest: Manifest
    obstacles: tuple[Obstacle, ...]

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


def compose(
    git: Git, version: str, commit: str, judge: Judge, *, leave_out_open: bool = False
) -> Built:
    """The release of a commit, in memory; depends on nothing but the commit and this tool."""
    if not _VERSION.fullmatch(version):
        raise UsageError(f"'{version}' is not a version; MAJOR.MINOR.PATCH expected, like 1.0.0")
    benchmark = load(MemoryTree(git.files_at(commit)))
    reviewed = judge(benchmark)
    outcomes = reviewed.outcomes
    found = obstacles(benchmark, outcomes)
    in_the_way = {o.id: o.message for o in found if o.id} if leave_out_open else {}
    accepted = [
        loaded
        for loaded in benchmark.instances
        if outcomes[loaded.name].basis and loaded.name not in in_the_way
    ]
    canary = benchmark.settings.canary
    facts = Facts(
        benchmark=benchmark,
        version=version,
        source_commit=commit,
        source_time=_in_utc(git.run("show", "-s", "--format=%cI", commit).text),
        tool=f"curate-bench {installed_version('curate-bench')}",
        rows=tuple(row(loaded, outcomes[loaded.name], canary) for loaded in accepted),
        left_out=_left_out(benchmark, outcomes, accepted, in_the_way),
        statistics=reviewed.statistics,
    )
    left = tuple(o for o in found if not (leave_out_open and o.id))
    return _frozen(facts, accepted, outcomes, left)


def _left_out(
    benchmark: Benchmark,
    outcomes: Mapping[str, Outcome],
    accepted: Sequence[LoadedInstance],
    in_the_way: Mapping[str, str],
) -> tuple[LeftOut, ...]:
    names = {loaded.name for loaded in accepted}
    return tuple(
        LeftOut(
            id=loaded.name,
            status=outcomes[loaded.name].status,
            why=in_the_way.get(loaded.name, ""),
        )
        for loaded in benchmark.instances
        if outcomes[loaded.name].was_submitted and loaded.name not in names
    )


def _frozen(
    facts: Facts,
    accepted: Sequence[LoadedInstance],
    outcomes: Mapping[str, Outcome],
    left: tuple[Obstacle, ...],
) -> Built:
    """The files with their manifest and sums."""
    content = dict(contents(facts))
    settings = facts.benchmark.settings
    manifest = Manifest(
        name=settings.name,
        version=facts.version,
        licence=settings.licence,
        source_commit=facts.source_commit,
        source_time=facts.source_time,
        tool=facts.tool,
        canary=settings.canary,
        instances=[
            ReleasedInstance(
                id=loaded.name,
                key=loaded.instance.key,
                digest=loaded.digest,
                basis="adopted" if outcomes[loaded.name].basis == "adopted" else "reviewed",
            )
            for loaded in accepted
        ],
        left_out=list(facts.left_out),
        files={path: _sha256(data) for path, data in sorted(content.items())},
    )
    content["manifest.json"] = canonical_json(manifest.model_dump(mode="json")) + b"\n"
    content["SHA256SUMS"] = "".join(
        f"{_sha256(data)}  {path}\n" for path, data in sorted(content.items())
    ).encode()
    return Built(content, manifest, left)


def build(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    version: str,
    judge: Judge,
    out: Path,
    *,
    leave_out_open: bool = False,
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
        built = compose(
            git, version, frozen.source_commit, judge,
            leave_out_open=any(entry.why for entry in frozen.left_out),
        )  # fmt: skip
        recorded = (root / layout.manifest(version)).read_bytes()
        if built.files["manifest.json"] != recorded:
            raise RefusedError(
                f"version {version} exists and building it again gives something else",
                advice=f"It was built by {frozen.tool}; use that version of the tool. "
                "A version is never built twice with different content.",
            )
        write(built, out)
        return built
    if git.ask("rev-parse", "-q", "--verify", f"refs/tags/v{version}").code == 0:
        raise RefusedError(
            f"the tag v{version} exists, but releases/{version}/ does not",
            advice="Fetch the commit it belongs to, or choose another version.",
        )
    built = compose(git, version, source_commit(git), judge, leave_out_open=leave_out_open)
    if built.obstacles:
        raise RefusedError(
            f"{len(built.obstacles)} things are in the way of {version}",
            advice="`curate release build --dry-run` lists them.",
        )
    if not built.manifest.instances:
        raise RefusedError("no instance is accepted yet, so there is nothing to release")
    write(built, out)
    change = Change(
        f"Release {version}",
        writes={layout.manifest(version): built.files["manifest.json"].decode()},
        trailers=[("Curate-Act", "release"), ("Version", version), ("Digest", built.digest)],
    )
    carry_out(root, change, actor)
    signing = git.ask("config", "--bool", "tag.gpgSign").text == "true"
    git.run(
        *_as(actor, git), "tag", "-s" if signing else "-a", f"v{version}",
        "-m", f"{built.manifest.name} {version}\n\nRelease-Digest: {built.digest}",
    )  # fmt: skip
    return built


def write(built: Built, out: Path) -> None:
    """Put the files into `out`, all of them or none."""
    out.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        for path, data in built.files.items():
            files.write(temporary / path, data)
        if out.is_dir():
            out.rmdir()
        temporary.chmod(0o755)
        temporary.rename(out)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _as(actor: Actor, git: Git) -> tuple[str, ...]:
    if git.identity() or actor.signature is None:
        return ()
    return ("-c", f"user.name={actor.signature[0]}", "-c", f"user.email={actor.signature[1]}")


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _in_utc(stamp: str) -> str:
    from datetime import UTC, datetime

    return datetime.fromisoformat(stamp).astimezone(UTC).isoformat().replace("+00:00", "Z")
