r"""`\n` written out where a line should end.

It is what a text looks like that was escaped once too often. In code and in prose about escapes
it is meant, and `\neq` is LaTeX: only one that stands where a line may end counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from schemas.checks.fault import Fault
from schemas.checks.prose import without_code
from schemas.instance import Instance

# Behind the end of a phrase or another one, in front of a blank, a capital or a list's sign.
_WRITTEN_OUT = re.compile(
    r"(?<=[\w.,:;!?)\]}»”。！？])(?:\\+r)?\\+n(?:\s*\\+n)*(?=\s|[A-Z*#\-\d(\[{@]|\Z|[^\x00-\x7f])"
)


def check(instance: Instance) -> Iterator[Fault]:
    """LITERAL_BACKSLASH_N: a warning."""
    for field, text in instance.texts():
        if "\\n" not in text:
            continue
        places = [m for m in _WRITTEN_OUT.finditer(without_code(text)) if not _is_meant(m)]
        if places:
            yield Fault(
                field,
                "LITERAL_BACKSLASH_N",
                "warning",
                rf"{len(places)} × \n written out, first behind "
                f"“{_before(places[0])}”: write a line break, if one is meant",
            )


def _is_meant(m: re.Match[str]) -> bool:
    r"""Whether it is the rest of a path (`C:\n`) or ends a quoted string (`"…\n"`)."""
    return m.string[max(0, m.start() - 2) : m.start()].endswith(("C:", "D:"))


def _before(m: re.Match[str]) -> str:
    return " ".join(m.string[max(0, m.start() - 20) : m.start()].split())
