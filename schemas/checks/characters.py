"""Control characters, and characters that are none.

C0 and C1 controls other than tab, newline and carriage return show up as nothing or as garbage,
and never belong into a text. (Those that once were a LaTeX command are `eaten_latex`'s.)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from schemas.checks.eaten_latex import eaten
from schemas.checks.fault import Fault
from schemas.instance import Instance

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_SEPARATOR = re.compile("[\x85\u2028\u2029]")


def check(instance: Instance) -> Iterator[Fault]:
    """CTRL_CHAR is an error, LINE_SEPARATOR a warning."""
    for field, text in instance.texts():
        if text.isascii() and text.isprintable():
            continue
        known = {loss.position for loss in eaten(text)}
        for pattern, code, severity, advice in (
            (_CONTROL, "CTRL_CHAR", "error", "delete it"),
            (_SEPARATOR, "LINE_SEPARATOR", "warning", "readers differ on it; write a newline"),
        ):
            found = Counter(m.group() for m in pattern.finditer(text) if m.start() not in known)
            for character, times in found.items():
                where = text.index(character) + 1
                yield Fault(
                    field,
                    code,
                    "error" if severity == "error" else "warning",
                    f"{times} × U+{ord(character):04X}, first as character {where}: {advice}",
                )
