"""Ask who sits here. The answer is believed, not proved, and the screen says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from authoring.plain import shown
from authoring.workplace import NOBODY
from schemas.person import Person


class WhoScreen(ModalScreen[str]):
    """Returns the id of the person chosen, `NOBODY` for someone who only wants to read."""

    CSS_PATH = "who.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "read_only", "Only read", id="who.read", tooltip="Look without acting"),
    ]

    def __init__(self, people: Mapping[str, Person], recorder: str) -> None:
        super().__init__()
        self.people = {name: person for name, person in people.items() if not person.left}
        self.recorder = recorder

    def compose(self) -> ComposeResult:
        """The people, and what the choice means."""
        with Vertical(id="who") as box:
            box.border_title = "Who are you?"
            yield Static(
                shown(
                    "Nobody checks this answer: whoever can open this page can choose any name. "
                    f"What you do is recorded as yours, through {self.recorder or 'this computer'}."
                ),
                id="unproven",
            )
            yield OptionList(
                *(
                    Option(shown(f"{person.name}  ({name})"), id=name)
                    for name, person in sorted(self.people.items())
                ),
                Option("Only read", id="only-read"),
                id="people",
            )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on as that person."""
        chosen = event.option.id or ""
        self.dismiss(chosen if chosen in self.people else NOBODY)

    def action_read_only(self) -> None:
        """Go on as nobody."""
        self.dismiss(NOBODY)
