"""Line ends other than newline: they split differently in every tool that reads the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from schemas.checks.eaten_latex import eaten
from schemas.checks.fault import Fault
from schemas.instance import Instance

_LONE_CR = re.compile(r"\r(?!\n)")


def check(instance: Instance) -> Iterator[Fault]:
    """EOL_CRLF, EOL_CR, and EOL_MIXED where a text has more than one kind."""
    for field, text in instance.texts():
        if "\r" not in text:
            continue
        crlf = text.count("\r\n")
        known = {loss.position for loss in eaten(text)}
        lone = sum(m.start() not in known for m in _LONE_CR.finditer(text))
        newline = text.count("\n") - crlf
        counts = {"CRLF": crlf, "CR": lone, "LF": newline}
        present = [f"{n} {kind}" for kind, n in counts.items() if n]
        if crlf + lone == 0:
            continue
        code = "EOL_MIXED" if len(present) > 1 else f"EOL_{'CRLF' if crlf else 'CR'}"
        yield Fault(field, code, "error", f"line ends: {', '.join(present)}; only LF is expected")
