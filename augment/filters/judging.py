"""Filters fitted to a task: each is tried on the task's own human instances first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from augment.candidate import Candidate, Draft, Drop
from augment.filters import (
    coherence,
    damaged,
    empty,
    language,
    length,
    off_task,
    placeholder,
    refusal,
    repetition,
)
from augment.filters.duplicate import Seen, seen
from augment.filters.elsewhere import NOWHERE, Elsewhere
from augment.filters.task import WIDTHS, Closeness, Filter, Kind, Task
from augment.selection import varies_in_system_prompt
from augment.similarity import Similarity
from benchmark.load import LoadedInstance

KINDS: Final = (
    Kind("empty", "empty", empty.make),
    Kind("refusal", "refusal", refusal.make, learns=True),
    Kind("damage", "damaged", damaged.make),
    Kind("placeholder", "placeholder", placeholder.make, learns=True),
    Kind("repetition", "repetition", repetition.make),
    Kind("script", "language", language.make_script),
    Kind("language", "language", language.make_language),
    Kind("familiar words", "language", language.make_familiar),
    Kind("off task", "off_task", off_task.make),
    Kind("coherence", "off_task", coherence.make),
    Kind("length", "length", length.make),
)
"""In the order in which they are asked: the first that finds something names the reason."""


@dataclass(frozen=True)
class Filters:
    """The filters of one task and language. `notes` says which were widened or are off, and why."""

    fitted: tuple[tuple[Kind, Filter], ...]
    seen: Seen
    notes: tuple[str, ...] = ()

    def judge(
        self, candidates: Sequence[Candidate], kept: Iterable[tuple[str, Draft]] = ()
    ) -> tuple[Candidate, ...]:
        """The candidates in the same order, with `drop` set where they are out.

        Of equal ones the first stays. `kept` are instances chosen since the filters were made. A
        candidate that is dropped already, or holds no draft, stays as it is.
        """
        known = dict(self.seen.known) | {self.seen.mark(draft): name for name, draft in kept}
        return tuple(self._judged(candidate, known) for candidate in candidates)

    def fault(self, draft: Draft) -> Drop | None:
        """What is wrong with a draft, whatever else there is."""
        for kind, fitted in self.fitted:
            if detail := fitted.fault(draft):
                return Drop(kind.reason, detail)
        return None

    def _judged(self, candidate: Candidate, known: dict[str, str]) -> Candidate:
        draft = candidate.draft
        if candidate.drop is not None or draft is None:
            return candidate
        mark = self.seen.mark(draft)
        if drop := self.fault(draft):
            return replace(candidate, drop=drop)
        if mark in known:
            return replace(candidate, drop=Drop("duplicate", f"equal to {known[mark]}"))
        known[mark] = f"candidate {candidate.index} of round {candidate.round}"
        return candidate


def filters_for(
    humans: Sequence[LoadedInstance],
    pool: Sequence[LoadedInstance],
    language: str,
    similarity: Similarity,
    elsewhere: Elsewhere = NOWHERE,
) -> Filters:
    """Filters whose thresholds come from the task's human instances.

    `elsewhere` says how the other tasks of the benchmark word theirs.

    Each is tried with every human instance as a candidate against the others; one that would drop
    any is widened until it does not, or is off. Human instances that are unfinished or damaged
    themselves are no measure. Raises UsageError or ServiceError as the similarity does.
    """
    sound, notes = _sound(humans)
    fitted, widened = _fitted(
        tuple((human.name, Draft.of(human.instance)) for human in sound),
        language,
        _most_common(human.instance.rubric_language for human in sound) or language,
        similarity,
        elsewhere,
    )
    everything = {human.name: human.instance for human in (*humans, *pool)}
    known = seen(everything.items(), with_system_prompt=varies_in_system_prompt(humans))
    return Filters(fitted, known, (*notes, *widened))


@lru_cache(maxsize=64)
def _fitted(
    humans: tuple[tuple[str, Draft], ...],
    language: str,
    rubric_language: str,
    similarity: Similarity,
    elsewhere: Elsewhere,
) -> tuple[tuple[tuple[Kind, Filter], ...], tuple[str, ...]]:
    """Once a task, however often its pool grows."""
    task = Task(
        names=tuple(name for name, _ in humans),
        drafts=tuple(draft for _, draft in humans),
        language=language,
        rubric_language=rubric_language,
        closeness=Closeness(similarity),
        elsewhere=elsewhere,
    )
    fits = [(kind, *_fit(kind, task)) for kind in KINDS]
    return (
        tuple((kind, fitted) for kind, fitted, _ in fits if fitted is not None),
        tuple(note for _, _, note in fits if note),
    )


def _sound(humans: Sequence[LoadedInstance]) -> tuple[list[LoadedInstance], list[str]]:
    sound, notes = [], []
    for human in humans:
        draft = Draft.of(human.instance)
        if any(not t.strip() for field, t in draft.texts() if field != "system_prompt"):
            notes.append(f"{human.name} is unfinished and no measure for candidates")
        elif damage := next(damaged.errors(draft), None):
            notes.append(f"{human.name} is damaged and no measure for candidates: {damage[0]}")
        else:
            sound.append(human)
    return sound, notes


def _fit(kind: Kind, task: Task) -> tuple[Filter | None, str]:
    """The narrowest filter that lets all of the task's own pass, or none; with a note."""
    first = ""
    for width in WIDTHS:
        found = _first_dropped(kind, task, width)
        if found is None:
            note = f"{kind.name}: widened ({width}), else {first}" if first else ""
            return kind.make(task, width), note
        first = first or found
    return None, f"{kind.name}: off for this task, else {first}"


def _first_dropped(kind: Kind, task: Task, width: int) -> str | None:
    for place, (name, draft) in enumerate(zip(task.names, task.drafts, strict=True)):
        measure = task if kind.learns and width else task.without(place)
        if detail := kind.make(measure, width).fault(draft):
            return f"{name} would be dropped: {detail}"
    return None


def _most_common(values: Iterable[str]) -> str:
    found = list(values)
    return max(sorted(set(found)), key=found.count, default="")
