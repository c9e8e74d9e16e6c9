"""A text without the parts that follow other rules than prose."""

from __future__ import annotations

import re

_FENCED = re.compile(r"(```|~~~).*?(?:\1|\Z)", re.S)
_INLINE = re.compile(r"(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")


def without_code(text: str) -> str:
    """The text with a blank for each code block and each piece of inline code."""
    if "`" not in text and "~~~" not in text:
        return text
    return _INLINE.sub(" ", _FENCED.sub(" \n", text))


def folded(text: str) -> str:
    """Words alone: two texts that differ in case, blanks or punctuation give the same."""
    return " ".join(_WORDS.findall(text.casefold()))


_WORDS = re.compile(r"\w+(?:[^\w\s]\w+)*")
