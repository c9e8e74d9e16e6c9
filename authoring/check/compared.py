"""A candidate and the instance it is most similar to, field by field."""

from __future__ import annotations

from typing import Final

from textual import getters
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from augment.candidate import Draft
from augment.check import Option
from augment.overlap import shared
from authoring.plain import shown
from authoring.words import underlined
from benchmark.load import LoadedInstance

FIELDS: Final = {
    "system_prompt": "System prompt",
    "input": "Input",
    "reference_answer": "Reference answer",
    "rubric.criteria": "Criterion",
    **{f"rubric.score{level}_description": f"Level {level}" for level in range(1, 6)},
}


class Pair(Vertical):
    """One field of both: side by side where there is room, else one below the other."""

    def __init__(self, title: str) -> None:
        super().__init__(classes="pair")
        self.title = title

    def compose(self) -> ComposeResult:
        """The field's name, both texts."""
        yield Static(Content(self.title), classes="field")
        with Container(classes="both"):
            yield Static(classes="mine")
            yield Static(classes="other")

    def show(self, mine: Content, other: Content) -> None:
        """Put both in."""
        self.query_one(".mine", Static).update(mine)
        self.query_one(".other", Static).update(other)


class Compared(VerticalScroll, can_focus=False):
    """Both, with what they share underlined."""

    headings = getters.query_one("#headings", Pair)
    raw = getters.query_one("#raw", Static)

    def compose(self) -> ComposeResult:
        """What is compared, then each field."""
        headings = Pair("What both share is underlined.")
        headings.id = "headings"
        yield headings
        yield Static(id="raw")
        for title in FIELDS.values():
            yield Pair(title)

    def show(self, option: Option, closest: LoadedInstance | None, fate: str) -> None:
        """Show one candidate from its top; `fate` is what became of it."""
        name = closest.name if closest else f"{option.closest} (not here any more)"
        neighbour = f"Closest: {name}   {option.score[:6]}" if option.closest else ""
        self.headings.show(shown(f"Candidate {option.index + 1}{fate}"), shown(neighbour))
        self.raw.display = option.draft is None
        text = Content.assemble(("The answer holds no instance:\n", "bold"), shown(option.answer))
        self.raw.update(text)
        self.set_class(not neighbour, "alone")
        mine = dict(option.draft.texts()) if option.draft else {}
        others = dict(Draft.of(closest.instance).texts()) if closest else {}
        pairs = [pair for pair in self.query(Pair) if pair is not self.headings]
        for pair, field in zip(pairs, FIELDS, strict=True):
            pair.display = field in mine
            pair.show(*_side_by_side(mine.get(field, ""), others.get(field, "")))
        self.scroll_home(animate=False)


def _side_by_side(mine: str, other: str) -> tuple[Content, Content]:
    left, right = shared(mine, other)
    return (
        underlined(mine, left) if mine else Content("–"),
        underlined(other, right) if other else Content("–"),
    )
