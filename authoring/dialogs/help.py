"""Help: what the screen that is open is for, and every key on it."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Static

from authoring.plain import shown


class HelpScreen(ModalScreen[None]):
    """Words of the screen (its `HELP`, else its docstring), then its keys."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,question_mark,f1,q", "app.pop_screen", "Back", id="help.back",
            key_display="esc", tooltip="Back to where you were",
        ),
    ]  # fmt: skip

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self.about = about
        self.keys = list(about.active_bindings.values())

    def compose(self) -> ComposeResult:
        """One page that scrolls."""
        words = getattr(self.about, "HELP", "") or (type(self.about).__doc__ or "")
        with VerticalScroll(classes="dialog wide"):
            yield Static(shown(words.strip()), classes="words")
            yield Static(self._keys(), classes="keys")
            yield Static(
                shown("ctrl+p finds every action by its words. Names in brackets are for keys of "
                      "your own in keys.toml."),
                classes="faint",
            )  # fmt: skip
            yield Footer(show_command_palette=False)

    def _keys(self) -> Content:
        lines, seen = [], set()
        moving_last = sorted(self.keys, key=lambda active: not active.binding.show)
        for active in moving_last:
            binding = active.binding
            if not binding.id or binding.id in seen:
                continue
            seen.add(binding.id)
            key = self.app.get_key_display(binding)
            about = active.tooltip or binding.description
            pad = " " * max(12 - cell_len(key), 1)
            lines.append(
                Content.assemble(
                    Content(f"{key}{pad}").stylize("bold"),
                    shown(about),
                    Content(f"  [{binding.id}]").stylize("$text-muted"),
                )
            )
        return Content("\n").join(lines)
