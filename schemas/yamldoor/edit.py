"""Change fields of an existing file and leave every other line of it as it is.

A hand-made file keeps its comments, its order, its indentation and its line ends: only the
lines of a changed field are written anew, in the style a new file would have; in `{…}` only its
value is. Where a file is laid out in a way that does not allow it, ruamel.yaml's round trip
writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import accumulate
from typing import TypeVar

from pydantic.fields import FieldInfo
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

from schemas.base import FileModel
from schemas.errors import FileError, Where
from schemas.yamldoor.model import load_model
from schemas.yamldoor.read import Document, parse
from schemas.yamldoor.spans import Path, Span, spans, split_lines
from schemas.yamldoor.write import Emitter, emit, is_prose, lay_out_value, refuse_half_characters

M = TypeVar("M", bound=FileModel)


@dataclass(frozen=True)
class _Change:
    """A field to be written as `node`; `default` where a new file would not mention it."""

    path: Path
    node: object
    default: bool


@dataclass(frozen=True)
class _Edit:
    """Text to stand in place of what is between two offsets."""

    begin: int
    end: int
    text: str


def update(source: str, new: M, file: str) -> str:
    """`source` with just those fields changed in which `new` differs from it.

    Raises FileError where the file cannot be read, or the result would not read back as `new`.
    """
    document = parse(source, file)
    refuse_half_characters(new.model_dump(), Where(file))
    model = type(new)
    changes = _changes(document, load_model(document, model), new)
    if not changes:
        return source
    mark = source.removesuffix(document.source)
    for attempt in _ATTEMPTS:
        text = attempt(document, model, changes)
        if text is not None and _reads_back(text, new, file):
            return mark + text
    raise FileError(
        "the change would not come back from the file as it is",
        where=Where(file),
        advice="Nothing was written. Please report this with the file.",
        code="NOT_WRITABLE",
    )


def _changes(document: Document, old: FileModel, new: FileModel, base: Path = ()) -> list[_Change]:
    """The fields whose value differs, in the order of the model."""
    found: list[_Change] = []
    for name, info in type(new).model_fields.items():
        before, after = getattr(old, name), getattr(new, name)
        if before == after:
            continue
        path = (*base, name)
        if isinstance(after, FileModel) and _has_fields(document, path):
            found += _changes(document, before, after, path)
        else:
            node = lay_out_value(after, prose=is_prose(info))
            default = name in new.left_out_when_default and after == _default(info)
            found.append(_Change(path, node, default))
    return found


def _has_fields(document: Document, path: Path) -> bool:
    return any(name.startswith(".".join((*path, ""))) for name in document.lines)


def _default(info: FieldInfo) -> object:
    return info.get_default(call_default_factory=True)


def _reads_back(text: str, new: FileModel, file: str) -> bool:
    try:
        return load_model(parse(text, file), type(new)) == new
    except FileError:
        return False


def _splice(
    document: Document, model: type[FileModel], changes: Sequence[_Change], *, quoted: bool = False
) -> str | None:
    """The source with the places of the changed fields written anew, None where one has none."""
    layout = _Layout(document.source, quoted)
    edits = [layout.edit(model, change) for change in changes]
    text = document.source
    # Backwards, so that offsets hold; of several fields added in one place the last goes first.
    ordered = sorted(
        filter(None, reversed(edits)), key=lambda edit: (edit.begin, edit.end), reverse=True
    )
    for edit in ordered:
        text = text[: edit.begin] + edit.text + text[edit.end :]
    return text if all(edits) else None


def _splice_quoted(
    document: Document, model: type[FileModel], changes: Sequence[_Change]
) -> str | None:
    """The same without blocks, to which blank lines that follow in the file would be added."""
    return _splice(document, model, changes, quoted=True)


class _Layout:
    """A file's own way to lay out its fields, and new fields in that way."""

    def __init__(self, source: str, quoted: bool) -> None:
        lines = split_lines(source)
        self.source = source
        self.quoted = quoted
        first = lines[0] if lines else ""
        self.newline = first[len(first.rstrip("\r\n")) :] or "\n"
        self.offsets = [0, *accumulate(map(len, lines))]
        self.spans = spans(source)

    def edit(self, model: type[FileModel], change: _Change) -> _Edit | None:
        """What to write for a change, and where; None where the layout has no place for it."""
        span = self.spans.get(change.path)
        if span is None:
            return self._added(model, change)
        if span.in_flow:
            return _Edit(span.begin, span.end, _in_flow(change.node))
        begin, end = self.offsets[span.first_line], self.offsets[span.last_line]
        if change.default and len(self._siblings(change.path)) > 1:
            return _Edit(begin, end, "")
        return _Edit(begin, end, self._lines(change, span.column, span.comment))

    def _added(self, model: type[FileModel], change: _Change) -> _Edit | None:
        """A missing field stands behind those before it in the model, else before the others."""
        order = _field_names(model, change.path)
        place = order.index(change.path[-1])
        siblings = self._siblings(change.path)
        before = [span for name, span in siblings.items() if name in order[:place]]
        behind = [span for name, span in siblings.items() if name in order[place:]]
        flow = f"{change.path[-1]}: {_in_flow(change.node)}"
        if before:
            span = max(before, key=lambda span: span.end)
            if span.in_flow:
                return _Edit(span.end, span.end, f", {flow}")
            return self._inserted(span.last_line, change, span.column)
        if behind:
            span = min(behind, key=lambda span: span.begin)
            if span.in_flow:
                return _Edit(span.name, span.name, f"{flow}, ")
            return self._inserted(span.first_line, change, span.column)
        return None

    def _siblings(self, path: Path) -> dict[str, Span]:
        return {
            other[-1]: span
            for other, span in self.spans.items()
            if other and other[:-1] == path[:-1]
        }

    def _inserted(self, line: int, change: _Change, column: int) -> _Edit:
        offset = self.offsets[line]
        ended = offset == 0 or self.source[offset - 1] in "\r\n"
        lead = "" if ended else self.newline
        return _Edit(offset, offset, lead + self._lines(change, column))

    def _lines(self, change: _Change, column: int, comment: str = "") -> str:
        """`name: value` at a column, with the comment it had beside it."""
        node = _quoted(change.node) if self.quoted else change.node
        text = emit({change.path[-1]: node})
        # ruamel.yaml closes the file behind a text that ends in blank lines.
        if text.endswith("\n...\n"):
            text = text.removesuffix("...\n")
        first, *rest = split_lines(text)
        if comment:
            first = f"{first.rstrip()}  {comment}\n"
        return "".join(
            (" " * column + line if line.strip("\n") else line).replace("\n", self.newline)
            for line in (first, *rest)
        )


