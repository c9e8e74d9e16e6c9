"""The instance as a reviewer reads it: everything that is judged, nothing of who wrote it."""

from __future__ import annotations

from typing import Final

from textual import events, getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from authoring.plain import shown
from authoring.prose.direction import HINT, reads_right_to_left
from authoring.review.question_box import put
from benchmark.load import LoadedInstance
from schemas.cards import TaskCard

NOTHING: Final = Content("–").stylize("dim")
JUDGE_FIRST: Final = "judge 1 and 2 first, then open: r"
OPEN_NOW: Final = "open it: r"
OPENED: Final = "read as the score-5 answer"


def _with_hint(content: Content) -> Content:
    """A text, and where a terminal may show it wrong, where it can be read properly."""
    if not reads_right_to_left(content.plain):
        return content
    return Content.assemble(content, "\n", (f"· {HINT}", "dim"))


class Passage(Vertical):
    """A heading and a text under it."""

    def __init__(self, heading: str, name: str) -> None:
        super().__init__(id=f"passage-{name}", classes="passage")
        self.heading = heading

    def compose(self) -> ComposeResult:
        """Heading, text."""
        yield Static(Content(self.heading), classes="heading")
        yield Static(classes="text")

    def show(self, text: Content | str) -> None:
        """Put a text under the heading."""
        content = shown(text) if isinstance(text, str) else text
        self.query_one(".text", Static).update(_with_hint(content) if content.plain else NOTHING)


class ReferencePassage(Passage):
    """The reference answer: folded until it is opened."""

    class Toggled(Message):
        """The person clicked on the heading."""

    def fold(self, *, folded: bool, may_open: bool) -> None:
        """Hide the text or show it."""
        hint = (OPEN_NOW if may_open else JUDGE_FIRST) if folded else OPENED
        fold = "▸" if folded else "▾"
        heading = Content.assemble(f"{fold} Reference answer", (f"   {hint}", "dim not bold"))
        put(self.query_one(".heading", Static), heading)
        self.query_one(".text", Static).display = not folded

    def on_click(self, event: events.Click) -> None:
        """A click on the heading opens it or folds it."""
        if event.widget is self.query_one(".heading", Static):
            event.stop()
            self.post_message(self.Toggled())


class RubricPassage(Vertical):
    """The criterion and what each score means, number beside text."""

    def __init__(self) -> None:
        super().__init__(id="passage-score_rubric", classes="passage")

    def compose(self) -> ComposeResult:
        """Heading, criterion, five levels."""
        yield Static(Content("Rubric"), classes="heading")
        yield Static(classes="text criterion")
        for level in range(1, 6):
            with Horizontal(classes="level"):
                yield Static(Content(f"{level} "), classes="number")
                yield Static(classes="text", id=f"level-{level}")

    def show(self, loaded: LoadedInstance) -> None:
        """Put the rubric in."""
        rubric = loaded.instance.score_rubric
        criterion = Content.assemble(("Criterion  ", "bold"), shown(rubric.criteria))
        self.query_one(".criterion", Static).update(_with_hint(criterion))
        for level in range(1, 6):
            text = getattr(rubric, f"score{level}_description")
            self.query_one(f"#level-{level}", Static).update(shown(text) if text else NOTHING)


class Reading(VerticalScroll, can_focus=False):
    """The left side: one instance, from the task to the rubric."""

    changed = getters.query_one("#passage-changed", Passage)
    reference = getters.query_one("#passage-reference_answer", ReferencePassage)
    notes = getters.query_one("#passage-notes", Passage)

    def compose(self) -> ComposeResult:
        """Every part, in reading order."""
        yield Static(id="task-line")
        yield Passage("What changed since your review", "changed")
        yield Passage("System prompt", "system_prompt")
        yield Passage("Input", "input")
        yield ReferencePassage("Reference answer", "reference_answer")
        yield RubricPassage()
        yield Passage("Notes for colleagues", "notes")

    def show(self, loaded: LoadedInstance, card: TaskCard | None) -> None:
        """Show an instance from its top. What is hidden and shown at first is the screen's."""
        description = card.description if card else ""
        task = f"{loaded.task[0]} / {loaded.task[1]}"
        line = Content.assemble(
            ("Task: ", "bold"),
            shown(task + (f" — {description}" if description else "")),
            ("   (card: t)", "dim"),
        )
        self.query_one("#task-line", Static).update(line)
        instance = loaded.instance
        self.query_one("#passage-system_prompt", Passage).show(instance.system_prompt)
        self.query_one("#passage-input", Passage).show(instance.input)
        self.reference.show(instance.reference_answer)
        self.query_one(RubricPassage).show(loaded)
        self.scroll_home(animate=False)
