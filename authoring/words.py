"""Two texts compared word by word: what was taken out, put in, or is in both.

Nothing is told by colour alone: what went stands in `[-…-]`, what came in `{+…+}`, what both
share is underlined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal

from textual.content import Content

from authoring.plain import shown

WENT: Final = "strike $text-error"
CAME: Final = "bold underline $text-success"
SHARED: Final = "underline"
LEAST_SHARED: Final = 3
MOST_WORDS: Final = 4000

# A script without blanks between words is compared character by character.
_WORD: Final = re.compile(r"\s+|[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|\w+|[^\w\s]")
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")

Kind = Literal["same", "went", "came"]


def compared(before: str, after: str) -> Iterator[tuple[Kind, str]]:
    """The pieces of both texts in reading order; what went comes before what came instead.

    Beyond `MOST_WORDS` words lines are compared as a whole.
    """
    old, new = _pieces(before, after)
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield "same", "".join(old[a:b])
            continue
        if b > a:
            yield "went", "".join(old[a:b])
        if d > c:
            yield "came", "".join(new[c:d])


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
    left, right = _pieces(one, other)
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


def _pieces(one: str, other: str) -> tuple[list[str], list[str]]:
    words = _WORD.findall(one), _WORD.findall(other)
    if max(map(len, words)) <= MOST_WORDS:
        return words
    return _LINE.findall(one), _LINE.findall(other)
