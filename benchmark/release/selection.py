"""Which instances make up a release, and what is in the way."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.git import Git
from benchmark.load import Benchmark, LoadedInstance, load
from benchmark.release.gate import Obstacle, obstacles
from benchmark.release.outcome import Judge, Outcome, Reviewed
from benchmark.tree import MemoryTree
from schemas.errors import UsageError
from schemas.manifest import LeftOut, Manifest

_VERSION = re.compile(r"\d+\.\d+\.\d+")


@dataclass(frozen=True)
class Request:
    """What a release is to be made of: everything at a commit, or a base with some ids anew."""

    version: str
    commit: str
    leave_out_open: bool = False
    base: str = ""
    take: tuple[str, ...] = ()

    @classmethod
    def of(cls, manifest: Manifest) -> Request:
        """The request a frozen release answered."""
        return cls(
            manifest.version,
            manifest.source_commit,
            any(entry.why for entry in manifest.left_out),
            manifest.base,
            tuple(manifest.taken),
        )


@dataclass(frozen=True)
class Entry:
    """One released instance with the outcome of its reviews."""

    loaded: LoadedInstance
    outcome: Outcome


@dataclass(frozen=True)
class Selection:
    """The entries in the benchmark's order, what is left out, and what is in the way."""

    benchmark: Benchmark
    reviewed: Reviewed
    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...]
    obstacles: tuple[Obstacle, ...]


def select(git: Git, request: Request, judge: Judge) -> Selection:
    """Choose by what the commit holds and by nothing else. Raises UsageError."""
    if not _VERSION.fullmatch(request.version):
        raise UsageError(
            f"'{request.version}' is not a version; MAJOR.MINOR.PATCH expected, like 1.0.0"
        )
    benchmark = load(MemoryTree(git.files_at(request.commit)))
    reviewed = judge(benchmark)
    whole = _whole(benchmark, reviewed, leave_out_open=request.leave_out_open)
    return _patched(git, request, judge, whole) if request.base else whole


def _whole(benchmark: Benchmark, reviewed: Reviewed, *, leave_out_open: bool) -> Selection:
    outcomes = reviewed.outcomes
    found = obstacles(benchmark, outcomes)
    in_the_way = {o.id: o.message for o in found if o.id} if leave_out_open else {}
    accepted = {
        x.name: x
        for x in benchmark.instances
        if outcomes[x.name].basis and x.name not in in_the_way
    }
    replaced = {x.instance.provenance.replaces for x in accepted.values()}
    chosen = {name: x for name, x in accepted.items() if name not in replaced}
    return Selection(
        benchmark,
        reviewed,
        tuple(Entry(x, outcomes[x.name]) for x in chosen.values()),
        tuple(
            _left_out(x, outcomes, replaced, in_the_way)
            for x in benchmark.instances
            if outcomes[x.name].was_submitted and x.name not in chosen
        ),
        tuple(o for o in found if not (leave_out_open and o.id)),
    )


def _left_out(
    loaded: LoadedInstance,
    outcomes: Mapping[str, Outcome],
    replaced: set[str],
    in_the_way: Mapping[str, str],
) -> LeftOut:
    name = loaded.name
    status = "replaced" if name in replaced else outcomes[name].status
    return LeftOut(id=name, status=status, why=in_the_way.get(name, ""))


def _patched(git: Git, request: Request, judge: Judge, whole: Selection) -> Selection:
    """The base's entries, but for the ids to be taken as they are now."""
    base = whole.benchmark.releases.get(request.base)
    if base is None:
        raise UsageError(f"there is no release {request.base} to start from")
    known = [loaded.name for loaded in whole.benchmark.instances]
    if unknown := sorted(set(request.take) - set(known)):
        raise UsageError(f"--take {unknown[0]}: there is no such instance")
    before = select(git, Request.of(base), judge)
    now = {entry.loaded.name: entry for entry in whole.entries}
    gone = set(request.take)
    gone |= {now[n].loaded.instance.provenance.replaces for n in request.take if n in now}
    entries = [e for e in before.entries if e.loaded.name not in gone]
    entries += [now[name] for name in request.take if name in now]
    return Selection(
        whole.benchmark,
        whole.reviewed,
        tuple(_in_order(entries, known)),
        tuple(
            [x for x in before.left_out if x.id not in gone]
            + [x for x in whole.left_out if x.id in gone]
        ),
        tuple(o for o in whole.obstacles if o.id in request.take),
    )


def _in_order(entries: Sequence[Entry], known: Sequence[str]) -> list[Entry]:
    place = {name: index for index, name in enumerate(known)}
    return sorted(entries, key=lambda entry: place.get(entry.loaded.name, len(place)))
