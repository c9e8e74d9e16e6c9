"""Reconsider what a release has frozen: a new instance in its place, never another text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmark import instance_file
from benchmark.change import Change, carry_out
from benchmark.identity import Actor
from benchmark.load import Benchmark, LoadedInstance
from schemas.errors import UsageError
from schemas.instance import Instance
from schemas.names import draft_id, new_key


def is_released(benchmark: Benchmark, loaded: LoadedInstance) -> bool:
    """Whether some release holds the instance."""
    return loaded.instance.key in benchmark.released_digests


def replacements(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    instances: Sequence[LoadedInstance],
    reason: str,
) -> dict[str, str]:
    """A new draft with the text of each instance, to stand in its place; names by old ids.

    The old one stays as it is until the new one is accepted: from then on releases leave it out.
    """
    actor.require("curator", "reopen what a release holds")
    if not reason.strip():
        raise UsageError("a reason is needed", advice='--reason "…"')
    change = Change(
        f"Reopen {', '.join(loaded.name for loaded in instances)} as new\n\n{reason}",
        trailers=[("Curate-Act", "replace")],
    )
    names = {}
    for loaded in instances:
        copy = _copy(loaded, reason)
        path = instance_file.draft_path(loaded.task, copy)
        change.writes[path] = instance_file.text_of(copy, path, benchmark.settings.canary)
        change.trailers.append(("Instance", loaded.name))
        names[loaded.name] = draft_id(copy.key)
    carry_out(root, change, actor)
    return names


def _copy(loaded: LoadedInstance, reason: str) -> Instance:
    instance = loaded.instance
    origin = instance.provenance.model_copy(update={"replaces": loaded.name, "checked_by": ""})
    notes = f"{instance.notes}\n\nReopened: {reason}".strip()
    return instance.model_copy(update={"key": new_key(), "notes": notes, "provenance": origin})
