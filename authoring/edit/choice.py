"""A question with a few answers, each with a key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from authoring.plain import shown


class Choice(ModalScreen[str]):
    """Asks; the result is the key of the answer, empty where the person went back."""

    CSS_PATH = "choice.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer('')", "Back", id="choice.back", tooltip="Nothing happens"),
        Binding("right,down", "app.focus_next", "Next answer", show=False, id="choice.next",
                tooltip="To the next answer"),
        Binding("left,up", "app.focus_previous", "Answer before", show=False,
                id="choice.before", tooltip="To the answer before"),
    ]  # fmt: skip

    def __init__(self, title: str, body: Content | str, answers: Sequence[tuple[str, str]]) -> None:
        """`answers` are keys (one letter each) with their words; the first one has the focus."""
        super().__init__()
        self.asked = title
        self.body = shown(body) if isinstance(body, str) else body
        self.answers = answers

    def compose(self) -> ComposeResult:
        """The question, what it is about, the answers."""
        with Vertical(id="choice"):
            yield Static(shown(self.asked), id="choice-title")
            with VerticalScroll(id="choice-body"):
                yield Static(self.body)
            with Vertical(id="choice-answers"):
                for key, words in self.answers:
                    yield Button(shown(f"{key}  {words}"), id=f"answer-{key}", compact=True)

    def on_mount(self) -> None:
        """Ready for a key."""
        self.query(Button).first().focus()
        for key, _ in self.answers:
            self._bindings.bind(key, f"answer('{key}')", show=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The answer that was clicked."""
        self.dismiss((event.button.id or "").removeprefix("answer-"))

    def action_answer(self, key: str) -> None:
        """The answer whose key was pressed."""
        self.dismiss(key)
