"""From a document to a model, with errors that name field and line."""

from __future__ import annotations

import difflib
from typing import TypeVar, get_args

from pydantic import ValidationError

from schemas.base import FileModel
from schemas.errors import FileError, Where
from schemas.yamldoor.read import Document

M = TypeVar("M", bound=FileModel)


def load_model(document: Document, model: type[M]) -> M:
    """The document as `model`. Raises FileError for the first field that does not fit."""
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise _explain(document, model, error) from None


def _explain(document: Document, model: type[FileModel], error: ValidationError) -> FileError:
    first = error.errors(include_url=False)[0]
    path = ".".join(str(part) for part in first["loc"] if part != "[key]")
    parent = path
    while parent and parent not in document.lines:
        parent = parent.rpartition(".")[0]
    line = document.lines.get(parent, 1)
    what, advice = _in_words(first["msg"], first["input"]), ""
    if first["type"] == "extra_forbidden":
        what = f"there is no field '{path}'"
        known = _names(model, first["loc"][:-1])
        close = difflib.get_close_matches(str(first["loc"][-1]), known, 1)
        advice = f"Did you mean '{close[0]}'?" if close else f"Fields: {', '.join(known)}."
    elif first["type"] == "missing":
        what, advice = f"the field '{path}' is missing", "Add it."
    elif first["type"] == "string_type":
        what, advice = "text expected, found a list or fields", "Write the text as a block (`|-`)."
    elif first["type"] in {"model_type", "dict_type"}:
        what, advice = "fields expected, found something else", "Write each as `name: value`."
    elif first["type"] == "list_type":
        what, advice = "a list expected, found something else", "Write it as `[one, two]`."
    elif first["type"] in {"literal_error", "union_tag_invalid"}:
        what = f"'{first['input']}' is not one of {first.get('ctx', {}).get('expected', '')}"
    elif first["type"] == "value_error":
        what = first["msg"].removeprefix("Value error, ")
    return FileError(
        what, where=Where(document.file, line, field=path), advice=advice, code="SCHEMA"
    )


def _in_words(message: str, found: object) -> str:
    """pydantic's own message, with what was found where that is short enough to be shown."""
    words = message.partition(" ")[2]
    return f"'{found}' {words}" if isinstance(found, str) and len(found) <= 60 else message


def _names(model: type[FileModel], path: tuple[int | str, ...]) -> list[str]:
    for part in path:
        if isinstance(part, int):
            continue
        annotation = model.model_fields[part].annotation
        nested = [
            kind
            for kind in (annotation, *get_args(annotation))
            if isinstance(kind, type) and issubclass(kind, FileModel)
        ]
        if not nested:
            return []
        model = nested[0]
    return list(model.model_fields)
