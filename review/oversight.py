"""What a curator looks after: where reviews disagree, what is stuck, what came late.

Nothing here says what a review of an open round says, nor whether it flags.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from benchmark.load import Benchmark, LoadedInstance
from review.eligibility import knows
from review.places import OpenPlaces, open_places
from review.queue import tells_writer
from review.rounds import REVIEWERS
from review.standing import ClosedRound, NamedReview, Need
from review.standings import rounds_over, standing_of
from schemas.acts import Act, Recall, Review, Withdraw
from schemas.fields import FLAG_FIELDS, FlagField


@dataclass(frozen=True)
class Disagreement:
    """A round that is over in which some flagged a field and others did not."""

    loaded: LoadedInstance
    round: int
    fields: tuple[FlagField, ...]
    reviews: tuple[NamedReview, ...]


@dataclass(frozen=True)
class Stuck:
    """An instance that waits for a curator, or for somebody who cannot be found."""

    loaded: LoadedInstance
    need: Need


@dataclass(frozen=True)
class OddReview:
    """A review that changed nothing, or was more than was asked for."""

    loaded: LoadedInstance
    kind: Literal["late", "extra"]
    round: int
    by: str


@dataclass(frozen=True)
class TakenBack:
    """A round that was recalled after a flag, or an instance withdrawn from it.

    `flagged` is None while what the round's reviews say is still a secret.
    """

    loaded: LoadedInstance
    act: Literal["recall", "withdraw"]
    round: int
    by: str
    reason: str
    flagged: bool | None


@dataclass(frozen=True)
class ForAnother:
    """An act that somebody else put down."""

    loaded: LoadedInstance
    act: Act


@dataclass(frozen=True)
class Oversight:
    """All of it; `to_ask`: places that nobody is named for."""

    disagreements: tuple[Disagreement, ...]
    stuck: tuple[Stuck, ...]
    odd_reviews: tuple[OddReview, ...]
    taken_back: tuple[TakenBack, ...]
    without_reader: tuple[LoadedInstance, ...]
    for_others: tuple[ForAnother, ...]
    to_ask: tuple[OpenPlaces, ...]


def oversight(benchmark: Benchmark, person: str = "") -> Oversight:
    """Gather it from the whole benchmark, for a person to read.

    Acts that would tell them who wrote what they may still review are left out.
    """
    closed = [(loaded, rounds_over(benchmark, loaded)) for loaded in benchmark.instances]
    return Oversight(
        tuple(found for loaded, rounds in closed if (found := _disagreement(loaded, rounds))),
        tuple(_stuck(benchmark)),
        tuple(found for pair in closed for found in _odd(benchmark, *pair)),
        tuple(found for pair in closed for found in _taken_back(benchmark, person, *pair)),
        tuple(loaded for loaded, rounds in closed if _lacks_reader(benchmark, loaded, rounds)),
        tuple(
            ForAnother(loaded, recorded.act)
            for loaded in benchmark.instances
            for recorded in sorted(benchmark.acts_of(loaded), key=lambda a: (a.act.round, a.name))
            if recorded.act.recorded_by
            and not tells_writer(benchmark, loaded, recorded.act, person)
        ),
        tuple(open_places(benchmark, benchmark.instances)),
    )


def _disagreement(loaded: LoadedInstance, rounds: tuple[ClosedRound, ...]) -> Disagreement | None:
    """That of its newest round that has one."""
    for round in reversed(rounds):
        flags = [set(item.review.flags) for item in round.reviews]
        fields = tuple(f for f in FLAG_FIELDS if len({f in given for given in flags}) > 1)
        if fields:
            return Disagreement(loaded, round.number, fields, round.reviews)
    return None


def _stuck(benchmark: Benchmark) -> Iterator[Stuck]:
    for loaded in benchmark.instances:
        for need in standing_of(benchmark, loaded).needs:
            if not need.who or need.act in ("decide", "repair"):
                yield Stuck(loaded, need)


def _odd(
    benchmark: Benchmark, loaded: LoadedInstance, rounds: tuple[ClosedRound, ...]
) -> Iterator[OddReview]:
    for recorded in standing_of(benchmark, loaded).late:
        yield OddReview(loaded, "late", recorded.act.round, recorded.act.by)
    for round in rounds:
        people = list(dict.fromkeys(item.review.by for item in round.reviews))
        for person in people[REVIEWERS:]:
            yield OddReview(loaded, "extra", round.number, person)


def _taken_back(
    benchmark: Benchmark, person: str, loaded: LoadedInstance, rounds: tuple[ClosedRound, ...]
) -> Iterator[TakenBack]:
    over = {round.number: round.reviews for round in rounds}
    acts = [recorded.act for recorded in benchmark.acts_of(loaded)]
    for act in sorted((a for a in acts if isinstance(a, Recall | Withdraw)), key=lambda a: a.round):
        if tells_writer(benchmark, loaded, act, person):
            continue
        kind: Literal["recall", "withdraw"] = "recall" if isinstance(act, Recall) else "withdraw"
        reviews = over.get(act.round)
        if reviews is not None and any(item.review.flags for item in reviews):
            yield TakenBack(loaded, kind, act.round, act.by, act.reason, True)
        elif reviews is None and any(isinstance(a, Review) and a.round == act.round for a in acts):
            yield TakenBack(loaded, kind, act.round, act.by, act.reason, None)


def _lacks_reader(
    benchmark: Benchmark, loaded: LoadedInstance, rounds: tuple[ClosedRound, ...]
) -> bool:
    """Whether it was accepted though none of its reviewers knows its language."""
    standing = standing_of(benchmark, loaded)
    if benchmark.settings.review.language_rule == "none" or standing.basis != "reviewed":
        return False
    readers = {item.review.by for round in rounds for item in round.reviews}
    language = loaded.instance.language
    return bool(readers) and not any(knows(benchmark.people.get(p), language) for p in readers)
