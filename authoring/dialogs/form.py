"""A few short fields in a box; what is wrong with them is said while they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, Static

from authoring.plain import shown, visible


@dataclass(frozen=True)
class Line:
    """One field: its name, its label, what it begins with, and what it may be completed to."""

    name: str
    label: str
    value: str = ""
    suggestions: tuple[str, ...] = ()


class Form(ModalScreen[Mapping[str, str] | None]):
    """Returns the fields by name, None where the person went back.

    `wrong(values)` says what is wrong, in words, or nothing. A subclass may show more with
    `remark(values)`.
    """

    CSS_PATH = Path(__file__).with_name("dialogs.tcss")
    AUTO_FOCUS = "Input"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (16, "-tall")]  # noqa: RUF012 - as Textual has it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "go", "Go on", id="form.go", priority=True, tooltip="Do it"),
        Binding("escape", "leave", "Back", id="form.leave", tooltip="Nothing happens"),
    ]

    said = getters.query_one("#said", Static)

    def __init__(self, title: str, lines: tuple[Line, ...], about: str = "") -> None:
        super().__init__()
        self.asked = title
        self.lines = lines
        self.about = about

    def compose(self) -> ComposeResult:
        """Title, fields, what is wrong, keys."""
        with Vertical(classes="dialog"):
            yield Static(shown(self.asked), classes="title")
            if self.about:
                yield Static(shown(self.about), classes="words")
            for line in self.lines:
                yield Static(shown(line.label), classes="label")
                yield Input(
                    visible(line.value),
                    id=line.name,
                    compact=True,
                    select_on_focus=False,
                    suggester=SuggestFromList(line.suggestions) if line.suggestions else None,
                )
            yield Static(id="said", classes="words")
            yield Footer(show_command_palette=False)

    @property
    def values(self) -> dict[str, str]:
        """The fields as they are now."""
        return {line.name: self.query_one(f"#{line.name}", Input).value.strip()
                for line in self.lines}  # fmt: skip

    def wrong(self, values: Mapping[str, str]) -> str:
        """What is wrong with the values; nothing where they will do."""
        return ""

    def remark(self, values: Mapping[str, str]) -> str:
        """What is good to know of values that will do."""
        return ""

    def on_input_changed(self) -> None:
        """Say what is wrong; nothing before anything is typed."""
        values = self.values
        begun = {line.name: visible(line.value).strip() for line in self.lines}
        problem = self.wrong(values) if values != begun else ""
        self.said.update(shown(f"✗ {problem}" if problem else self.remark(values)))
        self.said.set_class(bool(problem), "missing")

    def on_input_submitted(self) -> None:
        """Enter goes to the next field, and from the last one on."""
        inputs = list(self.query(Input))
        place = next((n for n, field in enumerate(inputs) if field.has_focus), len(inputs) - 1)
        if place + 1 < len(inputs):
            inputs[place + 1].focus()
        else:
            self.action_go()

    def action_go(self) -> None:
        """Go on, where nothing is wrong."""
        values = self.values
        if problem := self.wrong(values):
            self.said.update(shown(f"✗ {problem}"))
            self.said.add_class("missing")
        else:
            self.dismiss(values)

    def action_leave(self) -> None:
        """Leave it."""
        self.dismiss(None)
