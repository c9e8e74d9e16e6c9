"""libyaml's events: the parser, and where an event begins and ends (counted from 0)."""

from __future__ import annotations

from typing import Any, TypeAlias

from yaml import cyaml

Parser: TypeAlias = Any
"""PyYAML's binding of libyaml, which has no annotations: `get_event`, `peek_event`, `dispose`."""


def parser_for(text: str) -> Parser:
    """A parser over a whole file. Raises yaml.reader.ReaderError for unprintable characters."""
    return vars(cyaml)["CParser"](text)


def start(event: Any) -> tuple[int, int]:
    """Line and column of the first character."""
    mark = event.start_mark
    return mark.line, mark.column


def end(event: Any) -> tuple[int, int]:
    """Line and column behind the last character."""
    mark = event.end_mark
    return mark.line, mark.column


def offsets(event: Any) -> tuple[int, int]:
    """Where its first character stands in the text, and where the one behind its last."""
    return event.start_mark.index, event.end_mark.index
