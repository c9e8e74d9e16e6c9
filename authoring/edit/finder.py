"""Find words in all fields of one instance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from authoring.plain import shown


@dataclass(frozen=True)
class Found:
    """One place: the field, and from which to which character of its text."""

    field: str
    begin: int
    end: int


def found_in(texts: Sequence[tuple[str, str]], words: str) -> list[Found]:
    """Every place where the words stand, capitals or not, field by field."""
    if not words:
        return []
    pattern = re.compile(re.escape(words), re.IGNORECASE)
    return [
        Found(field, m.start(), m.end()) for field, text in texts for m in pattern.finditer(text)
    ]


class FindBar(Horizontal):
    """One line at the foot of the page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,down", "step(1)", "Next", show=False, id="find.next", priority=True,
                tooltip="The next place"),
        Binding("up,shift+enter", "step(-1)", "Before", show=False, id="find.before",
                tooltip="The place before"),
        Binding("escape", "close", "Close", show=False, id="find.close",
                tooltip="Back to the text"),
    ]  # fmt: skip

    words = getters.query_one(Input)

    class Step(Message):
        """Go to the next place, or the one before."""

        def __init__(self, words: str, direction: int) -> None:
            super().__init__()
            self.words = words
            self.direction = direction

    class Closed(Message):
        """The bar is closed."""

    def compose(self) -> ComposeResult:
        """The words, and where among how many places."""
        yield Static("Find", classes="find-label")
        yield Input(id="find-words", compact=True, placeholder="in all fields")
        yield Static(id="find-where")
        yield Static("enter next · ↑ before · esc close", classes="find-keys")

    def open(self, words: str = "") -> None:
        """Show it, ready to type."""
        self.display = True
        if words and "\n" not in words:
            self.words.value = words
        self.words.focus()
        self.words.action_select_all()

    def say(self, words: str) -> None:
        """Where in the text this is."""
        self.query_one("#find-where", Static).update(shown(words))

    def action_step(self, direction: int) -> None:
        """Another place."""
        self.post_message(self.Step(self.words.value, direction))

    def action_close(self) -> None:
        """Back to the text."""
        self.display = False
        self.post_message(self.Closed())
