"""What a reviewer may see, and what is theirs to do."""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.load import Benchmark, LoadedInstance
from review.file import may_file
from review.order import place
from review.places import work
from review.rule import NamedReview, Need, Standing
from review.standings import standing_of
from schemas.acts import Act, Recall, Submit, Withdraw


@dataclass(frozen=True)
class QueueItem:
    """One instance that waits for a review by this person; `need` is what it waits for."""

    loaded: LoadedInstance
    standing: Standing
    need: Need


def queue(benchmark: Benchmark, person: str) -> list[QueueItem]:
    """The instances this person may review now, tasks kept together; theirs by name first."""
    items = []
    for loaded in benchmark.instances:
        standing = standing_of(benchmark, loaded)
        if may_file(person, standing):
            need = next(n for n in standing.needs if n.act == "review" and person in n.who)
            items.append(QueueItem(loaded, standing, need))
    seed = benchmark.settings.review.seed
    return sorted(items, key=lambda item: (not item.need.named, place(seed, person, item.loaded)))


@dataclass(frozen=True)
class Progress:
    """How many reviews a person has filed in all, and how many wait for them."""

    filed: int
    waiting: int


def progress(benchmark: Benchmark, person: str) -> Progress:
    """How far a person is."""
    filed, _ = work(benchmark).get(person, (0, 0))
    return Progress(filed, len(queue(benchmark, person)))


def visible_reviews(standing: Standing, person: str) -> tuple[NamedReview, ...]:
    """The newest round's reviews this person may see: all once it is closed, else their own."""
    if not standing.round_open:
        return standing.reviews
    return tuple(item for item in standing.reviews if item.review.by == person)


def tells_writer(benchmark: Benchmark, loaded: LoadedInstance, act: Act, person: str) -> bool:
    """Whether an act would tell a person who wrote an instance that they may still come to review.

    Its writers are the ones who submit it, take it back and withdraw it.
    """
    if not isinstance(act, Submit | Recall | Withdraw):
        return False
    return not may_see_author(benchmark, loaded, standing_of(benchmark, loaded), person)


def may_see_author(
    benchmark: Benchmark, loaded: LoadedInstance, standing: Standing, person: str
) -> bool:
    """Whether author, origin and notes are shown: hidden from a reviewer until they have filed.

    Until the instance is final, every reviewer who did not write it may still come to judge it,
    and so may a reader who does not say who they are.
    """
    known = benchmark.people.get(person)
    origin = loaded.instance.provenance
    return (
        standing.is_final
        or (known is not None and "reviewer" not in known.roles)
        or (known is not None and person in (origin.author, origin.owner, origin.checked_by))
        or any(item.review.by == person for item in standing.reviews)
    )
