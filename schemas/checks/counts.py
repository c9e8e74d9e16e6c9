"""A number the text gives for its data, or asks for, against the data that is there.

Compared only where both can be counted without reading: one table (CSV, TSV or Markdown) in the
text, and a number in front of a word that means its rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from schemas.checks.fault import Fault
from schemas.instance import Instance

_ROWS: Final = "rows?|records?|entries|lines|data points|samples|observations"
_LIMIT: Final = r"(at least|more than|over|exactly|up to|first|top|last|only) "
# Of any other things only those that the table is said to be of.
_NUMBER = re.compile(
    rf"([0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]{{1,6}}) "
    rf"(?:({_ROWS})|(?:different |distinct |unique )?[a-zA-Z]{{3,}})\b"
)
_BEFORE_ROWS = re.compile(rf"{_LIMIT}\Z", re.I)
_BEFORE_THINGS = re.compile(
    r"\b(?:of|for|about|on|describing|contain(?:s|ing)) (?:the |these |those |all )?"
    rf"(?:{_LIMIT})?\Z",
    re.I,
)
_ASKS = re.compile(
    r"\b(?:generate|create|write|produce|give|list|provide|make|output|return)\b[^.?!\n]{0,80}?"
    rf"(?:{_LIMIT})?\b([0-9]{{1,6}}) (?:{_ROWS})\b",
    re.I,
)
_QUOTED = re.compile(r'"[^"]*"')
_FEWEST_LINES: Final = 4
# What introduces a table stands in front of it.
_INTRODUCTION: Final = 600
_BEGINNING: Final = 4000


def check(instance: Instance) -> Iterator[Fault]:
    """CLAIM_MISMATCH: a warning."""
    text, answer = instance.input, instance.reference_answer
    if _may_have_table(text):
        claims = list(_claims(text))
        tables = _tables(text) if claims else []
        if len(tables) == 1:
            yield from _claimed(claims, *tables[0])
    elif _may_have_table(answer) and (asked := _ASKS.search(text)):
        tables = _tables(answer)
        if len(tables) == 1 and _differs(asked[1], int(asked[2]), tables[0][1]):
            wanted = f"{asked[1] or ''} {asked[2]}".strip()
            yield Fault(
                "reference_answer",
                "CLAIM_MISMATCH",
                "warning",
                f"the input asks for {wanted} rows, and there are {tables[0][1]}",
            )


def _claims(text: str) -> Iterator[tuple[re.Match[str], str | None]]:
    """Each number of rows, or of what something is said to be of, with the word that bounds it."""
    for m in _NUMBER.finditer(text, 0, _BEGINNING):
        before = text[max(0, m.start() - 30) : m.start()]
        if m[2]:
            bound = _BEFORE_ROWS.search(before)
            yield m, bound[1] if bound else None
        elif len(m[1]) > 1 and (of := _BEFORE_THINGS.search(before)):
            yield m, of[1]


def _claimed(
    claims: Iterable[tuple[re.Match[str], str | None]], start: int, rows: int
) -> Iterator[Fault]:
    for m, bound in claims:
        introduces = start - _INTRODUCTION <= m.start() < start
        if introduces and _differs(bound, int(m[1].replace(",", "")), rows):
            yield Fault(
                "input",
                "CLAIM_MISMATCH",
                "warning",
                f"it says “{m.group()}”, and the table has {rows} rows",
            )
            return


def _differs(limit: str | None, number: int, rows: int) -> bool:
    """Whether rows do not fit a number; one more or less is a matter of what a heading is."""
    match (limit or "").lower():
        case "at least" | "more than" | "over":
            return rows < number - 1
        case "up to" | "first" | "top" | "last" | "only":
            return False
        case _:
            return abs(rows - number) > 1


def _may_have_table(text: str) -> bool:
    lines = text.count("\n")
    return lines >= _FEWEST_LINES and (
        text.count(",") > 2 * _FEWEST_LINES or text.count("|") > _FEWEST_LINES or "\t" in text
    )


def _tables(text: str) -> list[tuple[int, int]]:
    """Start and rows (without the heading) of each run of lines with equally many separators."""
    found: list[tuple[int, int]] = []
    at, begin, lines, kind = 0, 0, 0, ("", 0)
    for line in [*text.split("\n"), ""]:
        shape = _shape(line)
        if shape == kind and shape[1]:
            lines += 1
        else:
            if kind[1] and lines >= _FEWEST_LINES:
                found.append((begin, lines - (2 if kind[0] == "|" else 1)))
            begin, lines, kind = at, 1, shape
        at += len(line) + 1
    return found


def _shape(line: str) -> tuple[str, int]:
    """What separates a line's cells, and how often; nothing where the line is prose."""
    line = line.strip()
    if line.startswith("|") and line.endswith("|"):
        return "|", line.count("|")
    if "\t" in line:
        return "\t", line.count("\t")
    bare = _QUOTED.sub("", line) if '"' in line else line
    return (",", bare.count(",")) if bare.count(",") >= 2 and ", " not in bare else ("", 0)
