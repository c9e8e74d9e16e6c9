"""Whom a release names. People appear as they chose to be published, or not at all."""

from __future__ import annotations

from benchmark.release.facts import Facts
from benchmark.release.markdown import one_line


def authors(facts: Facts) -> list[str]:
    """Who wrote, checked, reviewed or decided, by the alphabet; the group stands for the rest."""
    benchmark = facts.benchmark
    took_part = {recorded.act.by for acts in benchmark.acts.values() for recorded in acts}
    took_part.update(name for row in facts.rows for name in row.people)
    people = [benchmark.people[name] for name in sorted(took_part) if name in benchmark.people]
    named = {one_line(person.publish_as) for person in people}
    rest = [] if named and "" not in named else [group(facts)]
    return sorted(named - {""}, key=lambda name: (name.casefold(), name)) + rest


def group(facts: Facts) -> str:
    """What all of them are called together."""
    return f"The {title(facts)} authors"


def title(facts: Facts) -> str:
    """What the benchmark is called, on one line."""
    return one_line(facts.benchmark.settings.name) or "Unnamed benchmark"
