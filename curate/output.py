"""What goes to the terminal: text of others is shown, never obeyed."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def use_utf8() -> None:
    """Write UTF-8 whatever the locale says; a terminal that cannot show it shows a mark."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="replace")


def say(text: str = "") -> None:
    """A line for the person."""
    print(visible(text))


def note(text: str) -> None:
    """A line that is no result: to stderr, so that results can be piped."""
    print(visible(text), file=sys.stderr)


def emit_json(value: Any) -> None:
    """The result for machines, alone on stdout."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def visible(text: str) -> str:
    """Text with control characters made visible (ESC becomes ␛), newlines and tabs kept."""
    return _CONTROL.sub(_symbol, text)


def _symbol(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"


def width(text: str) -> int:
    """Terminal cells a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows as aligned lines, two blanks between columns."""
    if not rows:
        return []
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def indented(text: str, by: int = 2) -> str:
    """Every line of a text moved right, controls made visible."""
    return "\n".join(" " * by + line for line in visible(text).split("\n"))
