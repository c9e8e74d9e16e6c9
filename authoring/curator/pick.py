"""Choose one of a few."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from authoring.plain import shown


class PickDialog(ModalScreen[str | None]):
    """Returns the key of what was chosen, None where nothing was."""

    CSS_PATH = "pick.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="pick.leave", tooltip="Nothing happens"),
    ]

    def __init__(self, title: str, choices: Mapping[str, str]) -> None:
        super().__init__()
        self.asked = title
        self.choices = choices

    def compose(self) -> ComposeResult:
        """Question, answers, keys."""
        with Vertical(id="pick"):
            yield Static(shown(self.asked), id="pick-title")
            yield OptionList(*(Option(shown(text)) for text in self.choices.values()))
            yield Footer(show_command_palette=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """That one."""
        self.dismiss(list(self.choices)[event.option_index])

    def action_leave(self) -> None:
        """None of them."""
        self.dismiss(None)
