"""A small drawing surface: SVG with its own ground, in light and in dark.

A picture in a card cannot know the page around it, so it brings a ground of its own and follows
the reader's preference for dark. Colours stand in the elements and are only overridden by the
style sheet: where a page forbids style sheets, the light picture is left, and is readable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal
from xml.sax.saxutils import escape

from benchmark.release.markdown import one_line

Colour = Literal["ground", "edge", "grid", "ink", "soft", "first", "second", "third"]

_COLOURS: Final[dict[Colour, tuple[str, str]]] = {
    "ground": ("#ffffff", "#0d1117"),
    "edge": ("#d0d7de", "#3d444d"),
    "grid": ("#e6eaee", "#262c34"),
    "ink": ("#1f2328", "#e6edf3"),
    "soft": ("#59636e", "#9aa4af"),
    "first": ("#2f6fb3", "#5b9fe6"),
    "second": ("#d9822b", "#eba35c"),
    "third": ("#8a949e", "#7d8893"),
}
# Width of one cell of a monospaced font of 12 pixels, as the widest of the usual ones have it.
CELL: Final = 7.3
_FONT: Final = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
_BREAK: Final = re.compile(r"[^\s_/.-]*[\s_/.-]?")


@dataclass
class Drawing:
    """Elements in the order they are drawn; sizes in pixels, y downwards."""

    width: int
    elements: list[str] = field(default_factory=list)

    def box(
        self, x: float, y: float, width: float, height: float, colour: Colour, *, round_: int = 0
    ) -> None:
        """A filled rectangle."""
        corner = f' rx="{round_}"' if round_ else ""
        self.elements.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{corner} '
            f"{_filled(colour)}/>"
        )

    def write(
        self,
        x: float,
        y: float,
        text: str,
        colour: Colour = "ink",
        *,
        to_left: bool = False,
        bold: bool = False,
    ) -> None:
        """One line of text with its base line at y; `to_left` lets it end at x."""
        more = ' text-anchor="end"' if to_left else ""
        more += ' font-weight="600"' if bold else ""
        self.elements.append(
            f'<text x="{x:.1f}" y="{y:.1f}"{more} {_filled(colour)}>{_escaped(text)}</text>'
        )

    def svg(self, height: float, title: str) -> str:
        """The whole picture; the title is what a screen reader says."""
        dark = "".join(f".{name}{{fill:{pair[1]}}}" for name, pair in _COLOURS.items())
        edge = _COLOURS["edge"]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" '
            f'height="{height:.0f}" viewBox="0 0 {self.width} {height:.0f}" role="img" '
            f'font-family="{_FONT}" font-size="12">\n'
            f"<title>{_escaped(title)}</title>\n"
            f"<style>@media (prefers-color-scheme:dark){{{dark}.frame{{stroke:{edge[1]}}}}}"
            f"</style>\n"
            f'<rect x="0.5" y="0.5" width="{self.width - 1}" height="{height - 1:.0f}" rx="6" '
            f'stroke="{edge[0]}" fill="{_COLOURS["ground"][0]}" class="ground frame"/>\n'
            + "".join(f"{element}\n" for element in self.elements)
            + "</svg>\n"
        )


def broken(text: str, cells: int) -> list[str]:
    """The text in lines of at most so many cells, broken after `_`, `-`, `/`, `.` or a blank."""
    lines, line = [], ""
    for piece in _pieces(one_line(text), cells):
        if line and cells_of((line + piece).rstrip()) > cells:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def cells_of(text: str) -> int:
    """Cells of a monospaced font that a text takes at most."""
    return sum(_cells(character) for character in text)


def _pieces(text: str, cells: int) -> list[str]:
    pieces = []
    for piece in _BREAK.findall(text):
        part = ""
        for character in piece:
            if cells_of(part + character) > cells:
                pieces.append(part)
                part = ""
            part += character
        if part:
            pieces.append(part)
    return pieces


def _cells(character: str) -> int:
    # Beyond Latin the font may be any; no table of widths, which differ between versions.
    return 1 if ord(character) < 0x250 else 2


def _filled(colour: Colour) -> str:
    return f'fill="{_COLOURS[colour][0]}" class="{colour}"'


def _escaped(text: str) -> str:
    return escape(one_line(text), {'"': "&quot;"}).replace("\ufffe", "").replace("\uffff", "")
