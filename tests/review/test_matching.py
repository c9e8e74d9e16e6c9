"""Places are spread as well as a flow network can: against networkx on random small cases."""

from __future__ import annotations

import random
from collections import Counter

import networkx as nx
import pytest

from review.matching import Demand, match

PEOPLE = ("ann", "bob", "cem", "dee", "eva", "fay", "gus")


def random_case(seed: int) -> tuple[list[Demand], dict[str, int], dict[str, int]]:
    rng = random.Random(seed)
    people = PEOPLE[: rng.randint(2, len(PEOPLE))]
    loads = {p: rng.choice([0, 0, rng.randint(0, 4)]) for p in people}
    is_easy = rng.random() < 0.6
    limits = {} if is_easy else {p: loads[p] + rng.randint(0, 4) for p in people[::2]}
    demands = []
    for _ in range(rng.randint(1, 10)):
        able = rng.sample(people, rng.randint(2 if is_easy else 0, len(people)))
        share = rng.choice([0, 0.2 if is_easy else 0.5])
        outsiders = frozenset(p for p in able if rng.random() < share)
        places = rng.choice([1, 2, 2])
        dislike = {p: rng.choice([0, 0, 1, 3]) for p in able}
        demands.append(Demand(places, dislike, outsiders, rng.randint(0, places)))
    return demands, loads, limits


def network(demands, loads, limits) -> nx.DiGraph:
    """The demands' flow network. The n-th more of a person's load costs so much that levelled
    loads are the cheapest, and dislike decides between those."""
    graph = nx.DiGraph()
    graph.add_nodes_from(["source", "sink"])
    for i, demand in enumerate(demands):
        graph.add_edge("source", ("d", i), capacity=demand.places)
        graph.add_edge(("d", i), ("o", i), capacity=demand.outsider_places)
        for person, dislike in demand.dislike.items():
            start = ("o", i) if person in demand.outsiders else ("d", i)
            graph.add_edge(start, ("p", person), capacity=1, weight=dislike)
    for person, load in loads.items():
        room = limits.get(person, load + 99) - load
        for more in range(min(room, 2 * len(demands))):
            graph.add_edge(("p", person), ("l", person, more), capacity=1,
                           weight=1000 * (2 * (load + more) + 1))  # fmt: skip
            graph.add_edge(("l", person, more), "sink", capacity=1)
    return graph


@pytest.mark.parametrize("seed", range(200))
def test_as_many_as_the_maximum_flow_as_level_and_as_liked_as_the_cheapest(seed):
    demands, loads, limits = random_case(seed)
    graph = network(demands, loads, limits)
    found = match(demands, loads, limits, seed)
    assert sum(map(len, found)) == nx.maximum_flow_value(graph, "source", "sink")

    flow = nx.max_flow_min_cost(graph, "source", "sink")
    best = {p: load + sum(flow.get(("p", p), {}).values()) for p, load in loads.items()}
    ours = Counter(loads) + Counter(person for taken in found for person in taken)
    assert sorted(ours[p] for p in loads) == sorted(best.values())

    cost = sum(d.dislike[p] for d, taken in zip(demands, found, strict=True) for p in taken)
    loads_cost = sum(1000 * (2 * n + 1) for p in loads for n in range(loads[p], best[p]))
    cheapest = nx.cost_of_flow(graph, flow) - loads_cost
    # Which place stays empty, where one has to, is not chosen by what is liked.
    all_filled = sum(map(len, found)) == sum(demand.places for demand in demands)
    assert cost == cheapest if all_filled else cost >= cheapest


@pytest.mark.parametrize("seed", range(200))
def test_it_keeps_to_what_each_demand_allows(seed):
    demands, loads, limits = random_case(seed)
    found = match(demands, loads, limits, seed)
    given = Counter(person for taken in found for person in taken)
    assert all(loads[p] + given[p] <= limits[p] for p in limits)
    for demand, taken in zip(demands, found, strict=True):
        assert len(taken) == len(set(taken)) <= demand.places
        assert set(taken) <= set(demand.dislike)
        assert len(demand.outsiders & set(taken)) <= demand.outsider_places


def test_the_same_seed_gives_the_same_and_another_may_not():
    people = dict.fromkeys(PEOPLE, 0)
    demands = [Demand(2, people) for _ in range(30)]
    assert match(demands, people, seed=1) == match(demands, people, seed=1)
    assert match(demands, people, seed=1) != match(demands, people, seed=2)


def test_the_order_of_people_leaves_no_trace():
    demands = [Demand(2, dict.fromkeys(PEOPLE, 0)) for _ in range(30)]
    loads = dict.fromkeys(PEOPLE, 0)
    backwards = [Demand(2, dict.fromkeys(reversed(PEOPLE), 0)) for _ in range(30)]
    assert match(demands, loads) == match(backwards, dict(reversed(loads.items())))
