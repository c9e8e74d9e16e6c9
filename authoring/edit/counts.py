"""How long a text is: characters, words, and about how many tokens a model reads it as."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rich.cells import split_graphemes

# One token holds about four characters of English, one sign of Chinese, Japanese or Korean, two
# letters of other scripts. Tokenizers differ by a third and more: the screen says "≈".
_ENGLISH: Final = 4.0
_OTHER: Final = 2.0
_ONE_EACH: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]")
_MOST_GRAPHEMES: Final = 50_000


@dataclass(frozen=True)
class Counts:
    """Characters as a reader counts them, words between blanks, tokens by rule of thumb."""

    characters: int
    words: int
    tokens: int

    def __str__(self) -> str:
        """All three, for the head of a field."""
        words = "1 word" if self.words == 1 else f"{self.words} words"
        return f"{words} · {self.characters} characters · ≈ {self.tokens} tokens"

    @property
    def short(self) -> str:
        """Where there is little room."""
        return f"{self.words} w · ≈{self.tokens} tok"


def count(text: str) -> Counts:
    """Count a text; a letter with its accents, or an emoji with its joiners, is one character."""
    plain = sum(1 for character in text if character < "\x80")
    each = len(_ONE_EACH.findall(text))
    tokens = plain / _ENGLISH + each + (len(text) - plain - each) / _OTHER
    return Counts(_characters(text), len(text.split()), round(tokens + 0.49))


def _characters(text: str) -> int:
    if text.isascii() or len(text) > _MOST_GRAPHEMES:
        return len(text)
    spans, _ = split_graphemes(text)
    return len(spans)
