"""The mark of every export: what it is of, release or not, and the canary."""

from __future__ import annotations

import json
from collections.abc import Sequence

from benchmark.exports.record import Origin
from benchmark.exports.responses import Joined


def about(
    origin: Origin,
    form: str,
    instances: int,
    *,
    joined: Joined | None = None,
    ids: Sequence[str] | None = None,
) -> bytes:
    """The mark as JSON; `ids` where the export itself does not say which instance is which."""
    told: dict[str, object] = {
        "format": form,
        "benchmark": origin.name,
        "not_a_release": not origin.version,
    }
    if origin.version:
        told |= {"version": origin.version, "release_digest": origin.digest}
    told |= {"licence": origin.licence, "canary": origin.canary, "instances": instances}
    if joined:
        told["responses"] = {
            "models": sorted({r.model for r in joined.responses.values() if r.model}),
            "missing": joined.missing,
            "unknown": joined.unknown,
            "stale": joined.stale,
        }
    if ids is not None:
        told["ids"] = ids
    return json.dumps(told, ensure_ascii=False, indent=2).encode() + b"\n"
