"""Assignment at BiGGen's size: 770 instances, 18 people, each for two to four capabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from benchmark.load import Benchmark, LoadedInstance
from review.matching import match
from review.places import Ties, demand, open_places
from review.plan import Plan, plan
from tests.review.crowd import crowd

SEEDS = range(5)


@pytest.fixture(scope="module", params=SEEDS)
def planned(request: pytest.FixtureRequest) -> tuple[Plan, int]:
    """A plan for a crowd drawn from a seed."""
    benchmark = crowd(770, 18, 9, request.param)
    assert {len(who.capabilities) for who in benchmark.people.values()} <= {2, 3, 4}
    return plan(benchmark, benchmark.instances, request.param), request.param


def test_everyone_gets_85_or_86(planned):
    found, _ = planned
    assert found.unfilled == ()
    assert set(found.after.values()) == {85, 86}
    assert sum(found.after.values()) == 1540


def test_each_has_two_who_may_and_did_not_write_it(planned):
    found, seed = planned
    people = crowd(770, 18, 9, seed).people
    by_instance: dict[str, set[str]] = {}
    for loaded, person in found.asked:
        assert loaded.task[0] in people[person].capabilities
        assert person != loaded.instance.provenance.author
        by_instance.setdefault(loaded.name, set()).add(person)
    assert {len(pair) for pair in by_instance.values()} == {2}


def test_it_avoids_those_who_wrote_in_the_task_and_pairs_that_review_each_other(planned):
    """Against a plan of the same evenness that avoids nobody."""
    found, seed = planned
    benchmark = crowd(770, 18, 9, seed)
    places = open_places(benchmark, benchmark.instances)
    ties = Ties(benchmark, seed)
    demands = [demand(benchmark, place, ties) for place in places]
    blind = match(
        [replace(d, dislike=dict.fromkeys(d.dislike, 0)) for d in demands],
        found.before,
        seed=seed,
    )
    anyone = [(place.loaded, p) for place, taken in zip(places, blind, strict=True) for p in taken]
    assert in_own_task(benchmark, found.asked) < 0.5 * in_own_task(benchmark, anyone)
    assert mutual(found.asked) < mutual(anyone)


def in_own_task(benchmark: Benchmark, asked: Iterable[tuple[LoadedInstance, str]]) -> int:
    """How many are asked for reviews in a task they wrote in."""
    authors = {(x.task, x.instance.provenance.author) for x in benchmark.instances}
    return sum((loaded.task, person) in authors for loaded, person in asked)


def mutual(asked: Iterable[tuple[LoadedInstance, str]]) -> float:
    """How many reviews are of someone who reviews back, pair by pair."""
    reviews = Counter((person, loaded.instance.provenance.author) for loaded, person in asked)
    return sum(min(n, reviews[b, a]) for (a, b), n in reviews.items()) / 2


def test_half_of_it_first_and_the_rest_later_is_as_even(planned):
    """Nobody is moved by the second run; its loads count on those of the first."""
    _, seed = planned
    benchmark = crowd(770, 18, 9, seed)
    first = plan(benchmark, benchmark.instances[::2], seed)
    loads = Counter(first.after)
    places = open_places(benchmark, benchmark.instances[1::2])
    ties = Ties(benchmark, seed)
    rest = match([demand(benchmark, p, ties) for p in places], loads, seed=seed)
    loads.update(person for taken in rest for person in taken)
    assert set(loads.values()) == {85, 86}


def test_limits_come_before_evenness():
    benchmark = crowd(770, 18, 9, 0)
    small = benchmark.people["p00"].model_copy(update={"review_limit": 40})
    benchmark = replace(benchmark, people={**benchmark.people, "p00": small})
    found = plan(benchmark, benchmark.instances, 0)
    assert found.after["p00"] == 40
    rest = [n for person, n in found.after.items() if person != "p00"]
    assert max(rest) - min(rest) <= 1
