"""Why the reviews that are open are not for a person, in words they may read."""

from __future__ import annotations

from collections import Counter

from benchmark.load import Benchmark, LoadedInstance
from review.eligibility import CHECKED, WROTE, barred
from review.file import may_file
from review.rule import Standing
from review.standings import standing_of, subject_of
from schemas.acts import Submit


def not_mine(benchmark: Benchmark, person: str) -> Counter[str]:
    """How many instances in an open round this person may not review now, by reason."""
    found: Counter[str] = Counter()
    for loaded in benchmark.instances:
        standing = standing_of(benchmark, loaded)
        if standing.round_open and not may_file(person, standing):
            found[_reason(benchmark, loaded, standing, person)] += 1
    return found


def _reason(benchmark: Benchmark, loaded: LoadedInstance, standing: Standing, person: str) -> str:
    if any(item.review.by == person for item in standing.reviews):
        return "you have reviewed it in this round"
    submits = [a.act for a in benchmark.acts_of(loaded) if isinstance(a.act, Submit)]
    writers = {writer for act in submits for writer in (act.by, *act.writers)}
    bar = barred(person, benchmark.people[person], subject_of(benchmark, loaded), writers)
    if bar in (WROTE, CHECKED):
        return f"you {bar}"
    if bar:
        return f"your file in people/: {person} {bar}"
    if standing.status == "draft":
        return "its text was changed after it was submitted"
    return "others were asked, or its language needs someone who reads it"
