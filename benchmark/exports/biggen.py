"""BiGGen's own format: one JSON object keyed by id, ten keys a record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

from benchmark.exports.record import Exported
from benchmark.exports.responses import Response

_NONE_YET: Final = Response("")


def biggen(instances: Iterable[Exported], responses: Mapping[str, Response] | None = None) -> str:
    """The export as text.

    Each record has exactly BiGGen's ten keys; `response` and `response_model_name` are empty
    where there is no response, to be filled in by who runs a model.
    """
    given = responses or {}
    records = {x.id: _record(x, given.get(x.id, _NONE_YET)) for x in instances}
    return json.dumps(records, ensure_ascii=False, indent=4) + "\n"


def _record(instance: Exported, response: Response) -> dict[str, object]:
    return {
        "id": instance.id,
        "capability": instance.capability,
        "task": instance.task,
        "instance_idx": instance.number,
        **instance.content,
        "response": response.text,
        "response_model_name": response.model,
    }
