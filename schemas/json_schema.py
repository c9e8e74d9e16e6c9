"""JSON Schemas of the files, so that editors outside complete and check them."""

from __future__ import annotations

import json
from typing import Any, Final

from pydantic import TypeAdapter

from schemas.acts import AnyAct
from schemas.base import FileModel
from schemas.cards import CapabilityCard, TaskCard
from schemas.instance import Instance
from schemas.manifest import Manifest
from schemas.person import Person
from schemas.release import Erratum, Withdrawal
from schemas.run import Run
from schemas.settings import Settings

_MODELS: Final[dict[str, type[FileModel]]] = {
    "benchmark": Settings,
    "capability": CapabilityCard,
    "erratum": Erratum,
    "instance": Instance,
    "manifest": Manifest,
    "person": Person,
    "run": Run,
    "task": TaskCard,
    "withdrawal": Withdrawal,
}
_SCALAR_TYPES: Final = {"integer", "boolean", "number"}


def names() -> list[str]:
    """The kinds of file there is a schema for."""
    return sorted([*_MODELS, "act"])


def json_schema(name: str) -> str:
    """The JSON Schema of one kind of file, as it is stored in `.schemas/`."""
    model = _MODELS.get(name)
    adapter: TypeAdapter[Any] = TypeAdapter(model if model else AnyAct)
    schema = adapter.json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps(_lenient(schema), indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def _lenient(node: Any) -> Any:
    """Allow text where a model has a number or yes/no: the door reads every scalar as text.

    Editors read `round: 1` as a number and `format: 1` as well, so both forms must pass.
    """
    if isinstance(node, list):
        return [_lenient(item) for item in node]
    if not isinstance(node, dict):
        return node
    result = {key: _lenient(value) for key, value in node.items()}
    kind = result.get("type")
    if isinstance(kind, str) and kind in _SCALAR_TYPES:
        result["type"] = [kind, "string"]
    return result
