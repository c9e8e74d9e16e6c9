"""Write a model as YAML: fixed key order, no folding, every text in the style that carries it."""

from __future__ import annotations

import io
from functools import cache

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
        node[name] = lay_out_value(value, name, prose=is_prose(field))
    return node


def is_prose(field: FieldInfo) -> bool:
    """Whether the field is declared as text that people write by hand."""
    return PROSE_MARK in field.metadata


def lay_out_value(value: object, where: str, *, prose: bool = False) -> object:
    """One value as a ruamel.yaml node; `where` names it in errors."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        _refuse_surrogates(value, where)
        return styled(value, prose=prose)
    if isinstance(value, FileModel):
        return lay_out(value)
    if isinstance(value, dict):
        return CommentedMap(
            {k: lay_out_value(v, f"{where}.{k}", prose=prose) for k, v in value.items()}
        )
    if isinstance(value, list | tuple):
        items = CommentedSeq(lay_out_value(v, f"{where}.{i}") for i, v in enumerate(value))
        if all(isinstance(v, str) for v in value):
            items.fa.set_flow_style()
        return items
    raise TypeError(f"{where}: no YAML form for {type(value).__name__}")


def emit(node: object) -> str:
    """A ruamel.yaml node as text, LF line ends, nothing folded."""
    stream = io.StringIO()
    _writer().dump(node, stream)
    return stream.getvalue()


class Emitter(RoundTripEmitter):
    """Says how far a block is indented also where its text begins with a tab."""

    def determine_block_hints(self, text: str) -> tuple[str, int, str]:
        """The signs behind `|`, the depth they state, and the chomping among them."""
        hints, indent, chomping = super().determine_block_hints(text)
        return (f"2{chomping}", 2, chomping) if text[:1] == "\t" else (hints, indent, chomping)


@cache
def _writer() -> YAML:
    writer = YAML()
    writer.Emitter = Emitter
    writer.width = _NO_FOLDING
    writer.allow_unicode = True
    return writer


def _refuse_surrogates(text: str, where: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise FileError(
            f"character {error.start + 1} is half a character (U+{ord(text[error.start]):04X})",
            where=Where(field=where),
            advice="Replace it in the source; nothing was written.",
            code="LONE_SURROGATE",
        ) from None
