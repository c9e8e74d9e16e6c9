"""Two texts compared word by word: what was taken out, put in, or is in both.

Nothing is told by colour alone: what went stands in `[-…-]`, what came in `{+…+}`, what both
share is underlined.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from textual.content import Content

from authoring.plain import shown
from review.compared import compared, pieces

WENT: Final = "strike $text-error"
CAME: Final = "bold underline $text-success"
SHARED: Final = "underline"
LEAST_SHARED: Final = 3


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


def shared(one: str, other: str) -> tuple[Content, Content]:
    """Both texts with the runs of words they have in common underlined, from three words on."""
    left, right = pieces(one, other)
    blocks = [
        block
        for block in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
        if sum(not word.isspace() for word in left[block.a : block.a + block.size]) >= LEAST_SHARED
    ]
    return (
        _underlined(left, [(block.a, block.a + block.size) for block in blocks]),
        _underlined(right, [(block.b, block.b + block.size) for block in blocks]),
    )


def _underlined(words: Sequence[str], runs: Sequence[tuple[int, int]]) -> Content:
    marked, at = [], 0
    for begin, end in runs:
        marked.append(shown("".join(words[at:begin])))
        marked.append(shown("".join(words[begin:end])).stylize(SHARED))
        at = end
    return Content("").join([*marked, shown("".join(words[at:]))])
