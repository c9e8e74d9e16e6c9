"""Whom to ask for which review: two for each instance, spread as evenly as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.load import Benchmark, LoadedInstance
from review.matching import match
from review.places import OpenPlaces, Ties, demand, loads, open_places


@dataclass(frozen=True)
class Unfilled:
    """An instance for which not enough people could be found, how many are missing, and why."""

    loaded: LoadedInstance
    missing: int
    why: str


@dataclass(frozen=True)
class Plan:
    """Whom to ask for what.

    `asked`: pairs of an instance and a person; `before` and `after`: everyone's load, in reviews
    filed or named for, of those who can review at all.
    """

    asked: tuple[tuple[LoadedInstance, str], ...]
    unfilled: tuple[Unfilled, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]


def plan(
    benchmark: Benchmark,
    instances: Iterable[LoadedInstance],
    seed: int | None = None,
    without: Collection[str] = (),
) -> Plan:
    """Find people for every place of open rounds that nobody is named for.

    Who has been asked stays asked. Without a seed it is the benchmark's; the same seed and files
    give the same plan. `without` are people not to be asked this time.
    """
    seed = benchmark.settings.review.seed if seed is None else seed
    places = [
        replace(place, able=tuple(p for p in place.able if p not in without))
        for place in open_places(benchmark, instances)
    ]
    before = loads(benchmark)
    limits = {p: who.review_limit for p, who in benchmark.people.items() if who.review_limit}
    ties = Ties(benchmark, seed)
    found = match([demand(benchmark, place, ties) for place in places], before, limits, seed)
    asked = [(p.loaded, who) for p, taken in zip(places, found, strict=True) for who in taken]
    after = Counter(before)
    after.update(person for _, person in asked)
    reviewers = [p for p, x in benchmark.people.items() if "reviewer" in x.roles and not x.left]
    return Plan(
        tuple(asked),
        tuple(
            Unfilled(place.loaded, place.places - len(taken), _why(place, taken, after, limits))
            for place, taken in zip(places, found, strict=True)
            if len(taken) < place.places
        ),
        {person: before[person] for person in sorted(reviewers)},
        {person: after[person] for person in sorted(reviewers)},
    )


def _why(
    place: OpenPlaces,
    taken: Sequence[str],
    after: Mapping[str, int],
    limits: Mapping[str, int],
) -> str:
    """The rule in the way of the places that stay empty."""
    full = [p for p in place.able if p not in taken and p in limits and after[p] >= limits[p]]
    free = [p for p in place.able if p not in taken and p not in full]
    reasons = [place.why] if place.why else []
    if full:
        listed = ", ".join(f"{person} ({limits[person]})" for person in full)
        reasons.append(f"at their review_limit: {listed}")
    if free:
        language = place.loaded.instance.language
        reasons.append(f"one of the two has to know {language}, and {', '.join(free)} do not")
    return "; ".join(reasons) or "nobody else was to be asked"
