"""What came back to its author: each open flag at its field, and how its rounds went."""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.load import Benchmark, LoadedInstance
from review.standing import NamedReview, Standing
from review.standings import rounds_over, standing_of
from review.submit import has_changed
from schemas.acts import Answer, Submit
from schemas.digest import field_digests
from schemas.fields import FlagField


@dataclass(frozen=True)
class OpenFlag:
    """A field that was flagged, what the reviewers say of it, and whether it reads otherwise now:
    then it counts as fixed and needs no other answer."""

    field: FlagField
    comments: tuple[str, ...]
    has_changed: bool


@dataclass(frozen=True)
class SentBack:
    """An instance that waits for its author's answers."""

    loaded: LoadedInstance
    standing: Standing
    flags: tuple[OpenFlag, ...]


@dataclass(frozen=True)
class RoundSoFar:
    """One round as it may be shown: the author's answers that opened it, and its reviews where it
    is over; `reviews` is None while it is open, or where two contents were submitted in it."""

    number: int
    answers: tuple[Answer, ...]
    reviews: tuple[NamedReview, ...] | None


def sent_back(benchmark: Benchmark, person: str) -> list[SentBack]:
    """What is this person's to answer, with what was flagged."""
    found = []
    for loaded in benchmark.instances:
        standing = standing_of(benchmark, loaded)
        is_theirs = any(need.act == "submit" and person in need.who for need in standing.needs)
        if is_theirs and standing.open_flags:
            found.append(SentBack(loaded, standing, open_flags(loaded, standing)))
    return found


def open_flags(loaded: LoadedInstance, standing: Standing) -> tuple[OpenFlag, ...]:
    """The flags that the next submit has to answer."""
    now = field_digests(loaded.instance)
    return tuple(
        OpenFlag(
            field,
            tuple(dict.fromkeys(item.review.comments[field].strip() for item in items)),
            all(has_changed(field, item.review, now) for item in items),
        )
        for field, items in standing.open_flags.items()
    )


def rounds_of(benchmark: Benchmark, loaded: LoadedInstance) -> list[RoundSoFar]:
    """Its rounds, oldest first."""
    acts = benchmark.acts_of(loaded)
    over = {round.number: round.reviews for round in rounds_over(benchmark, loaded)}
    submits = [a.act for a in acts if isinstance(a.act, Submit)]
    return [
        RoundSoFar(
            number,
            tuple(answer for act in submits if act.round == number for answer in act.answers),
            over.get(number),
        )
        for number in sorted({act.round for act in submits})
    ]
