"""Which language a text is in, and which it names.

The first by `py3langid`, which carries its model and is deterministic, the second by the names
that Babel has from the Unicode CLDR.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Any, Final

from augment.filters.wording import normal, words

SURE: Final = 0.8
"""The confidence from which a guess counts."""

_PART: Final = re.compile(r"\n+|(?<=[.!?。！？؟।])\s+")
# The same spoken language under two codes, or such that a short text can hardly tell apart.
_KIN: Final = (
    {"id", "ms", "jv", "su"},
    {"hr", "sr", "bs", "sh", "hbs", "me"},
    {"no", "nb", "nn", "da"},
    {"en", "sco", "pcm", "jam"},
    {"zh", "yue", "wuu", "lzh", "cmn"},
    {"fa", "prs", "pes"},
    {"ar", "arz", "ary", "apc", "acm"},
    {"pt", "gl"},
    {"es", "an", "ast"},
    {"fr", "oc", "wa"},
    {"cs", "sk"},
)
# Scripts that part words by blanks and put nothing before a name.
_SPACED: Final = re.compile("[a-z\u00c0-\u024f\u0370-\u058f\u10a0-\u10ff]")
_NO_LANGUAGE: Final = frozenset({"zxx", "und"})


def primary(tag: str) -> str:
    """The language of a BCP 47 tag."""
    return tag.partition("-")[0].lower()


def kin(languages: frozenset[str]) -> frozenset[str]:
    """These languages and those that pass for them."""
    return languages.union(*(group for group in _KIN if group & languages))


@lru_cache(maxsize=4096)
def chances(text: str) -> dict[str, float]:
    """The probability of every language the model knows, most likely first."""
    ranked: list[tuple[str, float]] = _identifier().rank(text)
    return dict(ranked)


@lru_cache(maxsize=4096)
def guess(text: str) -> str:
    """The language a text is surely in; empty where that cannot be said."""
    if letters(text) < 12:
        return ""
    found = chances(text)
    language = next(iter(found))
    together = sum(found.get(one, 0.0) for one in kin(frozenset({language})))
    return language if together >= SURE and language not in _NO_LANGUAGE else ""


def knows(language: str) -> bool:
    """Whether the model has heard of a language."""
    return language in _identifier().nb_classes


def foreign_share(text: str, languages: frozenset[str]) -> float:
    """The share of a text's letters in sentences that are surely in none of the languages."""
    counted = foreign = 0
    for part in _PART.split(text):
        size = letters(part)
        counted += size
        if size >= 12 and not _may_be(part, languages):
            foreign += size
    return foreign / counted if counted else 0.0


def _may_be(part: str, languages: frozenset[str]) -> bool:
    found = chances(part)
    language, chance = next(iter(found.items()))
    if language in languages or chance < SURE / 2 or language in _NO_LANGUAGE:
        return True
    return sum(found.get(one, 0.0) for one in languages) > chance / 10


def is_named(language: str, text: str) -> bool:
    """Whether a text names a language: in English, in that language, or in its own."""
    said = words(text)
    for name in _names(language, guess(text)):
        if _SPACED.match(name):
            # Its beginning, since a name is inflected in many languages.
            start = name[:-2] if len(name) > 6 else name
            if any(word.startswith(start) for word in said):
                return True
        elif name in normal(text):
            return True
    return False


@lru_cache(maxsize=256)
def _names(language: str, told_in: str) -> tuple[str, ...]:
    from babel import Locale, UnknownLocaleError

    found: dict[str, None] = {}
    for tongue in dict.fromkeys(("en", language, told_in)):
        try:
            name = Locale(tongue).languages.get(language) if tongue else None
        except UnknownLocaleError:
            continue
        if name:
            found[normal(name).split()[0].removeprefix("ال")] = None
    return tuple(found)


@lru_cache(maxsize=4096)
def letters(text: str) -> int:
    """How many letters a text has."""
    return sum(character.isalpha() for character in text)


@lru_cache(maxsize=4096)
def scripts(text: str) -> dict[str, float]:
    """The share of each script among a text's letters, by the first word of their names."""
    counts = Counter(_script(character) for character in text if character.isalpha())
    total = sum(counts.values())
    return {script: count / total for script, count in counts.items()}


@lru_cache(maxsize=65536)
def _script(character: str) -> str:
    name = unicodedata.name(character, "?").partition(" ")[0]
    # One way of writing, several names.
    return {"HIRAGANA": "CJK", "KATAKANA": "CJK"}.get(name, name)


@lru_cache(maxsize=1)
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
