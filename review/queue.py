"""What a reviewer may see, and what is theirs to do."""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.load import Benchmark, LoadedInstance
from review.file import may_file
from review.rule import NamedReview, Standing
from review.standings import standing_of


@dataclass(frozen=True)
class QueueItem:
    """One instance that waits for a review by this person."""

    loaded: LoadedInstance
    standing: Standing
    why: str


def queue(benchmark: Benchmark, person: str) -> list[QueueItem]:
    """The instances this person may review now, tasks kept together; theirs by name first."""
    items = []
    for loaded in benchmark.instances:
        standing = standing_of(benchmark, loaded)
        if may_file(person, standing):
            need = next(n for n in standing.needs if n.act == "review" and person in n.who)
            items.append(QueueItem(loaded, standing, need.why))
    return sorted(items, key=lambda item: item.why == "anyone of them")


def visible_reviews(standing: Standing, person: str) -> tuple[NamedReview, ...]:
    """The newest round's reviews this person may see: all once it is closed, else their own."""
    if not standing.round_open:
        return standing.reviews
    return tuple(item for item in standing.reviews if item.review.by == person)


def may_see_author(loaded: LoadedInstance, standing: Standing, person: str) -> bool:
    """Whether author and origin are shown: hidden from a reviewer until they have filed.

    Who cannot file in the open round (the author, a curator who does not review it) may know.
    """
    return not may_file(person, standing)
