"""What a curator may have to look into, in the order in which it matters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from authoring.browse.rows import FIELDS, STATUS
from authoring.workplace import Snapshot
from benchmark.layout import TaskName
from review.oversight import Oversight, oversight
from review.report import tasks


@dataclass(frozen=True)
class Matter:
    """One line under a heading: about an instance, or, where `name` is empty, about a task."""

    heading: str
    name: str
    task: TaskName
    what: str


def matters(snapshot: Snapshot) -> list[Matter]:
    """Everything, heading by heading. Takes a moment for a large benchmark.

    Nothing tells what a review of an open round says.
    """
    found = oversight(snapshot.benchmark, snapshot.person)
    return [
        *_stuck(found),
        *_disagreements(found),
        *_reviews_to_know_of(found),
        *_tasks(snapshot),
        *_to_ask(found),
        *_instances(snapshot),
    ]


def _stuck(found: Oversight) -> Iterator[Matter]:
    for stuck in found.stuck:
        heading = "Waits for a curator" if stuck.need.who else "Stuck: nobody can do it"
        yield Matter(heading, stuck.loaded.name, stuck.loaded.task, stuck.need.why)


def _to_ask(found: Oversight) -> Iterator[Matter]:
    for open_ in found.to_ask:
        places = "1 review" if open_.places == 1 else f"{open_.places} reviews"
        what = f"{places} wanted" + (f": {open_.why}" if open_.why else "")
        yield Matter("Nobody is asked yet (n asks)", open_.loaded.name, open_.loaded.task, what)


def _disagreements(found: Oversight) -> Iterator[Matter]:
    for one in found.disagreements:
        flags = [
            f"{item.review.by} flags {' and '.join(FIELDS[field] for field in item.review.flags)}"
            if item.review.flags
            else f"{item.review.by} nothing"
            for item in one.reviews
        ]
        what = f"round {one.round}: {', '.join(flags)}"
        yield Matter("Reviewers disagree", one.loaded.name, one.loaded.task, what)


def _reviews_to_know_of(found: Oversight) -> Iterator[Matter]:
    for odd in found.odd_reviews:
        what = f"{odd.kind}, round {odd.round}, by {odd.by}"
        yield Matter("Late and extra reviews", odd.loaded.name, odd.loaded.task, what)
    for back in found.taken_back:
        after = "after a flag" if back.flagged else "with a review filed"
        verb = "recalled" if back.act == "recall" else "withdrawn"
        what = f"round {back.round} {verb} {after} by {back.by}: {back.reason}"
        yield Matter("Taken back", back.loaded.name, back.loaded.task, what)
    for loaded in found.without_reader:
        what = f"no reviewer knows its language, {loaded.instance.language}"
        yield Matter("Accepted without a reader", loaded.name, loaded.task, what)
    for other in found.for_others:
        act = other.act.act.replace("_", " ")
        what = f"{act}, round {other.act.round}, by {other.act.recorded_by} for {other.act.by}"
        yield Matter("Recorded for someone else", other.loaded.name, other.loaded.task, what)


def _tasks(snapshot: Snapshot) -> Iterator[Matter]:
    found = tasks(snapshot.benchmark)
    for one in found:
        if one.is_doubtful and not one.is_retired:
            what = (
                f"{one.reviewed} of {one.instances} reviewed: "
                f"{one.very_easy} very easy, {one.flagged} flagged"
            )
            yield Matter("Tasks that may be confusing or too easy (t retires)", "", one.task, what)
    for one in found:
        if one.is_retired:
            reason = snapshot.benchmark.card(one.task).reason
            yield Matter("Retired tasks (t brings one back)", "", one.task, reason)


def _instances(snapshot: Snapshot) -> Iterator[Matter]:
    for heading, is_final in (("Not settled yet", False), ("Settled", True)):
        for loaded in snapshot.benchmark.instances:
            standing = snapshot.standings[loaded.name]
            if standing.is_final == is_final and not loaded.is_draft_file:
                glyph, status = STATUS[standing.status]
                what = f"{glyph} {status}: {standing.why}"
                yield Matter(heading, loaded.name, loaded.task, what)
