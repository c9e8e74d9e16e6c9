"""Read a YAML file into text, lists and mappings, with the line of every field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from schemas.errors import FileError, Where
from schemas.yamldoor.events import Parser, parser_for, start

Value: TypeAlias = str | list["Value"] | dict[str, "Value"]

MAX_DEPTH: Final = 8
_CONFLICT = re.compile(r"^(?:<<<<<<<|>>>>>>>)(?: |\r?$)", re.M)
_NOT_PRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Line breaks to libyaml and YAML 1.1, characters like others to YAML 1.2.
_SEPARATOR = re.compile("[\x85\u2028\u2029]")
_TOO_DEEP = f"more than {MAX_DEPTH} levels deep"
_IN_A_BLOCK = "Put the text into a block (`field: |-`, the text indented below) or in quotes."
_AS_TEXT = "Write the text itself, in quotes or as a block (`|-`)."


@dataclass(frozen=True)
class Document:
    """What a file says."""

    file: str
    source: str
    data: dict[str, Value]

    @cached_property
    def lines(self) -> dict[str, int]:
        """The line of each field by its path (`score_rubric.criteria`).

        Read off in a pass of its own, for the few files that something is wrong with.
        """
        with _reading(self.source, self.file) as reader:
            reader.document()
        return reader.lines


def parse(raw: bytes | str, file: str) -> Document:
    """Read one document.

    Raises FileError, with line and column, for bytes that are not UTF-8, characters YAML cannot
    carry, merge conflicts, broken syntax, duplicate keys, anchors, aliases, tags, more than one
    document, and more than `MAX_DEPTH` levels.
    """
    text = (_decode(raw, file) if isinstance(raw, bytes) else raw).removeprefix("\ufeff")
    if not text.isascii() and (separator := _SEPARATOR.search(text)):
        raise _cannot_stand(file, text, separator)
    if conflict := _CONFLICT.search(text):
        raise FileError(
            "a merge conflict is left in the file",
            where=_place(file, text, conflict.start()),
            advice="Keep one of the two versions; delete the lines <<<<<<<, ======= and >>>>>>>.",
            code="CONFLICT_MARKER",
        )
    with _reading(text, file) as reader:
        return Document(file, text, reader.document())


@contextmanager
def _reading(text: str, file: str) -> Iterator[_Reader]:
    """A reader over a text; what libyaml has against it comes out as a FileError."""
    parser = None
    try:
        parser = parser_for(text)
        yield _Reader(parser, file)
    except (yaml.reader.ReaderError, UnicodeEncodeError) as error:
        if found := _NOT_PRINTABLE.search(text):
            raise _cannot_stand(file, text, found) from None
        raise FileError(str(error.reason), where=Where(file), code="YAML") from None
    except yaml.MarkedYAMLError as error:
        raise _syntax(file, text, error) from None
    finally:
        if parser is not None:
            parser.dispose()


class _Reader:
    """Turns events into values; stops at the first thing a benchmark's file may not have."""

    def __init__(self, parser: Parser, file: str) -> None:
        self.next: Callable[[], Event] = parser.get_event
        self.file = file
        self.lines: dict[str, int] = {}

    def document(self) -> dict[str, Value]:
        self.next()  # stream start
        opening = self.next()
        if isinstance(opening, StreamEndEvent):
            raise FileError(
                "the file is empty",
                where=Where(self.file, 1),
                advice="Restore it from git, or delete it.",
                code="EMPTY_FILE",
            )
        assert isinstance(opening, DocumentStartEvent)
        first = self.next()
        if type(first) is not MappingStartEvent:
            raise self._fault(
                first,
                "fields expected (`name: value`), found something else",
                advice="Begin every field with its name and a colon.",
            )
        self._check(first, 1)
        data = self._mapping("", 1)
        end = self.next()
        assert isinstance(end, DocumentEndEvent)
        more = self.next()
        if not isinstance(more, StreamEndEvent):
            raise self._fault(
                more,
                "a second document (`---`) begins; a file holds one",
                advice="Move it into a file of its own.",
            )
        return data

    def _mapping(self, path: str, depth: int) -> dict[str, Value]:
        entries: dict[str, Value] = {}
        first_lines: dict[str, int] = {}
        while True:
            event = self.next()
            if type(event) is MappingEndEvent:
                return entries
            if type(event) is not ScalarEvent:
                raise self._fault(event, "the name of a field must be plain text")
            if event.anchor is not None or event.tag is not None:
                self._check(event, depth)
            name = event.value
            line, column = start(event)
            line += 1
            if name in entries:
                raise FileError(
                    f"'{name}' stands twice: in line {first_lines[name]} and in line {line}",
                    where=Where(self.file, line, column + 1, name),
                    advice="Keep one of the two.",
                    code="DUPLICATE_KEY",
                )
            first_lines[name] = line
            place = f"{path}.{name}" if path else name
            self.lines[place] = line
            entries[name] = self._value(self.next(), place, depth)

    def _value(self, event: Event, path: str, depth: int) -> Value:
        if type(event) is ScalarEvent:
            if event.anchor is not None or event.tag is not None:
                self._check(event, depth)
            text: str = event.value
            return text
        self._check(event, depth + 1)
        if type(event) is MappingStartEvent:
            return self._mapping(path, depth + 1)
        items: list[Value] = []
        while True:
            event = self.next()
            if type(event) is SequenceEndEvent:
                return items
            place = f"{path}.{len(items)}"
            self.lines[place] = start(event)[0] + 1
            items.append(self._value(event, place, depth + 1))

    def _check(self, event: Event, depth: int) -> None:
        """Refuse aliases, anchors, tags and depth."""
        if isinstance(event, AliasEvent):
            raise self._fault(event, f"an alias (*{event.anchor}) stands for other text", "ANCHOR")
        assert isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent)
        if event.anchor is not None:
            raise self._fault(event, f"an anchor (&{event.anchor}) is set", "ANCHOR")
        if event.tag is not None:
            raise self._fault(event, f"a tag ({event.tag}) is set", "TAG")
        if depth > MAX_DEPTH:
            raise self._fault(event, _TOO_DEEP, "DEPTH")

    def _fault(
        self, event: Event, what: str, code: str = "YAML", advice: str = _AS_TEXT
    ) -> FileError:
        line, column = start(event)
        return FileError(
            what, where=Where(self.file, line + 1, column + 1), advice=advice, code=code
        )


