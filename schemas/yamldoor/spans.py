"""Where each field of a file stands, so that one can be changed and the rest left alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from yaml.events import CollectionEndEvent, CollectionStartEvent, MappingStartEvent, ScalarEvent

from schemas.yamldoor.events import end, offsets, parser_for, start

Path: TypeAlias = tuple[str, ...]

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#[^\r\n]*", re.M)


@dataclass(frozen=True)
class Span:
    """Where one `name: value` stands: its lines, its name's column, its value's offsets.

    Lines and columns count from 0; `last_line` and `end` are behind the last of it. `in_flow`
    fields stand in `{…}` and share their lines with others. `comment` holds the comments beside
    name and value, in order.
    """

    first_line: int
    last_line: int
    column: int
    name: int
    begin: int
    end: int
    in_flow: bool
    comment: str = ""


def split_lines(source: str) -> list[str]:
    """The lines of a file with their ends, as YAML counts them."""
    return _LINE.findall(source)


def spans(source: str) -> dict[Path, Span]:
    """Every field of a file the door has read, by path; the whole of it under `()`."""
    return _Finder(source).find()


class _Finder:
    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = split_lines(source)
        self.parser = parser_for(source)
        self.found: dict[Path, Span] = {}

    def find(self) -> dict[Path, Span]:
        try:
            self.parser.get_event()
            self.parser.get_event()
            root = self.parser.peek_event()
            last_line, offset = self._value((), in_flow=False)
            line, column = start(root)
            begin, _ = offsets(root)
            self.found[()] = Span(line, last_line, column, begin, begin, offset, False)
            return self.found
        finally:
            self.parser.dispose()

    def _value(self, path: Path, *, in_flow: bool) -> tuple[int, int]:
        """Go through one value; the line and the offset behind it."""
        event = self.parser.get_event()
        if isinstance(event, ScalarEvent):
            return _last_line(event, self.lines), offsets(event)[1]
        assert isinstance(event, CollectionStartEvent)
        inside = in_flow or bool(event.flow_style)
        last_line = start(event)[0] + 1
        index = 0
        while not isinstance(self.parser.peek_event(), CollectionEndEvent):
            if isinstance(event, MappingStartEvent):
                last_line = self._entry(path, inside)
            else:
                last_line, _ = self._value((*path, str(index)), in_flow=inside)
                index += 1
        closing = self.parser.get_event()
        if inside:
            last_line = max(last_line, end(closing)[0] + 1)
        return last_line, offsets(closing)[1]

    def _entry(self, path: Path, in_flow: bool) -> int:
        name = self.parser.get_event()
        value = self.parser.peek_event()
        here = (*path, name.value)
        last_line, offset = self._value(here, in_flow=in_flow)
        line, column = start(name)
        at, behind_name = offsets(name)
        begin, _ = offsets(value)
        comments = _COMMENT.findall(self.source[behind_name:begin])
        comments += _COMMENT.findall(self._behind(value, offset))
        self.found[here] = Span(
            line, last_line, column, at, begin, offset, in_flow, " ".join(comments)
        )
        return last_line

    def _behind(self, value: Any, offset: int) -> str:
        """What stands behind a value, or a block's `|`, on the same line."""
        if isinstance(value, ScalarEvent):
            offset = offsets(value)[0] if value.style in ("|", ">") else offset
        elif not value.flow_style:
            return ""
        return (split_lines(self.source[offset:]) or [""])[0]


def _last_line(event: Any, lines: Sequence[str]) -> int:
    """The line behind a scalar; blank lines behind it are layout, not text."""
    if event.style not in ("|", ">"):
        return end(event)[0] + 1
    first: int = start(event)[0] + 1
    if event.style == "|":
        text: str = event.value
        return first + text.count("\n") + (not text.endswith("\n") and text != "")
    last: int = end(event)[0]
    if "+" not in _header(event, lines):
        while last > first and not lines[last - 1].strip():
            last -= 1
    return max(last, first)


def _header(event: Any, lines: Sequence[str]) -> str:
    line, column = start(event)
    return lines[line][column:].partition("#")[0]
