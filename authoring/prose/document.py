"""A text under the cursor, kept to the code point.

Lines end at a line feed and nowhere else. Every other character stays in its line: what a
terminal would obey or hide is shown as one symbol in its place, so that the cursor, wrapping and
selections count the same characters as the text does.
"""

from __future__ import annotations

from typing import Final

from textual.document._document import Document, EditResult, Location

from schemas.visible import HIDDEN, symbol

_ONE_CELL: Final = {"\x85": "␤", "\u2028": "␤", "\u2029": "¶"}


def drawn(line: str) -> str:
    """A line as it is drawn: as many characters, each of them visible."""
    return HIDDEN.sub(lambda found: _drawn(found[0]), line)


def _drawn(character: str) -> str:
    one = symbol(character)
    return one if len(one) == 1 else _ONE_CELL.get(character, "�")


class ExactDocument(Document):
    """`text` and `get_text_range` give what was typed; `lines` what is drawn."""

    def __init__(self, text: str) -> None:
        super().__init__("")
        self._exact = text.split("\n")
        self._lines = [drawn(line) for line in self._exact]
        self._whole: str | None = text

    @property
    def text(self) -> str:
        """The whole text."""
        if self._whole is None:
            self._whole = "\n".join(self._exact)
        return self._whole

    def exact_line(self, row: int) -> str:
        """A line as it is, without its line feed."""
        return self._exact[row]

    def ends_in_cr(self, row: int) -> bool:
        """Whether a line ends in CR LF: the two are one line end to the cursor."""
        return row < len(self._exact) - 1 and self._exact[row].endswith("\r")

    @property
    def has_only_crlf(self) -> bool:
        """Whether every line ends in CR LF, so that a new one should too."""
        ended = self._exact[:-1]
        return bool(ended) and all(line.endswith("\r") for line in ended)

    def replace_range(self, start: Location, end: Location, text: str) -> EditResult:
        """Put `text` in place of what is between two locations."""
        (top, left), (bottom, right) = sorted((start, end))
        replaced = self.get_text_range(start, end)
        self._whole = None
        rows = self._exact
        before = rows[top][:left] if top < len(rows) else ""
        after = rows[bottom][right:] if bottom < len(rows) else ""
        new = text.split("\n")
        new[0] = before + new[0]
        column = len(new[-1])
        new[-1] += after
        rows[top : bottom + 1] = new
        self._lines[top : bottom + 1] = [drawn(line) for line in new]
        return EditResult((top + len(new) - 1, column), replaced)

    def get_text_range(self, start: Location, end: Location) -> str:
        """What is between two locations."""
        (top, left), (bottom, right) = sorted((start, end))
        rows = self._exact[top : bottom + 1]
        if not rows:
            return ""
        if bottom < len(self._exact):
            rows[-1] = rows[-1][:right]
        else:
            rows.append("")
        rows[0] = rows[0][left:]
        return "\n".join(rows)
