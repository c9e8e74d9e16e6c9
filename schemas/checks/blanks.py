"""Blanks that nobody sees: around a text, at the ends of its lines, and characters like blanks.

All of them are infos: two blanks at a line's end are a line break in Markdown, and a no-break
space belongs into French and between a number and its unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from schemas.checks.fault import Fault
from schemas.instance import Instance

_LINE_ENDS: Final = (" \n", "\t\n", " \r\n", "\t\r\n")
_NO_BREAK = re.compile(
    "(?<![«\u2039\\d\xa0\u202f])[\xa0\u202f](?![:;!?»\u203a%€$£¥°\xa0\u202f\\d]|[a-zA-Zµ]{1,3}\\b)"
)
# Thai, Lao, Khmer and Burmese mark where a line may break with a zero-width space.
_INVISIBLE = re.compile(
    "(?<![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])\u200b(?![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])"
    "|[\xad\u2060\ufeff\u202d\u202e]"
)
_HIDDEN: Final = "\u200b\xad\u2060\ufeff\u202d\u202e"


def check(instance: Instance) -> Iterator[Fault]:
    """FIELD_LEAD_WS, FIELD_TRAIL_WS, LINE_TRAIL_WS, NBSP, INVISIBLE_CHAR: infos."""
    for field, text in instance.texts():
        core = text.strip()
        if not core:
            continue
        if len(core) != len(text):
            yield from _around(field, text, core)
        if "\n" in core and (lines := sum(map(core.count, _LINE_ENDS))):
            yield Fault(
                field,
                "LINE_TRAIL_WS",
                "info",
                f"{_lines(lines)} in blanks; two are a line break in Markdown, else delete them",
            )
        if not text.isascii():
            yield from _unusual(field, text)


def _around(field: str, text: str, core: str) -> Iterator[Fault]:
    first = text[: text.index(core[0])]
    last = text[len(text.rstrip()) :]
    if first:
        yield Fault(field, "FIELD_LEAD_WS", "info", f"begins with {_kind(first)}: delete it")
    if last:
        way = ": in a file, `|-` in place of `|` leaves it out" if last == "\n" else ": delete it"
        yield Fault(field, "FIELD_TRAIL_WS", "info", f"ends with {_kind(last)}{way}")


def _kind(blank: str) -> str:
    breaks = blank.count("\n") or blank.count("\r")
    if breaks:
        return "a line break" if breaks == 1 else f"{breaks} line breaks"
    return "a blank" if len(blank) == 1 else f"{len(blank)} blanks"


def _lines(number: int) -> str:
    return "a line ends" if number == 1 else f"{number} lines end"


def _unusual(field: str, text: str) -> Iterator[Fault]:
    for characters, pattern, code, what in (
        (
            "\xa0\u202f",
            _NO_BREAK,
            "NBSP",
            "a no-break space, which looks like a blank and is another character",
        ),
        (_HIDDEN, _INVISIBLE, "INVISIBLE_CHAR", "it cannot be seen, and models read it"),
    ):
        if not any(character in text for character in characters):
            continue
        found = list(pattern.finditer(text))
        if found:
            first = found[0]
            yield Fault(
                field,
                code,
                "info",
                f"{len(found)} × U+{ord(first.group()):04X}, first as character "
                f"{first.start() + 1}: {what}",
            )
