"""Ask for a reason before something is put on record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from authoring.plain import shown
from authoring.prose.area import Prose


@dataclass(frozen=True)
class Reason:
    """What was typed, and whether to go on with it."""

    text: str
    go: bool


class ReasonDialog(ModalScreen[Reason]):
    """One question and room for the answer. What was typed comes back either way."""

    CSS_PATH = "reason.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "go", "Put on record", id="reason.go", tooltip="Go on, with this reason"),
        Binding("escape", "leave", "Back", id="reason.leave", tooltip="Nothing happens"),
    ]

    text_area = getters.query_one(Prose)

    def __init__(self, title: str, asks: str, begun: str = "") -> None:
        super().__init__()
        self.asks_title = title
        self.asks = asks
        self.begun = begun

    def compose(self) -> ComposeResult:
        """Title, what is asked, the text, keys."""
        with Vertical(id="reason"):
            yield Static(shown(self.asks_title), id="reason-title")
            yield Static(shown(self.asks), id="reason-asks")
            yield Prose(self.begun)
            yield Static(id="reason-missing")
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Type at once."""
        self.text_area.focus()

    def action_go(self) -> None:
        """Go on, where there is a reason."""
        if not self.text_area.text.strip():
            missing = Content("✗ a reason is needed: colleagues will read it")
            self.query_one("#reason-missing", Static).update(missing)
            return
        self.dismiss(Reason(self.text_area.text, True))

    def action_leave(self) -> None:
        """Leave it."""
        self.dismiss(Reason(self.text_area.text, False))
