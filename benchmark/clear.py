"""A lead's word that a task was read through and found good; it holds for what was read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from benchmark import layout
from benchmark.change import Change, carry_out
from benchmark.identity import Actor
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance
from schemas.errors import RefusedError
from schemas.yamldoor import update


def reading_digest(members: Iterable[LoadedInstance]) -> str:
    """What was read: SHA-256 over keys and content digests, whatever their order."""
    lines = sorted(f"{loaded.instance.key} {loaded.digest}" for loaded in members)
    return "c1:" + hashlib.sha256("\n".join(lines).encode()).hexdigest()


def clear_task(
    root: Path, benchmark: Benchmark, actor: Actor, task: TaskName, reason: str = ""
) -> None:
    """Put on the task's card that the actor read its instances and lets them pass.

    Takes a curator or the task's owner. Raises RefusedError where the task is retired or has
    nothing to read.
    """
    card = benchmark.card(task)
    if card.owner != actor.id:
        actor.require("curator", "clear a task that is not theirs")
    if card.status == "retired":
        raise RefusedError(f"the task {'/'.join(task)} is retired")
    members = benchmark.of_task(task)
    if not members:
        raise RefusedError(f"the task {'/'.join(task)} has no instance to read yet")
    path = layout.task_card(task)
    before = (root / path).read_bytes()
    new = card.model_copy(
        update={"cleared_by": actor.id, "cleared_digest": reading_digest(members)}
    )
    text = update(before.decode(), new, path)
    if text.encode() == before:
        raise RefusedError(f"{actor.id} has cleared {'/'.join(task)} as it stands already")
    change = Change(
        f"Clear the task {'/'.join(task)}\n\n{reason}".strip(),
        writes={path: text},
        loaded={path: before},
        trailers=[("Curate-Act", "task-clear"), ("Task", "/".join(task))],
    )
    carry_out(root, change, actor)
