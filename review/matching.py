"""Spread places over people: as many as can be filled, then as evenly as can be, then as liked.

A place belongs to a demand (an instance), and two places of one demand go to two people. First
the number of filled places is the largest there is; of all ways to fill as many, the loads are
levelled: the highest is as low as it can be, then the next, and so on; of all those the sum of
what had better be avoided is as small as it gets.

Demands and people form a flow network. Its augmenting paths, seen from the people, are chains "A
hands one demand to B, B another to C"; with few people and many demands that graph is small.
Loads are level where no chain takes from one and gives to another that is lower by two or more:
A. Frank and K. Murota, "Decreasing minimization on M-convex sets", Math. Program. 195 (2022).
Dislike falls along negative cycles: M. Klein, "A primal method for minimal cost flows",
Manage. Sci. 14 (1967).
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

Step: TypeAlias = tuple[int, int, int]
"""Who gives, who gets, and the demand."""

GREED: Final = 2
"""How many places more someone may have at first before a less liked choice is taken."""


@dataclass(frozen=True)
class Demand:
    """Places to fill for one instance.

    `dislike`: everyone who can take one, and how much it would better be someone else (0: not at
    all). Of the places no more than `outsider_places` go to `outsiders`.
    """

    places: int
    dislike: Mapping[str, int]
    outsiders: frozenset[str] = frozenset()
    outsider_places: int = 0


def match(
    demands: Sequence[Demand],
    loads: Mapping[str, int],
    limits: Mapping[str, int] | None = None,
    seed: int = 0,
) -> list[list[str]]:
    """For each demand the people who take its places, in the order of their ids.

    `loads` are everyone's loads before; `limits` the largest of those who have one. The result
    depends on nothing but the arguments.
    """
    matching = _Matching(demands, loads, limits or {}, seed)
    matching.begin()
    matching.fill()
    matching.level()
    matching.please()
    return [sorted(matching.people[p] for p in taken) for taken in matching.taken]


class _Matching:
    """Who has taken what so far; people are numbers in the order of their ids."""

    def __init__(
        self,
        demands: Sequence[Demand],
        loads: Mapping[str, int],
        limits: Mapping[str, int],
        seed: int,
    ) -> None:
        self.people = sorted(loads)
        number = {person: i for i, person in enumerate(self.people)}
        self.demands = demands
        self.dislike = [{number[p]: c for p, c in sorted(d.dislike.items())} for d in demands]
        self.outsiders = [frozenset(number[p] for p in d.outsiders) for d in demands]
        self.load = [loads[person] for person in self.people]
        self.limit = [
            limits.get(person, sum(loads.values()) + 2 * len(demands) + 1) for person in self.people
        ]
        self.taken: list[set[int]] = [set() for _ in demands]
        self.offers: list[dict[int, list[tuple[int, int]]]] = [{} for _ in self.people]
        self.rows: dict[int, dict[int, tuple[int, int]]] = {}
        self.random = random.Random(seed)

    # -- what is allowed ------------------------------------------------------------------

    def has_room(self, person: int) -> bool:
        return self.load[person] < self.limit[person]

    def fits(self, person: int, demand: int, instead_of: int | None = None) -> bool:
        """Whether a person who can take a place of a demand may, beside those who have."""
        outsiders = self.outsiders[demand]
        if person not in outsiders:
            return True
        taken = self.taken[demand]
        others = len(taken & outsiders) - (instead_of in outsiders)
        return others < self.demands[demand].outsider_places

    def _may_get(self, person: int, demand: int, giver: int) -> bool:
        taken = self.taken[demand]
        return giver in taken and person not in taken and self.fits(person, demand, giver)

    # -- changes --------------------------------------------------------------------------

    def take(self, person: int, demand: int) -> None:
        """Someone gets a place, and could hand it to everyone else who may have it."""
        self._forget_rows(demand)
        self.taken[demand].add(person)
        self.load[person] += 1
        for other in self.dislike[demand]:
            self._offer(person, other, demand)
        self.rows.pop(person, None)

    def drop(self, person: int, demand: int) -> None:
        """Someone gives a place up, so that others could hand theirs to them."""
        self._forget_rows(demand)
        self.taken[demand].remove(person)
        self.load[person] -= 1
        free = self.outsiders[demand] if person in self.outsiders[demand] else (person,)
        for other in self.taken[demand]:
            for receiver in free:
                self._offer(other, receiver, demand)

    def _forget_rows(self, demand: int) -> None:
        for person in self.taken[demand]:
            self.rows.pop(person, None)

    def _offer(self, giver: int, receiver: int, demand: int) -> None:
        dislike = self.dislike[demand]
        offers = self.offers[giver].setdefault(receiver, [])
        heapq.heappush(offers, (dislike[receiver] - dislike[giver], demand))

    def row(self, giver: int) -> dict[int, tuple[int, int]]:
        """To whom a person can hand one of their demands: by how much dislike changes, and which
        demand it is where that is best."""
        found = self.rows.get(giver)
        if found is None:
            found = self.rows[giver] = {}
            for receiver, offers in self.offers[giver].items():
                # What does not hold now is offered again by whatever makes it hold.
                while offers and not self._may_get(receiver, offers[0][1], giver):
                    heapq.heappop(offers)
                if offers:
                    found[receiver] = offers[0]
        return found

    def hand_on(self, steps: Sequence[Step]) -> bool:
        """Carry out all steps; False, and nothing done, where two are in each other's way."""
        done: list[Step] = []
        for giver, receiver, demand in reversed(steps):
            if receiver in self.taken[demand] or not self.fits(receiver, demand, giver):
                for one, other, undone in reversed(done):
                    self.drop(other, undone)
                    self.take(one, undone)
                return False
            self.drop(giver, demand)
            self.take(receiver, demand)
            done.append((giver, receiver, demand))
        return True

    # -- the steps ------------------------------------------------------------------------

    def begin(self) -> None:
        """Give each place to whoever seems best just now, the hardest to fill first."""
        order = [(len(able), self.random.random(), i) for i, able in enumerate(self.dislike)]
        for _, _, demand in sorted(order):
            lot = {person: self.random.random() for person in self.dislike[demand]}
            for _ in range(self.demands[demand].places):
                able = [p for p in self._candidates(demand) if self.has_room(p)]
                if not able:
                    break
                self.take(min(able, key=lambda p: self._rank(p, demand, lot[p])), demand)

    def _rank(self, person: int, demand: int, lot: float) -> tuple[float, int, float]:
        dislike = self.dislike[demand][person]
        return self.load[person] + GREED * dislike, dislike, lot

    def _candidates(self, demand: int) -> list[int]:
        taken = self.taken[demand]
        return [p for p in self.dislike[demand] if p not in taken and self.fits(p, demand)]

    def fill(self) -> None:
        """Fill what is still empty by chains that end with someone who has room."""
        for demand, wanted in enumerate(self.demands):
            while len(self.taken[demand]) < wanted.places:
                before = self._reach(self._candidates(demand))
                end = next((p for p in before if self.has_room(p)), None)
                if end is None:
                    break
                chain = self._chain(before, end)
                self.hand_on(self._steps(chain))
                self.take(chain[0], demand)

    def level(self) -> None:
        """Take from high loads and give to lower ones until no chain makes them more even."""
        while (chain := self._levelling()) and self.hand_on(self._steps(chain)):
            pass

    def _levelling(self) -> list[int]:
        for giver in sorted(range(len(self.people)), key=lambda p: (-self.load[p], p)):
            before = self._reach([giver])
            ends = [p for p in before if self.load[p] + 2 <= self.load[giver] and self.has_room(p)]
            if ends:
                return self._chain(before, min(ends, key=lambda p: (self.load[p], p)))
        return []

    def _reach(self, starts: Iterable[int]) -> dict[int, int]:
        """Everyone a chain from one of the starts can end with, nearest first, and who is before
        them on a shortest one; the starts have -1."""
        before = dict.fromkeys(starts, -1)
        waiting = deque(before)
        while waiting:
            person = waiting.popleft()
            for other in self.row(person):
                if other not in before:
                    before[other] = person
                    waiting.append(other)
        return before

    def _chain(self, before: Mapping[int, int], end: int) -> list[int]:
        chain = [end]
        while (person := before[chain[-1]]) >= 0:
            chain.append(person)
        return chain[::-1]

    def _steps(self, chain: Sequence[int]) -> list[Step]:
        return [(one, other, self.row(one)[other][1]) for one, other in pairwise(chain)]

    # -- what people would rather not -----------------------------------------------------

    def please(self) -> None:
        """Hand on in circles, which leaves the loads as they are, while that is liked better.

        Of two people whose loads differ by one, the circle may go through the difference.
        """
        in_the_way: set[tuple[int, int]] = set()
        while circle := self._better_circle(in_the_way):
            steps = [
                (one, other, self.row(one)[other][1]) for one, other, is_step in circle if is_step
            ]
            if self.hand_on(steps):
                in_the_way.clear()
            else:
                in_the_way.add(steps[0][:2])

    def _better_circle(self, in_the_way: set[tuple[int, int]]) -> list[tuple[int, int, bool]]:
        """A circle of steps that lowers dislike, as (giver, receiver, whether it is a step)."""
        count = len(self.people)
        distance = [0] * count
        before: list[tuple[int, bool] | None] = [None] * count
        edges = [edge for giver in range(count) for edge in self._edges(giver, in_the_way)]
        for _ in range(count):
            changed = False
            for giver, receiver, cost, is_step in edges:
                if distance[giver] + cost < distance[receiver]:
                    distance[receiver] = distance[giver] + cost
                    before[receiver] = giver, is_step
                    changed = True
            if not changed:
                return []
            if circle := _circle(before):
                return circle
        return []

    def _edges(
        self, giver: int, in_the_way: set[tuple[int, int]]
    ) -> Iterator[tuple[int, int, int, bool]]:
        for receiver, (cost, _) in self.row(giver).items():
            if (giver, receiver) not in in_the_way:
                yield giver, receiver, cost, True
        if self.has_room(giver):
            for other, load in enumerate(self.load):
                if load == self.load[giver] + 1:
                    yield giver, other, 0, False


def _circle(before: Sequence[tuple[int, bool] | None]) -> list[tuple[int, int, bool]]:
    """A circle in a graph in which everyone has at most one before them."""
    seen: dict[int, int] = {}
    for start in range(len(before)):
        person = start
        while person not in seen:
            seen[person] = start
            previous = before[person]
            if previous is None:
                break
            person = previous[0]
        else:
            if seen[person] == start:
                return _around(before, person)
    return []


def _around(before: Sequence[tuple[int, bool] | None], start: int) -> list[tuple[int, int, bool]]:
    circle: list[tuple[int, int, bool]] = []
    person = start
    while not circle or person != start:
        previous = before[person]
        assert previous is not None
        circle.append((previous[0], person, previous[1]))
        person = previous[0]
    return circle[::-1]
