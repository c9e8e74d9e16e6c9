"""Words and letter sequences of a text, in any script."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

# Combining marks belong to words: without them Thai, Bengali and Hindi fall into single letters.
_MARKS: Final = (
    r"\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0903\u093a-\u094f"
    r"\u0981-\u0983\u09bc-\u09d7\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
_WORD: Final = re.compile(rf"(?:[^\W\d_][{_MARKS}]*)+")
# Written without blanks between words.
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_DENSE: Final = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def normal(text: str) -> str:
    """Compatibility forms and case folded together."""
    return unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The runs of letters."""
    return tuple(_WORD.findall(normal(text)))


@lru_cache(maxsize=4096)
def grams(text: str) -> frozenset[str]:
    """Sequences of four letters within words, of two in scripts whose letters are syllables."""
    found: set[str] = set()
    for word in words(text):
        size = 2 if _DENSE.match(word) else 4
        framed = word if size == 2 else f" {word} "
        found.update(framed[i : i + size] for i in range(max(1, len(framed) - size + 1)))
    return frozenset(found)


@lru_cache(maxsize=4096)
def terms(text: str) -> frozenset[str]:
    """The words; pairs of letters in scripts that do not part words by blanks."""
    found: set[str] = set()
    for word in words(text):
        if _UNSPACED.match(word):
            found.update(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            found.add(word)
    return frozenset(found)


def bare(text: str) -> str:
    """Letters and digits alone: what is left when case, blanks and punctuation do not count."""
    return "".join(character for character in normal(text) if character.isalnum())
