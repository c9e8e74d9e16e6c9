"""What stands beside the text while it is written: the task's card, and another instance of it."""

from __future__ import annotations

from textual.content import Content

from authoring.edit.fields import CONTENT, text_of
from authoring.plain import shown
from authoring.workplace import Snapshot
from benchmark.load import LoadedInstance
from review.file import may_file
from schemas.cards import TaskCard
from schemas.fields import TEXT_FIELDS
from schemas.instance import Instance


def card_text(task: tuple[str, str], card: TaskCard | None) -> Content:
    """The card of a task in lines."""
    lines = [shown(" / ".join(task)).stylize("bold")]
    if card is None:
        return Content("\n").join([*lines, Content("has no card")])
    parts = (
        ("", card.description),
        ("Measures: ", card.measures),
        ("Why: ", card.motivation),
        ("Languages: ", ", ".join(card.languages)),
        ("Warnings: ", ", ".join(card.content_warnings)),
        ("Looked after by ", card.owner),
        ("Sources: ", "; ".join(source.ref for source in card.sources)),
    )
    lines += [shown(label + text.strip()) for label, text in parts if text.strip()]
    return Content("\n").join(lines)


def examples(snapshot: Snapshot, loaded: LoadedInstance) -> list[LoadedInstance]:
    """Other instances of the task, best first: accepted ones, then those in the same language.

    Left out is what this person has yet to review: its reference answer would be no surprise.
    """
    others = [
        other
        for other in snapshot.by_task.get(loaded.task, ())
        if other.instance.key != loaded.instance.key
        and any(text_of(other.instance, name).strip() for name in TEXT_FIELDS)
        and not may_file(snapshot.person, snapshot.standings[other.name])
    ]
    language = loaded.instance.language
    return sorted(
        others,
        key=lambda other: (
            snapshot.standings[other.name].status != "accepted",
            other.instance.language != language,
        ),
    )


def example_text(name: str, instance: Instance) -> Content:
    """Another instance, to look at."""
    parts = [shown(name).stylize("bold")]
    for field in CONTENT:
        if text := text_of(instance, field.name).strip():
            parts += [Content(field.label).stylize("underline"), shown(text)]
    return Content("\n").join(parts)