def _field_names(model: type[FileModel], path: Path) -> list[str]:
    """The fields beside the one at `path`, in order."""
    for part in path[:-1]:
        nested = model.model_fields[part].annotation
        assert isinstance(nested, type)
        assert issubclass(nested, FileModel)
        model = nested
    return list(model.model_fields)


def _in_flow(node: object) -> str:
    """A node as it can stand inside `{…}`, on one line."""
    sequence = CommentedSeq([_quoted(node)])
    sequence.fa.set_flow_style()
    return emit(sequence).strip()[1:-1]


def _quoted(node: object) -> object:
    """A node with quotes for blocks."""
    if isinstance(node, LiteralScalarString):
        return DoubleQuotedScalarString(node)
    if isinstance(node, Mapping):
        return CommentedMap({name: _quoted(value) for name, value in node.items()})
    if isinstance(node, CommentedSeq):
        items = CommentedSeq(map(_quoted, node))
        items.fa.set_flow_style()
        return items
    return node


def _round_trip(
    document: Document, model: type[FileModel], changes: Sequence[_Change]
) -> str | None:
    """The whole file through ruamel.yaml, comments kept, layout as that library has it."""
    yaml_rt = YAML()
    yaml_rt.Emitter = Emitter
    yaml_rt.preserve_quotes = True
    yaml_rt.width = 2**31 - 1
    try:
        root = yaml_rt.load(document.source)
    except YAMLError:
        return None
    for change in changes:
        parent = root
        for part in change.path[:-1]:
            parent = parent[part]
        if change.default:
            parent.pop(change.path[-1], None)
        else:
            parent[change.path[-1]] = change.node
    stream = StringIO()
    yaml_rt.dump(root, stream)
    return stream.getvalue()


_Attempt = Callable[[Document, type[FileModel], Sequence[_Change]], str | None]
_ATTEMPTS: tuple[_Attempt, ...] = (_splice, _splice_quoted, _round_trip)
