"""Text of others inside Markdown: shown as it is, on one line, and never obeyed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

# Controls, and the marks that turn the direction of what follows.
_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
_SPECIAL: Final = re.compile(r"[\\`*_\[\]#|~$^]")
_AT_START: Final = re.compile(r"^([-+=]|\d+[.)])(?=\s|$|[-=])")
_FIGURE: Final = re.compile(r"-?\d+\.\d|not defined$")
_PLAIN_LINK: Final = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9./_~%?=&+:@#,;-]*")


def one_line(value: str) -> str:
    """White space of any kind becomes one blank; what cannot be seen is left out."""
    return " ".join(_INVISIBLE.sub("", value).split())


def text(value: str) -> str:
    """Plain text: nothing in it is markup, HTML, a table cell's end or mathematics."""
    line = one_line(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    line = _SPECIAL.sub(lambda match: "\\" + match[0], line)
    return _AT_START.sub(lambda match: match[1][:-1] + "\\" + match[1][-1], line)


def code(value: str) -> str:
    """A code span, whatever backticks the text holds."""
    line = one_line(value)
    if not line:
        return ""
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def link(value: str) -> str:
    """A link where the text is an address and nothing else, plain text otherwise."""
    line = one_line(value)
    return f"<{line}>" if _PLAIN_LINK.fullmatch(line) else text(line)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A table of cells that are Markdown already; columns of numbers are set to the right."""
    body = [list(row) for row in rows]
    rules = [
        "---:" if body and all(_is_number(row[i]) for row in body) else "---"
        for i in range(len(head))
    ]
    return [
        _row(head),
        f"|{'|'.join(rules)}|",
        *(_row([_cell(value) for value in row]) for row in body),
        "",
    ]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(value: object) -> str:
    shown = f"{value:,}" if isinstance(value, int) else str(value)
    return re.sub(r"(?<!\\)\|", r"\\|", shown)


def _is_number(value: object) -> bool:
    return isinstance(value, int) or _FIGURE.match(str(value)) is not None
