"""Text on the screen as it is: no markup is read out of it, and nothing in it stays invisible.

Every text that people or files bring goes through here on its way to a widget. Widgets read
square brackets as markup otherwise: `[/x]` ends the app and `list[int]` loses its bracket.
"""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.content import Content

_INVISIBLE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]")
_SYMBOLS: Final = {0x7F: "␡", 0x85: "␤", 0x2028: "␤", 0x2029: "¶"}


def visible(text: str) -> str:
    """The text with every control character as a symbol; line feeds and tabs stay."""
    return _INVISIBLE.sub(lambda found: _symbol(ord(found[0])), text)


def _symbol(code: int) -> str:
    return chr(0x2400 + code) if code < 0x20 else _SYMBOLS.get(code, "�")


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
