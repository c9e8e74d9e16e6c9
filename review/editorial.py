"""A lead's correction of somebody else's instance, put on record for what it is."""

from __future__ import annotations

from pathlib import Path

from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark, LoadedInstance
from review.standings import standing_of
from schemas.errors import RefusedError


def is_correction(root: Path, actor: Actor, loaded: LoadedInstance) -> bool:
    """Whether the file of somebody else's instance holds what no commit holds yet."""
    if loaded.instance.owner in ("", actor.id) or "curator" not in actor.person.roles:
        return False
    git = Git(root)
    return git.directory is not None and loaded.path in git.changed("tasks")


def record_editorial(
    root: Path, benchmark: Benchmark, actor: Actor, loaded: LoadedInstance, reason: str = ""
) -> str:
    """Commit the saved correction; returns the commit.

    The author stays the author and answers for the instance; whoever corrected it is among its
    writers from now on and never reviews it (`review.writers`). Raises RefusedError while a round
    is open, and where there is nothing of the kind to record.
    """
    actor.require("curator", "correct what others wrote")
    if loaded.instance.owner == actor.id:
        raise RefusedError(f"{loaded.name} is your own: submit it instead")
    if standing_of(benchmark, loaded).round_open:
        raise RefusedError(
            f"{loaded.name} is in review and its content is locked",
            advice="A curator can recall it; what you saved stays on disk.",
        )
    if loaded.path not in Git(root).changed("tasks"):
        raise RefusedError(f"{loaded.name} has no change that is not on record already")
    change = Change(
        f"Correct {loaded.name}\n\n{reason}".strip(),
        extra_paths=[loaded.path],
        trailers=[("Curate-Act", "editorial"), ("Instance", loaded.name), ("Curate-By", actor.id)],
    )
    return carry_out(root, change, actor)
