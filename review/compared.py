"""Two texts compared word by word: what was taken out, put in, or is in both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final, Literal

MOST_WORDS: Final = 4000

# A script without blanks between words is compared character by character.
_WORD: Final = re.compile(r"\s+|[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|\w+|[^\w\s]")
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")

Kind = Literal["same", "went", "came"]


def compared(before: str, after: str) -> Iterator[tuple[Kind, str]]:
    """The pieces of both texts in reading order; what went comes before what came instead.

    Beyond `MOST_WORDS` words lines are compared as a whole.
    """
    old, new = pieces(before, after)
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield "same", "".join(old[a:b])
            continue
        if b > a:
            yield "went", "".join(old[a:b])
        if d > c:
            yield "came", "".join(new[c:d])


def pieces(one: str, other: str) -> tuple[list[str], list[str]]:
    """Both texts in words, or in lines where there are more than `MOST_WORDS` words."""
    words = _WORD.findall(one), _WORD.findall(other)
    if max(map(len, words)) <= MOST_WORDS:
        return words
    return _LINE.findall(one), _LINE.findall(other)
