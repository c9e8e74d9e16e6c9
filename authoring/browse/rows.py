"""The list's rows: what may be shown of each instance, and what a filter looks at.

A filter sees what its reader sees, so that no search and no count tells who wrote what a
reviewer is still to judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from authoring.workplace import Snapshot
from benchmark.checks import Finding
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from review.file import may_file
from review.rule import Standing

# A glyph and a word for each status: neither colour nor shape alone says anything.
STATUS: Final[Mapping[str, tuple[str, str]]] = {
    "draft": ("○", "draft"),
    "in_review": ("◐", "in review"),
    "recheck": ("◑", "recheck"),
    "revise": ("✎", "revise"),
    "accepted": ("●", "accepted"),
    "eliminated": ("✗", "eliminated"),
    "withdrawn": ("–", "withdrawn"),
}
FIELDS: Final[Mapping[str, str]] = {
    "task_fit": "task fit",
    "reference_answer": "reference",
    "score_rubric": "rubric",
}
HIDDEN: Final = "hidden"
_PREFIXES: Final = ("status", "language", "author", "origin", "task", "id")


@dataclass(frozen=True)
class Row:
    """One instance as the list shows it; author and origin are `hidden` where they may not be
    seen."""

    name: str
    task: TaskName
    glyph: str
    status: str
    language: str
    author: str
    origin: str
    problems: str
    loaded: LoadedInstance
    body: str
    notes: str = ""

    @property
    def key(self) -> str:
        """What it is known by, whatever becomes of its name."""
        return self.loaded.instance.key

    @property
    def title(self) -> str:
        """The id; of a draft without a number, that it is new and its key."""
        return f"new · {self.loaded.instance.key}" if self.loaded.is_draft_file else self.name

    @cached_property
    def head(self) -> str:
        """What the list shows of it, and notes where they may be seen, folded."""
        place = "/".join(self.task)
        shown = (self.name, self.title, self.status, self.language, self.problems, place)
        who = () if self.author == HIDDEN else (self.author, self.origin, self.notes)
        return "\n".join((*shown, *who)).casefold()

    def holds(self, word: str) -> bool:
        """Whether a folded word is in anything a filter looks at."""
        return word in self.head or word in self.body

    def field(self, name: str) -> str:
        """One column by its name, folded."""
        if name == "task":
            return "/".join(self.task)
        value = {"id": self.name}.get(name) or str(getattr(self, name))
        return "" if value == HIDDEN else value.casefold()


class Folded:
    """The texts of instances, folded for filters; those of one that has not changed are kept."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[LoadedInstance, str]] = {}

    def of(self, loaded: LoadedInstance) -> str:
        """All its content texts."""
        known = self._known.get(loaded.path)
        if known is None or known[0] is not loaded:
            text = "\n".join(text for _, text in loaded.instance.texts()).casefold()
            known = self._known[loaded.path] = loaded, text
        return known[1]


def rows(
    snapshot: Snapshot, findings: Mapping[str, Sequence[Finding]], folded: Folded
) -> tuple[Row, ...]:
    """A row for each instance, in the benchmark's order; `findings` are by file."""
    return tuple(
        _row(snapshot, loaded, findings.get(loaded.path, ()), folded.of(loaded))
        for loaded in snapshot.benchmark.instances
    )


def _row(snapshot: Snapshot, loaded: LoadedInstance, found: Sequence[Finding], body: str) -> Row:
    standing = snapshot.standings[loaded.name]
    glyph, word = STATUS[standing.status]
    round = f" · r{standing.round}" if standing.status in ("revise", "recheck") else ""
    sees = snapshot.sees_author(loaded)
    origin = loaded.instance.provenance
    if may_file(snapshot.person, standing):
        # What the checks found would lead a judgement that is still to be made.
        found = ()
    return Row(
        name=loaded.name,
        task=loaded.task,
        glyph=glyph,
        status=word + round,
        language=loaded.instance.language,
        author=(origin.author or ("–" if origin.origin != "augmented" else "augmented"))
        if sees
        else HIDDEN,
        origin=origin.origin if sees else HIDDEN,
        problems=_problems(standing, found),
        loaded=loaded,
        body=body,
        notes=loaded.instance.notes if sees else "",
    )


def _problems(standing: Standing, found: Sequence[Finding]) -> str:
    parts = []
    if standing.open_flags and not standing.round_open and not standing.is_final:
        parts.append("flagged: " + ", ".join(FIELDS[name] for name in standing.open_flags))
    for severity in ("error", "warning"):
        if number := sum(finding.severity == severity for finding in found):
            parts.append(f"{number} {severity}{'s' if number > 1 else ''}")
    return " · ".join(parts)


def matching(rows: Sequence[Row], wanted: str) -> list[Row]:
    """The rows that hold every word of `wanted`; `status:draft` looks at one column only."""
    found = list(rows)
    for word in wanted.casefold().split():
        name, colon, value = word.partition(":")
        if colon and name in _PREFIXES:
            found = [row for row in found if value in row.field(name)]
        else:
            found = [row for row in found if row.holds(word)]
    return found
