"""The places of open rounds that nobody is named for yet, and who could take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance
from review.eligibility import knows
from review.matching import Demand
from review.standing import Standing
from review.standings import standing_of
from schemas.acts import Review, Submit

WROTE_IN_TASK: Final = 4
WROTE_IN_CAPABILITY: Final = 2
REVIEWS_BACK: Final = 1


@dataclass(frozen=True)
class OpenPlaces:
    """An instance whose round has places that nobody is named for.

    `able`: who may take one; `others`: who has filed in the round or is named for it; `why` says
    why fewer people may than there are places, empty where enough may.
    """

    loaded: LoadedInstance
    standing: Standing
    places: int
    able: tuple[str, ...]
    others: frozenset[str]
    why: str


def open_places(benchmark: Benchmark, instances: Iterable[LoadedInstance]) -> list[OpenPlaces]:
    """Those of the instances that still want someone to be asked."""
    found = []
    for loaded in instances:
        standing = standing_of(benchmark, loaded)
        reviews = [need for need in standing.needs if need.act == "review"]
        free = [need for need in reviews if not need.named]
        if standing.round_open and free:
            named = {person for need in reviews if need.named for person in need.who}
            found.append(
                OpenPlaces(
                    loaded,
                    standing,
                    len(free),
                    max((need.who for need in free), key=len),
                    frozenset(named | {item.review.by for item in standing.reviews}),
                    next((need.why for need in free if not need.who), ""),
                )
            )
    return found


def demand(benchmark: Benchmark, place: OpenPlaces, ties: Ties) -> Demand:
    """What has to be filled, and who had better not be asked."""
    people, language = benchmark.people, place.loaded.instance.language
    outsiders: frozenset[str] = frozenset()
    if benchmark.settings.review.language_rule == "one":
        outsiders = frozenset(p for p in place.able if not knows(people[p], language))
    has_reader = any(knows(people.get(other), language) for other in place.others)
    return Demand(
        place.places,
        {person: ties.dislike(person, place.loaded) for person in place.able},
        outsiders,
        place.places if has_reader else place.places - 1,
    )


class Ties:
    """Who wrote where, and who reviews whom: what speaks against asking someone.

    So that two people do not review each other, everyone stands in a circle drawn from the seed
    and reviews rather the half that follows; where one already reviews the other, that decides.
    """

    def __init__(self, benchmark: Benchmark, seed: int) -> None:
        self.wrote_in: dict[TaskName | str, set[str]] = {}
        self.writers: dict[str, set[str]] = {}
        self.reviews: Counter[tuple[str, str]] = Counter()
        for loaded in benchmark.instances:
            self._note(benchmark, loaded)
        circle = sorted(benchmark.people, key=lambda p: sha256(f"{seed} {p}".encode()).digest())
        self.position = {person: i for i, person in enumerate(circle)}

    def _note(self, benchmark: Benchmark, loaded: LoadedInstance) -> None:
        acts = [recorded.act for recorded in benchmark.acts_of(loaded)]
        writers = {loaded.instance.provenance.author} - {""}
        writers |= {w for act in acts if isinstance(act, Submit) for w in act.writers}
        self.writers[loaded.name] = writers
        for place in (loaded.task, loaded.task[0]):
            self.wrote_in.setdefault(place, set()).update(writers)
        reviewers = {act.by for act in acts if isinstance(act, Review)}
        for need in standing_of(benchmark, loaded).needs:
            if need.act == "review" and need.named:
                reviewers.update(need.who)
        self.reviews.update((reviewer, w) for reviewer in reviewers for w in writers)

    def dislike(self, person: str, loaded: LoadedInstance) -> int:
        """How much someone else had better be asked than this person."""
        found = 0
        if person in self.wrote_in[loaded.task]:
            found += WROTE_IN_TASK
        elif person in self.wrote_in[loaded.task[0]]:
            found += WROTE_IN_CAPABILITY
        back = any(self._reviews_back(person, writer) for writer in self.writers[loaded.name])
        return found + (REVIEWS_BACK if back else 0)

    def _reviews_back(self, person: str, writer: str) -> bool:
        there, back = self.reviews[person, writer], self.reviews[writer, person]
        if there or back or writer not in self.position:
            return bool(back) and not there
        ahead = (self.position[writer] - self.position[person]) % len(self.position)
        return 2 * ahead > len(self.position)


def loads(benchmark: Benchmark) -> dict[str, int]:
    """How many reviews everyone has filed or is named for; rechecks count as reviews."""
    found = dict.fromkeys(benchmark.people, 0)
    for person, (filed, waiting) in work(benchmark).items():
        found[person] = filed + waiting
    return found


def work(benchmark: Benchmark) -> Mapping[str, tuple[int, int]]:
    """How many reviews each person has filed, and how many wait for them by name."""
    filed: Counter[str] = Counter()
    waiting: Counter[str] = Counter()
    for loaded in benchmark.instances:
        acts = (recorded.act for recorded in benchmark.acts_of(loaded))
        filed.update(by for by, _ in {(a.by, a.round) for a in acts if isinstance(a, Review)})
        for need in standing_of(benchmark, loaded).needs:
            if need.act == "review" and need.named:
                waiting.update(need.who)
    return {p: (filed[p], waiting[p]) for p in sorted(benchmark.people.keys() | filed.keys())}
