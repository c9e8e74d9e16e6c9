"""Beside the list: the card of the task, and the beginning of the instance under the cursor."""

from __future__ import annotations

from textual.content import Content

from authoring.browse.rows import FIELDS, HIDDEN, Row
from authoring.browse.todo import count_of
from authoring.plain import one_line, shown
from authoring.workplace import Snapshot
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from schemas.cards import TaskCard
from schemas.instance import Instance

BEGINNING = 600
ACTS = {
    "submit": "to be submitted",
    "check": "to be checked after it was generated",
    "review": "a review",
    "decide": "a curator's decision",
}


def about_task(snapshot: Snapshot, task: TaskName) -> Content:
    """Description, what it measures, languages, owner, targets; warnings come first."""
    card = snapshot.benchmark.tasks.get(task)
    if card is None:
        return shown(f"{'/'.join(task)} has no card that can be read.")
    parts = [warning(card)] if card.content_warnings else []
    name = Content(task[1]).stylize("bold")
    parts.append(Content.assemble(name, shown(f" — {card.description or 'no description yet'}")))
    if card.status == "retired":
        parts.append(shown(f"Retired: {card.reason}"))
    if card.measures:
        parts.append(shown(f"Measures {card.measures}"))
    parts.append(shown(" · ".join(_facts(snapshot, card, task))).stylize("$text-muted"))
    return Content("\n").join(parts)


def warning(card: TaskCard) -> Content:
    """What a reader should know before reading."""
    return shown(f"⚠ content: {', '.join(card.content_warnings)}").stylize("bold $text-warning")


def _facts(snapshot: Snapshot, card: TaskCard, task: TaskName) -> list[str]:
    wanted = snapshot.benchmark.settings.targets
    languages = card.languages or snapshot.benchmark.settings.languages
    facts = [f"languages {', '.join(languages)}"]
    if card.owner:
        facts.append(f"owner {card.owner}")
    facts.append(f"target {wanted.written} written + {wanted.augmented} augmented")
    if not card.may_leave:
        facts.append("texts stay on this machine")
    if trouble := count_of(snapshot, task).trouble:
        facts.append(f"! {trouble}")
    if words := clearance(card, snapshot.by_task.get(task, ())):
        facts.append(words)
    return facts


def clearance(card: TaskCard, members: tuple[LoadedInstance, ...]) -> str:
    """Whether the task was read and found good, and whether that still holds."""
    from benchmark.clear import reading_digest

    if not card.cleared_by:
        return ""
    same = card.cleared_digest == reading_digest(members)
    return f"cleared by {card.cleared_by}" + ("" if same else ", changed since")


def about_capability(snapshot: Snapshot, capability: str) -> Content:
    """What the capability is."""
    card = snapshot.benchmark.capabilities.get(capability)
    name = Content(capability).stylize("bold")
    text = (card.description if card else "") or "no description yet"
    return Content.assemble(name, shown(f" — {text}"))


def about_instance(snapshot: Snapshot, row: Row) -> Content:
    """Where it stands and what comes next, and how it begins; a task's warnings come first."""
    standing = snapshot.standings[row.name]
    who = "" if row.author == HIDDEN else f" · author {row.author} · {row.origin}"
    head = f"{row.title} · {row.glyph} {row.status}{who}"
    parts = [Content(head).stylize("bold") if head.isprintable() else shown(head)]
    if standing.needs:
        parts += [shown(f"next: {line}") for line in _next(snapshot, row)]
    if standing.open_flags and not standing.round_open and not standing.is_final:
        parts += [
            shown(f"✎ {FIELDS[field]}: {one_line(item.review.comments.get(field, ''), 200)}")
            for field, items in standing.open_flags.items()
            for item in items
        ]
    card = snapshot.benchmark.tasks.get(row.task)
    if card and card.content_warnings:
        parts.append(warning(card))
    else:
        parts.append(shown(beginning(row.loaded.instance)))
    return Content("\n").join(parts)


def _next(snapshot: Snapshot, row: Row) -> list[str]:
    """Who has to do what; of an open round nothing is said of who wrote it or filed."""
    standing = snapshot.standings[row.name]
    lines = []
    for need in standing.needs:
        if need.act == "review":
            mine = "you can write it" if snapshot.person in need.who else ""
            lines.append(", ".join(filter(None, (ACTS["review"], mine or _nobody(need.who)))))
        elif row.author != HIDDEN:
            who = ", ".join(need.who) or "nobody can"
            lines.append(f"{ACTS[need.act]} ({who}): {need.why}")
    return list(dict.fromkeys(lines))


def _nobody(who: tuple[str, ...]) -> str:
    return "" if who else "nobody here may write it"


def beginning(instance: Instance) -> str:
    """The first words of what is asked."""
    return instance.input[:BEGINNING] or "(nothing is written yet)"
