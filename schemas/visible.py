"""Text as it can be shown: what would be obeyed, or not be seen, becomes a symbol."""

from __future__ import annotations

import re
from typing import Final

HIDDEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]")
"""Control characters but tab and line feed, line and paragraph separator, and what is none."""


def symbol(character: str) -> str:
    """What stands for a hidden character: ESC becomes ␛, what has no picture ⟨U+0085⟩."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"


def visible(text: str) -> str:
    """The text with every hidden character as its symbol; line feeds and tabs stay."""
    return HIDDEN.sub(lambda found: symbol(found[0]), text)
