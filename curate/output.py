"""What goes to the terminal: text of others is shown, never obeyed."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any

from schemas.visible import visible


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
