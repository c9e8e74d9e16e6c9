"""Text that comes from outside: what of it has to change, and the words that say so."""

from __future__ import annotations

import re
from typing import Final

_LINE_END: Final = re.compile("\r\n?|\n")
_HALF: Final = re.compile("[\ud800-\udfff]")


def arriving(text: str, *, crlf: bool = False) -> tuple[str, tuple[str, ...]]:
    """Pasted text as it goes into a field, and what was changed in it.

    Terminals send CR for a line end, so CR and CR LF become the line ends the field has: LF, or
    CR LF with `crlf`. Half a character (a lone surrogate) cannot be stored and becomes U+FFFD.
    """
    notes = []
    end = "\r\n" if crlf else "\n"
    found = _LINE_END.findall(text)
    kinds = {"\r\n": "CR LF", "\r": "CR", "\n": "LF"}
    for kind, name in kinds.items():
        times = found.count(kind)
        # CR alone is how a terminal sends the Enter key: nothing a person needs to be told.
        if times and kind != end and not (kind == "\r" and set(found) == {"\r"}):
            notes.append(f"{times} × {name} became {kinds[end]}")
    whole, halves = _HALF.subn("\N{REPLACEMENT CHARACTER}", text)
    if halves:
        notes.append(f"{halves} × half a character became U+FFFD")
    return _LINE_END.sub(end, whole), tuple(notes)
