"""One version of a text with what the other version does not have."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from authoring.plain import shown
from review.compared import compared

_OWN: Final = "bold underline $text-accent"


def marked(other: str, text: str) -> Content:
    """`text`, the words that are not in `other` underlined; where it lacks words stands `‸`."""
    pieces: list[Content] = []
    gone = False
    for kind, piece in compared(other, text):
        if kind == "went":
            gone = True
            continue
        if kind == "same" and gone:
            pieces.append(Content("‸").stylize(_OWN))
        pieces.append(shown(piece).stylize(_OWN) if kind == "came" else shown(piece))
        gone = False
    if gone:
        pieces.append(Content("‸").stylize(_OWN))
    return Content("").join(pieces)
