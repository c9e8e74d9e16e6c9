"""Read a text that is longer than a model's limit through windows that overlap."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

OVERLAP = 64
"""Tokens two neighbouring windows share, so that none is read without its neighbours."""


@dataclass(frozen=True)
class Window:
    """Read the tokens `begin:end`; keep what came out for `keep_begin:keep_end` of them."""

    begin: int
    end: int
    keep_begin: int
    keep_end: int


def windows(tokens: int, capacity: int) -> list[Window]:
    """Windows of at most `capacity` tokens over a text of `tokens`, all about equally long.

    What is kept of them covers every token once; where two overlap, each keeps the half that is
    further from its own edge.
    """
    if tokens <= capacity:
        return [Window(0, tokens, 0, tokens)]
    overlap = min(OVERLAP, capacity // 2)
    count = -(-(tokens - overlap) // (capacity - overlap))
    ends = [-(-((tokens - overlap) * k) // count) + overlap for k in range(1, count + 1)]
    begins = [0, *(end - overlap for end in ends[:-1])]
    seams = [0, *(begin + overlap // 2 for begin in begins[1:]), tokens]
    return [
        Window(begin, end, *kept)
        for begin, end, kept in zip(begins, ends, pairwise(seams), strict=True)
    ]
