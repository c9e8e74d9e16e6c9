"""What the released texts draw on, and under which licences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmark.layout import TaskName
from benchmark.release import composition
from benchmark.release.facts import Facts
from schemas.instance import Source


@dataclass
class Drawn:
    """One source as it was used: by how many instances, and by which task cards."""

    source: Source
    instances: int = 0
    tasks: list[TaskName] = field(default_factory=list)


def drawn_on(facts: Facts) -> list[Drawn]:
    """Every source of a released instance or of its task's card, in the order of the release."""
    found: dict[tuple[str, str, str], Drawn] = {}

    def entry(source: Source) -> Drawn:
        parts = (" ".join(source.ref.split()), source.licence.strip(), source.use)
        return found.setdefault(parts, Drawn(source))

    for task in composition.tasks(facts.rows):
        card = facts.benchmark.tasks.get(task)
        for source in card.sources if card else ():
            entry(source).tasks.append(task)
    for row in facts.rows:
        for source in row.sources:
            entry(source).instances += 1
    return list(found.values())


def warnings(facts: Facts) -> dict[TaskName, list[str]]:
    """The content warnings of the released tasks that have some."""
    return dict(_warnings(facts))


def _warnings(facts: Facts) -> Iterator[tuple[TaskName, list[str]]]:
    for task in composition.tasks(facts.rows):
        card = facts.benchmark.tasks.get(task)
        if card and card.content_warnings:
            yield task, card.content_warnings
