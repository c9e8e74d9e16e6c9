"""Change fields of an existing file and leave every other line of it as it is.

A hand-made file keeps its comments, its order, its indentation and its line ends: only the
lines of a changed field are written anew, in the style a new file would have. Where a file is
laid out in a way that does not allow it (fields in `{…}`), ruamel.yaml's round trip writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from typing import TypeVar

from pydantic.fields import FieldInfo
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from yaml.events import CollectionEndEvent, CollectionStartEvent, MappingStartEvent, ScalarEvent

from schemas.base import FileModel
from schemas.errors import FileError, Where
from schemas.yamldoor.events import end, parser_for, start
from schemas.yamldoor.model import load_model
from schemas.yamldoor.read import Document, parse
from schemas.yamldoor.write import emit, is_prose, lay_out_value

M = TypeVar("M", bound=FileModel)
Path = tuple[str, ...]


@dataclass(frozen=True)
class _Entry:
    """Where one `name: value` stands: lines [first, last), the name's column, and its style.

    `comment` is the one at the end of its first line.
    """

    first: int
    last: int
    column: int
    flow: bool
    comment: str


def update(source: str, new: M, file: str) -> str:
    """`source` with just those fields changed in which `new` differs from it.

    Raises FileError where the file cannot be read, or the result would not read back as `new`.
    """
    document = parse(source, file)
    model = type(new)
    changes = dict(_changes(document, model, load_model(document, model), new))
    if not changes:
        return source
    for attempt in (_splice, _round_trip):
        text = attempt(document, model, changes)
        if text is not None and _reads_back(text, new, file):
            return text
    raise FileError(
        "the change would not come back from the file as it is",
        where=Where(file),
        advice="Nothing was written. Please report this with the file.",
        code="NOT_WRITABLE",
    )


def _changes(
    document: Document, model: type[FileModel], old: FileModel, new: FileModel, base: Path = ()
) -> list[tuple[Path, object]]:
    """Paths whose value differs, with the node to write there; None deletes the field."""
    found: list[tuple[Path, object]] = []
    for name, info in model.model_fields.items():
        before, after = getattr(old, name), getattr(new, name)
        if before == after:
            continue
        path = (*base, name)
        if isinstance(after, FileModel) and ".".join(path) in document.lines:
            found += _changes(document, type(after), before, after, path)
        elif name in model.left_out_when_default and after == _default(info):
            found.append((path, None))
        else:
            found.append((path, lay_out_value(after, ".".join(path), prose=is_prose(info))))
    return found


def _default(info: FieldInfo) -> object:
    return info.get_default(call_default_factory=True)


def _reads_back(text: str, new: FileModel, file: str) -> bool:
    try:
        return load_model(parse(text, file), type(new)) == new
    except FileError:
        return False


def _splice(
    document: Document, model: type[FileModel], changes: Mapping[Path, object]
) -> str | None:
    """Replace the lines of the changed fields, the last one first."""
    lines = document.source.splitlines(keepends=True)
    newline = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    # str.splitlines also breaks at U+2028 and the like, where YAML's line numbers do not agree
    # with it; such a file is left to the other way.
    if [line.rstrip("\r\n") for line in lines] != document.source.replace("\r\n", "\n").split("\n")[
        : len(lines)
    ]:
        return None
    entries = _entries(document.source)
    edits: list[tuple[int, int, str]] = []
    for path, node in changes.items():
        entry = entries.get(path)
        if entry is None:
            place = _place_for(path, model, entries)
            if place is None:
                return None
            edits.append((place.last, place.last, _fragment(path, node, place.column, newline)))
        elif entry.flow:
            return None
        else:
            text = ""
            if node is not None:
                text = _fragment(path, node, entry.column, newline, entry.comment)
            edits.append((entry.first, entry.last, text))
    for first, last, text in sorted(edits, reverse=True):
        if first and lines[first - 1 : first] and not lines[first - 1].endswith("\n"):
            lines[first - 1] += newline
        lines[first:last] = [text]
    return "".join(lines)


def _fragment(path: Path, node: object, column: int, newline: str, comment: str = "") -> str:
    """`name: value` at a column, with the comment its first line had."""
    lines = emit({path[-1]: node}).splitlines(keepends=True)
    if comment:
        lines[0] = f"{lines[0].rstrip()}  {comment}\n"
    return "".join(
        (" " * column + line if line.strip("\n") else line).replace("\n", newline) for line in lines
    )


def _place_for(path: Path, model: type[FileModel], entries: Mapping[Path, _Entry]) -> _Entry | None:
    """The entry after which a missing field belongs: the nearest one before it in the model."""
    for part in path[:-1]:
        nested = model.model_fields[part].annotation
        assert isinstance(nested, type)
        assert issubclass(nested, FileModel)
        model = nested
    names = list(model.model_fields)
    siblings = [(*path[:-1], name) for name in names[: names.index(path[-1])]]
    present = [entries[p] for p in siblings if p in entries]
    if not present or any(entry.flow for entry in present):
        return None
    return max(present, key=lambda entry: entry.last)


def _entries(source: str) -> dict[Path, _Entry]:
    """Every `name: value` of the file, by path."""
    lines = source.replace("\r\n", "\n").split("\n")
    parser = parser_for(source)
    entries: dict[Path, _Entry] = {}

    def value_end(path: Path, flow: bool) -> int:
        """Read one value; the number of the line behind its last one."""
        event = parser.get_event()
        if isinstance(event, ScalarEvent):
            return _end_of_scalar(event, lines)
        assert isinstance(event, CollectionStartEvent)
        inside = flow or bool(event.flow_style)
        last = start(event)[0] + 1
        index = 0
        while not isinstance(parser.peek_event(), CollectionEndEvent):
            if isinstance(event, MappingStartEvent):
                last = entry_end(path, inside)
            else:
                last = value_end((*path, str(index)), inside)
                index += 1
        closing = parser.get_event()
        return max(last, end(closing)[0] + 1) if inside else last

    def entry_end(path: Path, flow: bool) -> int:
        name = parser.get_event()
        here = (*path, name.value)
        value = parser.peek_event()
        last = value_end(here, flow)
        line, column = start(name)
        comment = _comment(value, lines) if isinstance(value, ScalarEvent) else ""
        entries[here] = _Entry(line, last, column, flow, comment)
        return last

    try:
        parser.get_event()
        parser.get_event()
        value_end((), False)
    finally:
        parser.dispose()
    return entries


def _end_of_scalar(event: ScalarEvent, lines: list[str]) -> int:
    """The line behind a scalar's last one; blank lines behind it are layout, not text."""
    last = end(event)[0]
    if event.style not in ("|", ">"):
        return last + 1
    line, column = start(event)
    if "+" not in lines[line].partition("#")[0][column:]:
        while last > line + 1 and not lines[last - 1].strip(" "):
            last -= 1
    return max(last, line + 1)


def _comment(event: ScalarEvent, lines: list[str]) -> str:
    """The comment behind a block's header or a one-line value."""
    line, column = start(event) if event.style in ("|", ">") else end(event)
    rest = lines[line][column:] if line < len(lines) else ""
    before, hash_sign, text = rest.partition("#")
    return hash_sign + text if hash_sign and before[-1:].isspace() else ""


def _round_trip(
    document: Document, model: type[FileModel], changes: Mapping[Path, object]
) -> str | None:
    """The whole file through ruamel.yaml, comments kept, layout as that library has it."""
    yaml_rt = YAML()
    yaml_rt.preserve_quotes = True
    yaml_rt.width = 2**31 - 1
    try:
        root = yaml_rt.load(document.source)
    except YAMLError:
        return None
    for path, node in changes.items():
        parent = root
        for part in path[:-1]:
            parent = parent[part]
        if node is None:
            parent.pop(path[-1], None)
        else:
            parent[path[-1]] = node
    stream = StringIO()
    yaml_rt.dump(root, stream)
    return stream.getvalue()
