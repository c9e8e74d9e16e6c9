"""What is somebody's to do, in the order in which it is worth doing."""

from __future__ import annotations

from dataclasses import dataclass

from authoring.browse.place import TITLES, Kind
from authoring.workplace import Snapshot
from benchmark.layout import TaskName
from review.file import may_file


def to_do(snapshot: Snapshot) -> dict[Kind, list[str]]:
    """The names of the instances that wait for this person, by what has to be done."""
    found: dict[Kind, list[str]] = {kind: [] for kind in TITLES}
    me = snapshot.person
    if not me:
        return found
    by_name: list[str] = []
    by_anyone: list[str] = []
    for name, standing in snapshot.standings.items():
        if may_file(me, standing):
            named = any(n.act == "review" and n.named and me in n.who for n in standing.needs)
            (by_name if named else by_anyone).append(name)
        for need in standing.needs:
            if me not in need.who:
                continue
            if need.act == "submit":
                found["revise" if standing.status == "revise" else "drafts"].append(name)
            elif need.act in ("check", "decide"):
                found["check" if need.act == "check" else "decide"].append(name)
    found["review"] = by_name + by_anyone
    return found


@dataclass(frozen=True)
class TaskCount:
    """How far a task, or all of a capability, is. `trouble` says why a `!` stands beside it."""

    kept: int
    target: int
    trouble: str = ""

    @property
    def shown(self) -> str:
        """`kept/target`, and `!` where there is trouble."""
        return f"{self.kept}/{self.target}" + (" !" if self.trouble else "  ")


def counts(snapshot: Snapshot) -> dict[TaskName, TaskCount]:
    """How far each task is."""
    return {task: count_of(snapshot, task) for task in snapshot.by_task}


def count_of(snapshot: Snapshot, task: TaskName) -> TaskCount:
    """How far a task is: accepted instances against those wanted.

    There is trouble where what is alive is too little for the target, or an instance waits for
    an act that nobody can do.
    """
    wanted = snapshot.benchmark.settings.targets
    standings = [snapshot.standings[loaded.name] for loaded in snapshot.by_task.get(task, ())]
    kept = sum(standing.status == "accepted" for standing in standings)
    if snapshot.benchmark.is_retired(task):
        return TaskCount(kept, 0)
    target = wanted.written + wanted.augmented
    alive = sum(standing.status not in ("eliminated", "withdrawn") for standing in standings)
    stuck = sum(any(not need.who for need in standing.needs) for standing in standings)
    trouble = [f"{stuck} wait for an act that nobody can do"] if stuck else []
    if alive < target:
        trouble.append(f"{target - alive} more wanted")
    return TaskCount(kept, target, ", ".join(trouble))


def together(members: list[TaskCount]) -> TaskCount:
    """The count of a capability."""
    short = sum(bool(member.trouble) for member in members)
    return TaskCount(
        sum(member.kept for member in members),
        sum(member.target for member in members),
        f"{short} of {len(members)} tasks are short or stuck" if short else "",
    )
