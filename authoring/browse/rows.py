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
    def text(self) -> str:
        """Everything a filter looks at, folded."""
        shown = (
            self.name,
            self.title,
            self.status,
            self.language,
            self.problems,
            "/".join(self.task),
        )
        who = () if self.author == HIDDEN else (self.author, self.origin, self.notes)
        texts = (text for _, text in self.loaded.instance.texts())
        return "\n".join((*shown, *who, *texts)).casefold()

    def field(self, name: str) -> str:
        """One column by its name, folded."""
        if name == "task":
            return "/".join(self.task)
        value = {"id": self.name}.get(name) or str(getattr(self, name))
        return "" if value == HIDDEN else value.casefold()


def rows(snapshot: Snapshot, findings: Mapping[str, Sequence[Finding]]) -> tuple[Row, ...]:
    """A row for each instance, in the benchmark's order; `findings` are by file."""
    return tuple(
        _row(snapshot, loaded, snapshot.standings[loaded.name], findings.get(loaded.path, ()))
        for loaded in snapshot.benchmark.instances
    )


def _row(
    snapshot: Snapshot, loaded: LoadedInstance, standing: Standing, found: Sequence[Finding]
) -> Row:
    glyph, word = STATUS[standing.status]
    round = f" · r{standing.round}" if standing.status in ("revise", "recheck") else ""
    sees = snapshot.sees_author(loaded)
    origin = loaded.instance.provenance
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
            found = [row for row in found if word in row.text]
    return found
