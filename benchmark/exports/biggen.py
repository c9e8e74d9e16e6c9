"""BiGGen's own format: one JSON object keyed by id, ten keys a record."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from benchmark.load import LoadedInstance
from schemas.digest import content


def biggen(instances: Iterable[LoadedInstance]) -> str:
    """The export as text; instances without a number are left out.

    Each record has exactly BiGGen's ten keys; `response` and `response_model_name` are empty,
    to be filled in by who runs a model.
    """
    records = {x.name: _record(x) for x in instances if x.number is not None}
    return json.dumps(records, ensure_ascii=False, indent=4) + "\n"


def _record(loaded: LoadedInstance) -> dict[str, Any]:
    capability, task = loaded.task
    return {
        "id": loaded.name,
        "capability": capability,
        "task": task,
        "instance_idx": loaded.number,
        **content(loaded.instance),
        "response": "",
        "response_model_name": "",
    }
