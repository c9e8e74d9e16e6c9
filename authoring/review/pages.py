"""What a reviewer looks something up in: the guidelines, and the task's card."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Markdown, Static

from authoring.plain import shown, visible
from benchmark.layout import TaskName
from schemas.cards import TaskCard


class Page(ModalScreen[None]):
    """A text over the screen, until a key is pressed."""

    CSS_PATH = "pages.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,q,question_mark,t,enter", "dismiss_page", "Back", id="page.back",
            tooltip="Back to the review", key_display="esc",
        ),
    ]  # fmt: skip

    def __init__(self, title: str) -> None:
        super().__init__()
        self.page_title = title

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        with Vertical(id="page"):
            yield Static(shown(self.page_title), id="page-title")
            with VerticalScroll(id="page-text"):
                yield from self.text()
            yield Footer(show_command_palette=False)

    def text(self) -> ComposeResult:
        """What the page says."""
        yield from ()

    def on_mount(self) -> None:
        """The keys scroll the text."""
        self.query_one("#page-text").focus()

    def action_dismiss_page(self) -> None:
        """Back."""
        self.dismiss()


class GuidelinesPage(Page):
    """What each answer means in this benchmark (`guidelines.md`), and the keys."""

    def __init__(self, guidelines: str, keys: str) -> None:
        super().__init__("How to review here")
        self.guidelines = guidelines
        self.keys = keys

    def text(self) -> ComposeResult:
        """The guidelines, then the keys."""
        if self.guidelines.strip():
            yield Markdown(visible(self.guidelines), open_links=False)
        else:
            yield Static(Content("This benchmark has no guidelines.md."))
        yield Static(Content("Keys").stylize("bold"), classes="page-heading")
        yield Static(shown(self.keys))


class TaskPage(Page):
    """The task's card, without whose it is: that would tell who may have written the instance."""

    def __init__(self, task: TaskName, card: TaskCard | None) -> None:
        super().__init__(f"{task[0]} / {task[1]}")
        self.card = card

    def text(self) -> ComposeResult:
        """What the task is for."""
        card = self.card or TaskCard()
        for heading, text in (
            ("What its instances ask for", card.description),
            ("What an answer shows", card.measures),
            ("Why it is worth measuring", card.motivation),
            ("Languages", ", ".join(card.languages)),
            ("Content", ", ".join(card.content_warnings)),
        ):
            if text:
                yield Static(Content(heading).stylize("bold"), classes="page-heading")
                yield Static(shown(text))
