"""Acts that say why: adopt, withdraw, reopen, recall, eliminate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from benchmark.clock import now
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark, LoadedInstance
from review.record import Entry, record
from review.rule import Standing
from review.standings import require_whole, standing_of
from schemas.acts import Act, Adopt, Eliminate, Recall, Reopen, Withdraw
from schemas.errors import RefusedError, UsageError

Kind = Literal["adopt", "withdraw", "reopen", "recall", "eliminate"]


def decide(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    kind: Kind,
    instances: Sequence[LoadedInstance],
    reason: str,
    source: str = "",
) -> None:
    """Put one such act on record for each instance, all in one commit.

    Raises RefusedError, naming the first instance the act does not fit, and UsageError without
    a reason; nothing is recorded then.
    """
    if not reason.strip():
        raise UsageError("a reason is needed", advice='--reason "…"')
    Git(root).require_ready()
    entries = []
    for loaded in instances:
        standing = standing_of(benchmark, loaded)
        _require_fit(benchmark, kind, loaded, standing)
        _require_right(actor, kind, loaded, standing)
        entries += [
            Entry(loaded, loaded.name, act)
            for act in _acts(benchmark, actor, kind, loaded, standing, reason, source)
        ]
    changed = set(Git(root).changed("tasks"))
    also = [entry.loaded.path for entry in entries if entry.loaded.path in changed]
    record(root, actor, entries, also=also if kind == "adopt" else ())


def adoptable(benchmark: Benchmark, instances: Sequence[LoadedInstance]) -> list[LoadedInstance]:
    """Those that have a number and have not come to an end: what `adopt --all` means."""
    return [
        loaded
        for loaded in instances
        if loaded.number is not None
        and not standing_of(benchmark, loaded).is_final
        and not standing_of(benchmark, loaded).round_open
    ]


def _require_right(actor: Actor, kind: Kind, loaded: LoadedInstance, standing: Standing) -> None:
    if "curator" in actor.person.roles:
        return
    own = loaded.instance.owner == actor.id
    if kind == "withdraw" and own:
        return
    if kind == "recall" and own and not standing.reviews:
        return
    if kind == "recall" and own:
        raise RefusedError(
            f"{loaded.name} has a review in this round, so only a curator can recall it"
        )
    actor.require("curator", f"{kind} {loaded.name}")


def _require_fit(
    benchmark: Benchmark, kind: Kind, loaded: LoadedInstance, standing: Standing
) -> None:
    name, status = loaded.name, standing.status
    if loaded.is_draft_file:
        raise RefusedError(
            f"{name} was never submitted",
            advice=f"Submit it, or `curate discard {name}`.",
        )
    require_whole(name, standing)
    if benchmark.is_retired(loaded.task):
        raise RefusedError(
            f"{name}: its task is retired",
            advice=f"Bring the task back first: `curate task restore {'/'.join(loaded.task)}`.",
        )
    fits = {
        "adopt": status in {"draft", "revise", "in_review", "recheck"},
        "withdraw": status not in {"withdrawn", "eliminated"},
        "reopen": status in {"withdrawn", "eliminated", "accepted"} or _is_stuck(standing),
        "recall": standing.round_open,
        "eliminate": _is_stuck(standing),
    }[kind]
    if not fits:
        raise RefusedError(f"{name} is {status} ({standing.why}): there is nothing to {kind}")


def _is_stuck(standing: Standing) -> bool:
    return any(need.act == "decide" for need in standing.needs)


def _acts(
    benchmark: Benchmark,
    actor: Actor,
    kind: Kind,
    loaded: LoadedInstance,
    standing: Standing,
    reason: str,
    source: str,
) -> list[Act]:
    common = {
        "instance": loaded.instance.key,
        "by": actor.id,
        "recorded_by": actor.recorded_by,
        "at": now(),
        "digest": loaded.digest,
        "reason": reason,
    }
    round = max(standing.round, 1)
    if kind == "adopt":
        return [Adopt(**common, round=standing.round + 1, source=source)]
    if kind == "withdraw":
        return [Withdraw(**common, round=round)]
    if kind == "recall":
        return [Recall(**common, round=round)]
    if kind == "eliminate":
        return [Eliminate(**common, round=round)]
    undone = _to_undo(benchmark, loaded, standing)
    return [Reopen(**common, round=round, of=name) for name in undone or [""]]


def _to_undo(benchmark: Benchmark, loaded: LoadedInstance, standing: Standing) -> list[str]:
    """The acts that ended it: withdrawals that stand, else the adoption or elimination."""
    acts = benchmark.acts_of(loaded)
    undone = {a.act.of for a in acts if isinstance(a.act, Reopen)}
    standing_acts = [a for a in acts if a.name not in undone]
    withdrawals = sorted(a.name for a in standing_acts if isinstance(a.act, Withdraw))
    if withdrawals:
        return withdrawals
    return sorted(
        a.name
        for a in standing_acts
        if isinstance(a.act, Adopt | Eliminate) and a.act.round == standing.round
    )
