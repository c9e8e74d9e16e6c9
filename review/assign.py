"""Ask people for reviews, take them back, and ask others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from benchmark.clock import now
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark, LoadedAct, LoadedInstance
from review.eligibility import WRITERS_BARS
from review.file import may_file
from review.plan import Plan, plan
from review.queue import may_see_author
from review.reasons import bar
from review.record import Entry, record
from review.standing import Standing
from review.standings import require_whole, standing_of
from schemas.acts import Assign, HandBack
from schemas.errors import RefusedError, UsageError


def assign(root: Path, benchmark: Benchmark, actor: Actor, planned: Plan) -> str:
    """Put a plan on record in one commit; returns the commit, empty where there is nothing."""
    actor.require("curator", "ask people for reviews")
    return _ask_all(root, benchmark, actor, planned.asked) if planned.asked else ""


def ask(
    root: Path, benchmark: Benchmark, actor: Actor, instances: Sequence[LoadedInstance], person: str
) -> None:
    """Ask one person for a review of each of the instances, in one commit.

    Raises RefusedError, with nothing recorded, naming the first that they may not take.
    """
    actor.require("curator", "ask people for reviews")
    for loaded in instances:
        _require_able(benchmark, actor, loaded, person)
    _ask_all(root, benchmark, actor, [(loaded, person) for loaded in instances])


def _ask_all(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    asked: Sequence[tuple[LoadedInstance, str]],
) -> str:
    at = now()
    return record(
        root,
        actor,
        [
            Entry(x, x.name, _request(actor, x, standing_of(benchmark, x).round, person, at))
            for x, person in asked
        ],
    )


def hand_back(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    instances: Sequence[LoadedInstance],
    reason: str,
) -> None:
    """Give reviews back that one is asked for or could take: others are to do them.

    Raises RefusedError where one's review is not wanted, UsageError without a reason.
    """
    _require_reason(reason)
    Git(root).require_ready()
    entries = []
    for loaded in instances:
        standing = standing_of(benchmark, loaded)
        _require_place(loaded, standing, actor.id)
        act = _taken_off(actor, loaded, standing.round, reason)
        entries.append(Entry(loaded, loaded.name, act))
    record(root, actor, entries)


def reassign(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    loaded: LoadedInstance,
    giver: str,
    reason: str,
    receiver: str = "",
) -> str:
    """Take a review off one person and ask another, or whoever is found; returns who it is.

    Raises RefusedError where no review by `giver` is wanted, or the other may not do it.
    """
    actor.require("curator", "reassign a review")
    _require_reason(reason)
    standing = standing_of(benchmark, loaded)
    _require_place(loaded, standing, giver)
    act = _taken_off(actor, loaded, standing.round, reason, reviewer=giver)
    entries = [Entry(loaded, loaded.name, act)]
    then = _with_act(benchmark, loaded, act)
    receiver = receiver or _found(then, loaded, _named(benchmark, loaded))
    if receiver not in _named(then, loaded):
        _require_able(then, actor, loaded, receiver)
        request = _request(actor, loaded, standing.round, receiver, now())
        entries.append(Entry(loaded, loaded.name, request))
    record(root, actor, entries)
    return receiver


def _found(benchmark: Benchmark, loaded: LoadedInstance, named: Collection[str]) -> str:
    """Who takes a place that has come free: whom the rule now names, else the best there is."""
    if fresh := [person for person in _named(benchmark, loaded) if person not in named]:
        return fresh[0]
    planned = plan(benchmark, [loaded])
    if planned.asked:
        return planned.asked[0][1]
    why = planned.unfilled[0].why if planned.unfilled else "nobody else is needed"
    raise RefusedError(f"{loaded.name}: {why}")


def _named(benchmark: Benchmark, loaded: LoadedInstance) -> list[str]:
    needs = standing_of(benchmark, loaded).needs
    return [need.who[0] for need in needs if need.act == "review" and need.named]


def _with_act(benchmark: Benchmark, loaded: LoadedInstance, act: Assign | HandBack) -> Benchmark:
    acts = (*benchmark.acts_of(loaded), LoadedAct(act.name(), "", act))
    return replace(benchmark, acts={**benchmark.acts, (loaded.task, loaded.name): acts})


def _require_able(benchmark: Benchmark, actor: Actor, loaded: LoadedInstance, person: str) -> None:
    """Raises RefusedError unless asking this person now would name them for a review."""
    name = loaded.name
    if person not in benchmark.people:
        raise UsageError(f"there is nobody called {person} here", advice="people/ lists who is.")
    standing = standing_of(benchmark, loaded)
    require_whole(name, standing)
    if not standing.round_open or standing.status == "draft":
        raise RefusedError(f"{name} is not waiting for a review: it is {standing.status}")
    if person in _named(benchmark, loaded):
        raise RefusedError(f"{person} is asked for a review of {name} already")
    then = _with_act(benchmark, loaded, _request(actor, loaded, standing.round, person, ""))
    free = [need for need in standing_of(then, loaded).needs if not need.named]
    if reason := bar(then, loaded, person, len(free) + 1):
        if reason in WRITERS_BARS and not may_see_author(benchmark, loaded, standing, actor.id):
            reason = "is not free to"
        raise RefusedError(f"{person} cannot review {name}: {person} {reason}")
    if person not in _named(then, loaded):
        raise RefusedError(
            f"{name} waits for {', '.join(_named(benchmark, loaded))} and for nobody else",
            advice=f"`curate review reassign {name} --from PERSON --to {person} --reason …`.",
        )


def _require_place(loaded: LoadedInstance, standing: Standing, person: str) -> None:
    """Raises RefusedError unless a review by this person is wanted."""
    require_whole(loaded.name, standing)
    if not may_file(person, standing):
        raise RefusedError(
            f"{loaded.name} does not wait for a review by {person}",
            advice="There is nothing to give back.",
        )


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise UsageError("a reason is needed", advice='--reason "…"')


def _request(actor: Actor, loaded: LoadedInstance, round: int, person: str, at: str) -> Assign:
    return Assign(
        instance=loaded.instance.key,
        round=round,
        by=actor.id,
        recorded_by=actor.recorded_by,
        at=at,
        digest=loaded.digest,
        reviewer=person,
    )


def _taken_off(
    actor: Actor, loaded: LoadedInstance, round: int, reason: str, reviewer: str = ""
) -> HandBack:
    return HandBack(
        instance=loaded.instance.key,
        round=round,
        by=actor.id,
        recorded_by=actor.recorded_by,
        at=now(),
        digest=loaded.digest,
        reviewer=reviewer,
        reason=reason,
    )
