"""Two texts compared word by word: what was taken out, put in, or is in both.

Nothing is told by colour alone: what went stands in `[-…-]`, what came in `{+…+}`, what both
share is underlined.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.content import Content

from augment.overlap import Span
from authoring.plain import shown
from review.compared import compared

WENT: Final = "strike $text-error"
CAME: Final = "bold underline $text-success"
SHARED: Final = "underline"


def changes(before: str, after: str) -> Content:
    """One text that shows both."""
    marked = []
    for kind, text in compared(before, after):
        piece = shown(text)
        if kind == "went":
            piece = Content.assemble("[-", piece, "-]").stylize(WENT)
        elif kind == "came":
            piece = Content.assemble("{+", piece, "+}").stylize(CAME)
        marked.append(piece)
    return Content("").join(marked)


def underlined(text: str, spans: Iterable[Span]) -> Content:
    """A text with some stretches of it underlined."""
    parts, end = [], 0
    for span in spans:
        parts += [
            shown(text[end : span.begin]),
            shown(text[span.begin : span.end]).stylize(SHARED),
        ]
        end = span.end
    return Content("").join([*parts, shown(text[end:])])
