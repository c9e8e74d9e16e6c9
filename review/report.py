"""The reviews of a benchmark in numbers: what `statistics` counts, tasks that may be dropped, load.

Only rounds that are over are counted, except where the number is how many reviews were filed.
Reviewers are numbers, and how strict someone is they alone are told, unless `curate.yaml` says
otherwise (`show_reviewers`, `show_strictness`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance
from review.places import work
from review.standings import rounds_over
from review.statistics import statistics
from schemas.acts import Review

MOSTLY: Final = 0.5
LEAST_REVIEWED: Final = 2


@dataclass(frozen=True)
class TaskFound:
    """What first reviews say of a task.

    `reviewed` instances have a round that is over; of them `very_easy` were so for at least half
    of their reviewers, and `flagged` for any. `is_doubtful`: most are one or the other.
    """

    task: TaskName
    instances: int
    reviewed: int
    very_easy: int
    flagged: int
    either: int
    is_retired: bool

    @property
    def is_doubtful(self) -> bool:
        """Whether it should be looked at: confusing or unchallenging, as far as reviews say."""
        return self.reviewed >= LEAST_REVIEWED and self.either > MOSTLY * self.reviewed


def report(benchmark: Benchmark, person: str = "") -> dict[str, Any]:
    """Everything as plain values; `person` is who reads it, empty where unknown."""
    found = statistics(benchmark)
    return {
        **found,
        "tasks": [
            {
                "capability": entry.task[0],
                "task": entry.task[1],
                "instances": entry.instances,
                "reviewed": entry.reviewed,
                "very_easy": entry.very_easy,
                "flagged": entry.flagged,
                "doubtful": entry.is_doubtful,
                "retired": entry.is_retired,
            }
            for entry in tasks(benchmark)
        ],
        "reviewers": reviewers(benchmark, person),
    }


def tasks(benchmark: Benchmark) -> list[TaskFound]:
    """What the first round of each instance says of its task, in the benchmark's order."""
    names = dict.fromkeys([*benchmark.tasks, *(x.task for x in benchmark.instances)])
    members: dict[TaskName, list[LoadedInstance]] = {name: [] for name in names}
    for loaded in benchmark.instances:
        members[loaded.task].append(loaded)
    return [_task(benchmark, name, own) for name, own in members.items()]


def _task(benchmark: Benchmark, name: TaskName, members: Sequence[LoadedInstance]) -> TaskFound:
    first = [reviews for loaded in members if (reviews := _first_reviews(benchmark, loaded))]
    easy = [2 * sum(r.difficulty == "very_easy" for r in rs) >= len(rs) for rs in first]
    flagged = [any(r.flags for r in rs) for rs in first]
    either = sum(one or other for one, other in zip(easy, flagged, strict=True))
    return TaskFound(
        name, len(members), len(first), sum(easy), sum(flagged), either, benchmark.is_retired(name)
    )


def _closed_reviews(benchmark: Benchmark, loaded: LoadedInstance) -> list[list[Review]]:
    return [[item.review for item in round.reviews] for round in rounds_over(benchmark, loaded)]


def _first_reviews(benchmark: Benchmark, loaded: LoadedInstance) -> list[Review]:
    return next((reviews for reviews in _closed_reviews(benchmark, loaded) if reviews), [])


def reviewers(benchmark: Benchmark, person: str = "") -> list[dict[str, Any]]:
    """Load of everyone who reviews or has reviewed, the most first; `flagged`, of the `closed`
    reviews whose round is over, and the median of `seconds` only where they may be told."""
    policy = benchmark.settings.review
    own: dict[str, list[Review]] = {}
    for loaded in benchmark.instances:
        for review in (r for reviews in _closed_reviews(benchmark, loaded) for r in reviews):
            own.setdefault(review.by, []).append(review)
    busy = {p: load for p, load in work(benchmark).items() if any(load) or _reviews(benchmark, p)}
    order = sorted(busy, key=lambda p: (-sum(busy[p]), p))
    found = []
    for number, name in enumerate(order, start=1):
        entry: dict[str, Any] = {
            "reviewer": name if policy.show_reviewers else str(number),
            "you": name == person,
            "filed": busy[name][0],
            "waiting": busy[name][1],
        }
        if name == person or policy.show_strictness:
            entry |= _habits(own.get(name, ()))
        found.append(entry)
    return found


def _reviews(benchmark: Benchmark, person: str) -> bool:
    known = benchmark.people.get(person)
    return known is not None and "reviewer" in known.roles and not known.left


def _habits(reviews: Iterable[Review]) -> dict[str, Any]:
    reviews = list(reviews)
    timed = [review.seconds for review in reviews if review.seconds]
    answers = Counter(review.difficulty for review in reviews)
    return {
        "closed": len(reviews),
        "flagged": sum(bool(review.flags) for review in reviews),
        "difficulty": dict(sorted(answers.items())),
        "seconds": median(timed) if timed else None,
    }