def _decode(raw: bytes, file: str) -> str:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        raise FileError(
            f"byte 0x{raw[error.start]:02x} is not UTF-8",
            where=_place(file, before, len(before)),
            advice="Save the file as UTF-8.",
            code="ENCODING",
        ) from None
    return text


def _place(file: str, text: str, offset: int) -> Where:
    line = text.count("\n", 0, offset) + 1
    return Where(file, line, offset - (text.rfind("\n", 0, offset) + 1) + 1)


def _cannot_stand(file: str, text: str, found: re.Match[str]) -> FileError:
    code = ord(found.group())
    advice = f'Delete it, or write the text in double quotes with the escape "\\u{code:04X}".'
    if 0xD800 <= code <= 0xDFFF:
        advice = "It is half a character; write the whole one."
    return FileError(
        f"the character U+{code:04X} cannot stand in a YAML file as it is",
        where=_place(file, text, found.start()),
        advice=advice,
        code="RAW_CONTROL",
    )


def _syntax(file: str, text: str, error: yaml.MarkedYAMLError) -> FileError:
    mark = error.problem_mark or error.context_mark
    where = Where(file, mark.line + 1, mark.column + 1) if mark else Where(file)
    what = " ".join(filter(None, (error.context, error.problem)))
    if mark and error.context_mark and error.context_mark.line < mark.line:
        what += f"; it began in line {error.context_mark.line + 1}"
    code, advice = "YAML", _IN_A_BLOCK
    if mark and text[mark.index : mark.index + 1] == "\t":
        advice = "Indent with blanks; a tab cannot stand here."
        if "block scalar" in what:
            advice += " Where the text begins with one, say how deep the block is: `|2-`."
    if "nesting depth" in what:
        code, what, advice = "DEPTH", _TOO_DEEP, _AS_TEXT
    return FileError(f"not readable as YAML: {what}", where=where, advice=advice, code=code)
