"""Control characters, and characters that are none.

C0 and C1 controls other than tab, newline and carriage return show up as nothing or as garbage,
and never belong into a text. (Those that once were a LaTeX command are `eaten_latex`'s.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from schemas.checks.eaten_latex import eaten
from schemas.checks.fault import Fault, Severity
from schemas.instance import Instance

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_SEPARATOR = re.compile("[\x85\u2028\u2029]")
_KINDS: Final[tuple[tuple[re.Pattern[str], str, Severity, str], ...]] = (
    (_CONTROL, "CTRL_CHAR", "error", "delete it"),
    (_SEPARATOR, "LINE_SEPARATOR", "warning", "readers differ on it; write a newline"),
)


def check(instance: Instance) -> Iterator[Fault]:
    """CTRL_CHAR is an error, LINE_SEPARATOR a warning."""
    for field, text in instance.texts():
        if text.isascii() and _shown(text).isprintable():
            continue
        known = {loss.position for loss in eaten(text)}
        for pattern, code, severity, advice in _KINDS:
            places: dict[str, list[int]] = {}
            for m in pattern.finditer(text):
                if m.start() not in known:
                    places.setdefault(m.group(), []).append(m.start() + 1)
            for character, at in places.items():
                yield Fault(
                    field,
                    code,
                    severity,
                    f"{len(at)} × U+{ord(character):04X}, first as character {at[0]}: {advice}",
                )


def _shown(text: str) -> str:
    """A text without the controls that belong into one."""
    return text.replace("\n", "").replace("\t", "").replace("\r", "")
