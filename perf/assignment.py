"""Assignment of 10,000 instances to 60 people against dealing them out in turn.

The floor goes round the people and gives each instance the next two who may review it; it levels
nothing and prefers nobody. Ours fills as many places as can be filled, levels the loads, and
avoids those who wrote in the task. At BiGGen's size too: 770 instances, 18 people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from perf.timing import best_of
from review.matching import Demand, match
from review.places import Ties, demand, loads, open_places
from review.plan import plan
from tests.review.crowd import crowd


def run() -> None:
    """Print times, ratios, and how even either is."""
    for instances, people, capabilities, most in ((770, 18, 9, 4), (10_000, 60, 20, 8)):
        benchmark = crowd(instances, people, capabilities, 0, most)
        ties = Ties(benchmark, 0)
        places = open_places(benchmark, benchmark.instances)
        demands = [demand(benchmark, place, ties) for place in places]
        before = loads(benchmark)

        times = best_of(
            {
                "round-robin": lambda d=demands, p=list(before): round_robin(d, p),
                "match": lambda d=demands, b=before: match(d, b),
                "plan": lambda b=benchmark: plan(b, b.instances),
            },
            rounds=3,
        )
        print(f"{instances} instances, {people} people")
        floor = times["round-robin"]
        for name, pairs in (
            ("round-robin", round_robin(demands, list(before))),
            ("match", match(demands, before)),
        ):
            print(
                f"  {name}: {times[name]:.3f} s, {times[name] / floor:.0f} × round-robin; "
                f"{said(demands, pairs)}"
            )
        print(f"  the whole plan, standings included: {times['plan'] / floor:.0f} × round-robin")


def round_robin(demands: Sequence[Demand], people: list[str]) -> list[list[str]]:
    """The next who may, in turn."""
    found, place = [], 0
    for wanted in demands:
        taken: list[str] = []
        for _ in people:
            place = (place + 1) % len(people)
            if people[place] in wanted.dislike:
                taken.append(people[place])
                if len(taken) == wanted.places:
                    break
        found.append(taken)
    return found


def said(demands: Sequence[Demand], pairs: Sequence[Iterable[str]]) -> str:
    """How even and how liked."""
    load = Counter(person for taken in pairs for person in taken)
    dislike = sum(d.dislike[p] for d, taken in zip(demands, pairs, strict=True) for p in taken)
    return f"loads {min(load.values())} to {max(load.values())}, dislike {dislike}"
