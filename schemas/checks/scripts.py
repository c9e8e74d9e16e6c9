"""The language an instance says it is in, against the script its texts are written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from schemas.checks.fault import Fault
from schemas.instance import Instance

_RANGES: Final = {
    "Hangul": "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af",
    "Kana": "\u3040-\u30ff",
    "Han": "\u3400-\u4dbf\u4e00-\u9fff",
    "Cyrillic": "\u0400-\u052f",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Arabic": "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff",
    "Hebrew": "\u0590-\u05ff",
    "Thai": "\u0e00-\u0e7f",
    "Devanagari": "\u0900-\u097f",
    "Bengali": "\u0980-\u09ff",
    "Gurmukhi": "\u0a00-\u0a7f",
    "Gujarati": "\u0a80-\u0aff",
    "Tamil": "\u0b80-\u0bff",
    "Telugu": "\u0c00-\u0c7f",
    "Kannada": "\u0c80-\u0cff",
    "Malayalam": "\u0d00-\u0d7f",
    "Sinhala": "\u0d80-\u0dff",
    "Lao": "\u0e80-\u0eff",
    "Burmese": "\u1000-\u109f",
    "Khmer": "\u1780-\u17ff",
    "Georgian": "\u10a0-\u10ff",
    "Armenian": "\u0530-\u058f",
    "Ethiopic": "\u1200-\u137f",
}
# Languages by the one script (or the ones) they are written in; others are left alone.
_WRITTEN_IN: Final = {
    **dict.fromkeys(("ko",), ("Hangul",)),
    **dict.fromkeys(("ja",), ("Kana", "Han")),
    **dict.fromkeys(("zh", "yue"), ("Han",)),
    **dict.fromkeys(("ru", "uk", "bg", "be", "mk"), ("Cyrillic",)),
    **dict.fromkeys(("el",), ("Greek",)),
    **dict.fromkeys(("ar", "fa", "ur", "ps"), ("Arabic",)),
    **dict.fromkeys(("he", "yi"), ("Hebrew",)),
    **dict.fromkeys(("th",), ("Thai",)),
    **dict.fromkeys(("hi", "mr", "ne"), ("Devanagari",)),
    **dict.fromkeys(("bn", "as"), ("Bengali",)),
    "pa": ("Gurmukhi", "Arabic"), "gu": ("Gujarati",), "ta": ("Tamil",), "te": ("Telugu",),
    "kn": ("Kannada",), "ml": ("Malayalam",), "si": ("Sinhala",), "lo": ("Lao",),
    "my": ("Burmese",), "km": ("Khmer",), "ka": ("Georgian",), "hy": ("Armenian",),
    "am": ("Ethiopic",), "ti": ("Ethiopic",),
}  # fmt: skip
_IN_LATIN: Final = (
    "en de fr es it pt nl sv da no nb nn fi is pl cs sk sl hr hu ro et lv lt tr vi id ms sw af ca "
    "gl eu ga cy sq mt tl"
)
_LATIN: Final = frozenset(_IN_LATIN.split())
_SCRIPTS: Final = {name: re.compile(f"[{ranges}]") for name, ranges in _RANGES.items()}
_LATIN_LETTER = re.compile("[A-Za-zÀ-ɏ]")
_OTHER_LETTER = re.compile("[\u0370-\u1cff\u2e80-\ud7ff]")
_LIKELY: Final = {
    "Hangul": "ko", "Kana": "ja", "Han": "zh", "Greek": "el", "Hebrew": "he", "Thai": "th",
    "Bengali": "bn", "Tamil": "ta", "Georgian": "ka", "Armenian": "hy",
}  # fmt: skip
_ENOUGH: Final = 20


def check(instance: Instance) -> Iterator[Fault]:
    """LANGUAGE_SCRIPT: a warning at `language` or `rubric_language`."""
    prompt, answer = instance.input, instance.reference_answer
    # A task to translate has one of the two in another language.
    yield from _said("language", instance.language, (prompt, answer))
    rubric = " ".join(text for name, text in instance.texts() if name.startswith("rubric."))
    yield from _said("rubric_language", instance.rubric_language, (rubric,))


def _said(field: str, language: str, texts: tuple[str, ...]) -> Iterator[Fault]:
    primary, _, rest = language.lower().partition("-")
    if "latn" in rest or "cyrl" in rest:
        return
    if primary in _LATIN:
        if all(not text.isascii() and _is_other(text) for text in texts):
            script = _main_script(texts[0])
            likely = f" (`{field}: {_LIKELY[script]}`?)" if script in _LIKELY else ""
            yield Fault(
                field,
                "LANGUAGE_SCRIPT",
                "warning",
                f"it says {language}, and the text is written in {script or 'another script'}"
                + likely,
            )
    elif primary in _WRITTEN_IN:
        scripts = _WRITTEN_IN[primary]
        long_enough = sum(map(len, texts)) >= _ENOUGH and any(
            _LATIN_LETTER.search(text) or _OTHER_LETTER.search(text) for text in texts
        )
        if long_enough and not any(_SCRIPTS[s].search(text) for s in scripts for text in texts):
            yield Fault(
                field,
                "LANGUAGE_SCRIPT",
                "warning",
                f"it says {language}, and there is no {scripts[0]} letter in the text",
            )


def _is_other(text: str) -> bool:
    """Whether most letters of a text are of a script other than Latin."""
    other = len(_OTHER_LETTER.findall(text))
    return other > 3 and other > 2 * len(_LATIN_LETTER.findall(text))


def _main_script(text: str) -> str:
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS.items()}
    if counts["Kana"]:
        return "Kana"
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ""
