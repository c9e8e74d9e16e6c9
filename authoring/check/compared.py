"""A candidate and the instance it is most similar to, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from augment.candidate import Draft
from augment.check import Option
from augment.overlap import shared
from authoring.plain import shown
from authoring.words import underlined
from benchmark.load import LoadedInstance

_NAMES: Final = {
    "system_prompt": "System prompt",
    "input": "Input",
    "reference_answer": "Reference answer",
    "rubric.criteria": "Criterion",
    **{f"rubric.score{level}_description": f"{level}" for level in range(1, 6)},
}


class Column(Vertical):
    """A heading and the texts of one instance."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, classes="column")

    def compose(self) -> ComposeResult:
        """Heading, text."""
        yield Static(classes="heading")
        yield Static(classes="text")

    def show(self, heading: str, text: Content) -> None:
        """Put both in."""
        self.query_one(".heading", Static).update(shown(heading))
        self.query_one(".text", Static).update(text)


class Compared(VerticalScroll, can_focus=False):
    """Both, with what they share underlined."""

    candidate = getters.query_one("#candidate", Column)
    closest = getters.query_one("#closest", Column)

    def compose(self) -> ComposeResult:
        """The candidate, its neighbour."""
        yield Column("candidate")
        yield Column("closest")

    def show(self, option: Option, closest: LoadedInstance | None, fate: str) -> None:
        """Show one candidate from its top; `fate` is what became of it."""
        heading = f"Candidate {option.index + 1}{fate}"
        other = Draft.of(closest.instance) if closest else None
        if option.draft is None:
            answer = Content.assemble(
                ("This answer holds no instance:\n\n", "bold"), shown(option.answer)
            )
            self.candidate.show(heading, answer)
        else:
            self.candidate.show(heading, Content("\n\n").join(texts(option.draft, other)))
        self._show_closest(option, closest)
        self.scroll_home(animate=False)

    def _show_closest(self, option: Option, closest: LoadedInstance | None) -> None:
        self.closest.display = bool(option.closest)
        if closest is None:
            gone = Content("It is not here any more.")
            self.closest.show(f"Closest: {option.closest}", gone)
            return
        parts = texts(Draft.of(closest.instance), option.draft)
        heading = f"Closest: {closest.name}   {option.score}"
        self.closest.show(heading, Content("\n\n").join(parts))


def texts(draft: Draft, other: Draft | None) -> Iterator[Content]:
    """Each text under its name, with what it shares with the other's underlined."""
    others = dict(other.texts()) if other else {}
    for name, text in draft.texts():
        spans = shared(text, others[name])[0] if name in others else ()
        body = underlined(text, spans) if text else Content("–")
        yield Content.assemble((f"{_NAMES[name]}\n", "bold"), body)
