"""Write a model as YAML: fixed key order, no folding, every text in the style that carries it."""

from __future__ import annotations

import io
from dataclasses import replace

from pydantic.fields import FieldInfo
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.emitter import RoundTripEmitter

from schemas.base import PROSE_MARK, FileModel
from schemas.errors import FileError, Where
from schemas.yamldoor.read import parse
from schemas.yamldoor.style import styled

_NO_FOLDING = 2**31 - 1


def dump(model: FileModel, *, header: str = "", file: str = "") -> str:
    """The file for `model`: header lines, then its fields in the order of the class.

    Raises FileError for text no file can carry (lone surrogates) and when what would be written
    does not read back as `model`.
    """
    refuse_half_characters(model.model_dump(), Where(file))
    text = header + emit(lay_out(model))
    if type(model).model_validate(parse(text, file).data) != model:
        raise FileError(
            "the text would not come back from the file as it is",
            where=Where(file),
            advice="Nothing was written. Please report this with the text.",
            code="NOT_WRITABLE",
        )
    return text


def lay_out(model: FileModel) -> CommentedMap:
    """The fields of a model as ruamel.yaml nodes, styles chosen."""
    node = CommentedMap()
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if name in model.left_out_when_default and value == field.get_default(
            call_default_factory=True
        ):
            continue
        node[name] = lay_out_value(value, prose=is_prose(field))
    return node


def is_prose(field: FieldInfo) -> bool:
    """Whether the field is declared as text that people write by hand."""
    return PROSE_MARK in field.metadata


def lay_out_value(value: object, *, prose: bool = False) -> object:
    """One value as a ruamel.yaml node."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return styled(value, prose=prose)
    if isinstance(value, FileModel):
        return lay_out(value)
    if isinstance(value, dict):
        return CommentedMap({k: lay_out_value(v, prose=prose) for k, v in value.items()})
    if isinstance(value, list | tuple):
        items = CommentedSeq(map(lay_out_value, value))
        if all(isinstance(v, str) for v in value):
            items.fa.set_flow_style()
        return items
    raise TypeError(f"no YAML form for {type(value).__name__}")


def emit(node: object) -> str:
    """A ruamel.yaml node as text, LF line ends, nothing folded."""
    # One writer a text: it keeps its state in itself, and files are saved from several threads.
    writer = YAML()
    writer.Emitter = Emitter
    writer.width = _NO_FOLDING
    writer.allow_unicode = True
    stream = io.StringIO()
    writer.dump(node, stream)
    return stream.getvalue()


class Emitter(RoundTripEmitter):
    """Says how far a block is indented also where its text begins with a tab."""

    def determine_block_hints(self, text: str) -> tuple[str, int, str]:
        """The signs behind `|`, the depth they state, and the chomping among them."""
        hints, indent, chomping = super().determine_block_hints(text)
        return (f"2{chomping}", 2, chomping) if text[:1] == "\t" else (hints, indent, chomping)


def refuse_half_characters(value: object, where: Where) -> None:
    """Raises FileError with field and position where a text holds a lone surrogate."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            half = f"U+{ord(value[error.start]):04X}"
            raise FileError(
                f"character {error.start + 1} is half a character ({half})",
                where=where,
                advice="Replace it; nothing was written.",
                code="LONE_SURROGATE",
            ) from None
    elif isinstance(value, dict):
        for name, part in value.items():
            refuse_half_characters(part, _inside(where, str(name)))
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            refuse_half_characters(part, _inside(where, str(index)))


def _inside(where: Where, name: str) -> Where:
    return replace(where, field=f"{where.field}.{name}" if where.field else name)
