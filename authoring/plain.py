"""Text on the screen as it is: no markup is read out of it, and nothing in it stays invisible.

Every text that people or files bring goes through here on its way to a widget. Widgets read
square brackets as markup otherwise: `[/x]` ends the app and `list[int]` loses its bracket.
"""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.content import Content

from schemas.visible import visible


def shown(text: str) -> Content:
    """For labels, buttons, notices, options and titles."""
    return Content(visible(text))


def one_line(text: str, cells: int) -> str:
    """The beginning of a text on one line, cut to a number of terminal cells with `…`."""
    flat = " ".join(visible(text).split())
    return flat if cell_len(flat) <= cells else set_cell_size(flat, max(cells - 1, 0)) + "…"


def cell(text: str, style: str = "") -> Text:
    """For a cell of a table."""
    return Text(visible(text), style=style, no_wrap=True, end="")


__all__ = ["cell", "one_line", "shown", "visible"]
