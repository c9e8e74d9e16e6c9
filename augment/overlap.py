"""What two texts have in common, word by word, to be marked where they stand side by side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
_FEWEST = 3
"""Runs of fewer words are in any two texts of a language."""


@dataclass(frozen=True)
class Span:
    """A stretch of a text, in code points: from `begin` up to but without `end`."""

    begin: int
    end: int


def shared(one: str, other: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The runs of at least three equal words (case ignored), as spans of each text, in order."""
    mine, theirs = list(_WORD.finditer(one)), list(_WORD.finditer(other))
    matcher = SequenceMatcher(
        None,
        [word.group().casefold() for word in mine],
        [word.group().casefold() for word in theirs],
        autojunk=False,
    )
    blocks = [block for block in matcher.get_matching_blocks() if block.size >= _FEWEST]
    return (
        tuple(Span(mine[b.a].start(), mine[b.a + b.size - 1].end()) for b in blocks),
        tuple(Span(theirs[b.b].start(), theirs[b.b + b.size - 1].end()) for b in blocks),
    )
