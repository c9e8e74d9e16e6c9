"""Which instances make up a release, and what is in the way."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from benchmark.git import Git
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance, load
from benchmark.release.committed import Part, frame_of, parts_of
from benchmark.release.data import row
from benchmark.release.gate import Obstacle, obstacles
from benchmark.release.outcome import Judge, Outcome
from benchmark.release.row import Row, row_of
from benchmark.release.spool import Spool
from benchmark.release.without_texts import SpooledActs, WithoutTexts
from benchmark.tree import MemoryTree
from schemas.acts import Adopt
from schemas.digest import canonical_json
from schemas.errors import UsageError
from schemas.manifest import LeftOut, Manifest

_VERSION = re.compile(r"\d+\.\d+\.\d+")


@dataclass(frozen=True)
class Request:
    """What a release is to be made of: everything at a commit, or a base with some ids anew.

    Without a commit it is the newest that may be released, which only a build can tell.
    """

    version: str
    commit: str = ""
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
class Selection:
    """The rows in the benchmark's order, what is left out, and what is in the way.

    `benchmark` is the whole at the commit, its instances without their texts; the lines of the
    rows are in `spool`.
    """

    benchmark: Benchmark
    rows: tuple[Row, ...]
    spool: Spool
    left_out: tuple[LeftOut, ...]
    obstacles: tuple[Obstacle, ...]


def select(git: Git, request: Request, judge: Judge, spool: Spool | None = None) -> Selection:
    """Choose by what the commit holds and by nothing else. Raises UsageError."""
    if not _VERSION.fullmatch(request.version):
        raise UsageError(
            f"'{request.version}' is not a version; MAJOR.MINOR.PATCH expected, like 1.0.0"
        )
    found = _Found(frame_of(git, request.commit), judge, spool or Spool())
    for part in parts_of(git, request.commit, found.frame):
        found.add(part)
    if found.has_doubles:
        # Which of two tasks is at fault only shows where both are looked at together.
        whole = load(MemoryTree(git.files_at(request.commit)))
        found.obstacles += obstacles(whole, judge.outcomes(whole))
    selection = found.selection(leave_out_open=request.leave_out_open)
    return _patched(git, request, judge, selection) if request.base else selection


@dataclass
class _Task:
    """All instances of a task without their texts, and of those submitted what came of them."""

    instances: list[LoadedInstance]
    judged: list[Row | LeftOut]


@dataclass
class _Found:
    """What the tasks gave that were read so far."""

    frame: Benchmark
    judge: Judge
    spool: Spool
    tasks: dict[TaskName, _Task] = field(default_factory=dict)
    obstacles: list[Obstacle] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.acts = SpooledActs(self.spool)
        self.obstacles += obstacles(self.frame, {})

    def add(self, part: Part) -> None:
        """Judge and check a task, write its rows, and let go of its texts."""
        outcomes = self.judge.outcomes(part)
        self.obstacles += obstacles(part, outcomes)
        found = _Task([], [])
        for loaded in part.instances:
            self.tasks[loaded.task] = found
            found.instances.append(WithoutTexts(loaded))
            outcome = outcomes[loaded.name]
            if outcome.basis:
                found.judged.append(self._row(part, loaded, outcome))
            elif outcome.was_submitted:
                found.judged.append(LeftOut(id=loaded.name, status=outcome.status))
        self.acts.add(part.acts)

    def _row(self, part: Part, loaded: LoadedInstance, outcome: Outcome) -> Row:
        line = canonical_json(row(loaded, outcome, part.settings.canary)) + b"\n"
        adopted = [a.act for a in part.acts_of(loaded) if isinstance(a.act, Adopt)]
        newest = max(adopted, key=lambda act: (act.round, act.at), default=None)
        source = newest.source if newest and outcome.basis == "adopted" else ""
        return row_of(loaded, outcome, self.spool.put(line), source)

    @property
    def has_doubles(self) -> bool:
        """Whether a key or an id occurs twice."""
        every = [loaded for task in self.tasks.values() for loaded in task.instances]
        names, keys = {x.name for x in every}, {x.instance.key for x in every}
        return min(len(names), len(keys)) < len(every)

    def selection(self, *, leave_out_open: bool) -> Selection:
        """All of it, in the benchmark's order."""
        places = {task: place for place, task in enumerate(self.frame.tasks)}
        ordered = sorted(self.tasks, key=lambda task: (places.get(task, len(places)), task))
        found = dict.fromkeys(self.obstacles)
        why = {o.id: o.message for o in found if o.id} if leave_out_open else {}
        judged = [entry for task in ordered for entry in self.tasks[task].judged]
        accepted = [x for x in judged if isinstance(x, Row) and x.id not in why]
        replaced = {x.replaces for x in accepted}
        rows = tuple(x for x in accepted if x.id not in replaced)
        chosen = {x.id for x in rows}
        return Selection(
            replace(
                self.frame,
                instances=tuple(x for task in ordered for x in self.tasks[task].instances),
                acts=self.acts,
            ),
            rows,
            self.spool,
            tuple(_left_out(x, replaced, why) for x in judged if x.id not in chosen),
            tuple(o for o in found if not (leave_out_open and o.id)),
        )


def _left_out(entry: Row | LeftOut, replaced: set[str], why: Mapping[str, str]) -> LeftOut:
    status = "accepted" if isinstance(entry, Row) else entry.status
    if entry.id in replaced:
        status = "replaced"
    return LeftOut(id=entry.id, status=status, why=why.get(entry.id, ""))


def _patched(git: Git, request: Request, judge: Judge, whole: Selection) -> Selection:
    """The base's rows, but for the ids to be taken as they are now."""
    base = whole.benchmark.releases.get(request.base)
    if base is None:
        raise UsageError(f"there is no release {request.base} to start from")
    known = [loaded.name for loaded in whole.benchmark.instances]
    if unknown := sorted(set(request.take) - set(known)):
        raise UsageError(f"--take {unknown[0]}: there is no such instance")
    before = select(git, Request.of(base), judge, whole.spool)
    now = {row.id: row for row in whole.rows}
    gone = set(request.take)
    gone |= {now[name].replaces for name in request.take if name in now}
    rows = [x for x in before.rows if x.id not in gone]
    rows += [now[name] for name in request.take if name in now]
    return replace(
        whole,
        rows=tuple(_in_order(rows, known)),
        left_out=tuple(
            [x for x in before.left_out if x.id not in gone]
            + [x for x in whole.left_out if x.id in gone]
        ),
        obstacles=tuple(o for o in whole.obstacles if o.id in request.take),
    )


def _in_order(rows: Sequence[Row], known: Sequence[str]) -> list[Row]:
    place = {name: index for index, name in enumerate(known)}
    return sorted(rows, key=lambda row: place.get(row.id, len(place)))
