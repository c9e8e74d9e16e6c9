"""Why someone cannot review something now, in words."""

from __future__ import annotations

from typing import Final

from benchmark.load import Benchmark, LoadedInstance
from review.eligibility import barred, language_bar
from review.standing import Standing
from review.standings import standing_of, subject_of
from schemas.acts import HandBack, Submit

FILED: Final = "has reviewed it in this round"
OTHERS: Final = "is not one of those it waits for"
_TO_YOU: Final = {
    "is ": "are ",
    "was ": "were ",
    "has ": "have ",
    "does ": "do ",
    "avoids ": "avoid ",
    "looks ": "look ",
}


def why_not(benchmark: Benchmark, loaded: LoadedInstance, person: str) -> str:
    """What keeps a person of the benchmark from reviewing an instance, as in "bob …".

    Empty where nothing does. About an instance that waits for no review nothing else is said.
    """
    standing = standing_of(benchmark, loaded)
    if not standing.round_open:
        return f"is not needed: it is {standing.status}"
    if standing.status == "draft":
        return "is to wait: its text was changed after it was submitted"
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
