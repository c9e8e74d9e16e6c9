"""Why someone cannot review something now, in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from benchmark.load import Benchmark, LoadedInstance
from review.eligibility import barred, language_bar
from review.standing import Standing
from review.standings import standing_of, subject_of
from schemas.acts import HandBack, Submit
from schemas.person import Person

FILED: Final = "has reviewed it in this round"
OTHERS: Final = "is not one of those it waits for"
_TO_YOU: Final = {"is ": "are ", "has ": "have ", "does ": "do ", "avoids ": "avoid "}


def why_not(benchmark: Benchmark, loaded: LoadedInstance, person: str) -> str:
    """What keeps a person of the benchmark from reviewing an instance, as in "bob …".

    Empty where nothing does. About an instance that waits for no review nothing else is said.
    """
    standing = standing_of(benchmark, loaded)
    if not standing.round_open or standing.status == "draft":
        return f"cannot: it is {standing.status}, not waiting for reviews"
    if any(person in need.who for need in standing.needs if need.act == "review"):
        return ""
    return _in_the_way(benchmark, loaded, standing, person) or OTHERS


def bar(benchmark: Benchmark, loaded: LoadedInstance, person: str, places: int) -> str:
    """Why a person may not be asked to take one of `places` places; empty where they may."""
    return _in_the_way(benchmark, loaded, standing_of(benchmark, loaded), person, places)


def _in_the_way(
    benchmark: Benchmark,
    loaded: LoadedInstance,
    standing: Standing,
    person: str,
    places: int = 1,
) -> str:
    known, subject = benchmark.people[person], subject_of(benchmark, loaded)
    acts = [recorded.act for recorded in benchmark.acts_of(loaded)]
    if any(item.review.by == person for item in standing.reviews):
        return FILED
    if any(isinstance(a, HandBack) and a.round == standing.round and a.of == person for a in acts):
        return "handed it back"
    writers = {w for a in acts if isinstance(a, Submit) for w in (a.by, *a.writers)}
    others = {item.review.by for item in standing.reviews}
    others |= {p for need in standing.needs if need.named for p in need.who} - {person}
    return barred(person, known, subject, writers) or language_bar(
        known, subject, benchmark.settings.review, benchmark.people, others, places
    )


def to_you(bar: str) -> str:
    """The same said to the person: "does not review planning" becomes "do not review …"."""
    for third, second in _TO_YOU.items():
        if bar.startswith(third):
            return second + bar.removeprefix(third)
    return bar


@dataclass(frozen=True)
class NothingToDo:
    """Why a queue is empty: one sentence, and how many open instances each reason keeps away."""

    what: str
    because: tuple[tuple[str, int], ...] = ()


def nothing_to_review(benchmark: Benchmark, person: str) -> NothingToDo:
    """Why nothing waits for a review by this person."""
    known: Person | None = benchmark.people.get(person)
    if known is None or "reviewer" not in known.roles:
        return NothingToDo("You are not a reviewer here; a curator can make you one.")
    waiting = [x for x in benchmark.instances if _waits(standing_of(benchmark, x))]
    if not waiting:
        return NothingToDo("No instance waits for a review by anyone.")
    reasons = Counter(to_you(why_not(benchmark, loaded, person)) for loaded in waiting)
    if set(reasons) == {to_you(FILED)}:
        return NothingToDo("You have reviewed everything that waits; others are still to file.")
    listed = tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))
    return NothingToDo("Of what waits for a review, nothing is yours:", listed)


def _waits(standing: Standing) -> bool:
    return standing.round_open and standing.status != "draft"
