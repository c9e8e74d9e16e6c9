"""`curate augment`: new instances from those that people wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from curate.session import session

if TYPE_CHECKING:
    from augment.begin import Preview
    from augment.budget import Budget
    from augment.near_duplicates import Near
    from augment.outcome import JobOutcome, RoundOutcome, RunOutcome
    from augment.plan import Plan, Wanted
    from benchmark.load import Benchmark


def augment(
    task: Annotated[
        list[str] | None, typer.Option("--task", metavar="T", help="A task; may be repeated.")
    ] = None,
    capability: Annotated[str, typer.Option(metavar="C", help="All its tasks.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="All tasks.")] = False,
    rounds: Annotated[int, typer.Option(min=0, help="New instances a task; 0: as set.")] = 0,
    candidates: Annotated[int, typer.Option(min=0, help="To choose from; 0: as set.")] = 0,
    fill: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Only what a task lacks of N augmented.")
    ] = None,
    language: Annotated[str, typer.Option(metavar="L", help="Only in this language.")] = "",
    model: Annotated[str, typer.Option(metavar="M", help="The model's name at the server.")] = "",
    base_url: Annotated[str, typer.Option(metavar="U", help="The server.")] = "",
    max_cost: Annotated[str, typer.Option(metavar="X", help="Stop before it costs more.")] = "",
    max_requests: Annotated[int, typer.Option(min=0, help="Stop after so many; 0: no limit.")] = 0,
    resume: Annotated[str, typer.Option(metavar="RUN", help="Go on with a run.")] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="Of samples and requests.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be sent.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Generate new instances from those that people wrote.

    Of each round's candidates the valid one least similar to the task's instances becomes a
    draft. Its owner reads it: curate augment check ID.
    """
    benchmark = session().load()
    if resume:
        if task or capability or everything or rounds or candidates or model or dry_run:
            _refuse("--resume goes on with what the run was begun for: its tasks, rounds and model")
        _resume(benchmark, resume, base_url, max_cost, max_requests, as_json)
        return
    wanted = _wanted(
        benchmark, task or [], capability, everything, fill, language, seed,
        {"rounds": rounds, "candidates": candidates, "model": model, "base_url": base_url},
    )  # fmt: skip
    if dry_run:
        _preview(benchmark, wanted, as_json)
    else:
        _begin(benchmark, wanted, max_cost, max_requests, as_json)


def _refuse(what: str) -> None:
    from schemas.errors import UsageError

    raise UsageError(what)


def _wanted(
    benchmark: Benchmark, tasks: list[str], capability: str, everything: bool, fill: int | None,
    language: str, seed: int | None, given: dict[str, Any],
) -> Wanted:  # fmt: skip
    from augment.begin import tasks_of
    from augment.plan import Wanted
    from benchmark.layout import parse_task

    if sum([bool(tasks), bool(capability), everything]) != 1:
        _refuse("name tasks with --task, or a capability with --capability, or take --all")
    if fill is not None and given["rounds"]:
        _refuse("--fill says how many a task shall have, --rounds how many it gets: take one")
    named = list(dict.fromkeys(map(parse_task, tasks))) or tasks_of(benchmark, capability)
    update = {name: value for name, value in given.items() if value}
    settings = benchmark.settings.augment.model_copy(update=update)
    return Wanted(tuple(named), settings, fill, language, seed, bool(tasks))


def _statuses(benchmark: Benchmark) -> dict[str, str]:
    from review.standings import standings

    return {name: standing.status for name, standing in standings(benchmark).items()}


def _plan(benchmark: Benchmark, wanted: Wanted, run_by: str) -> Plan:
    from augment.begin import new_plan

    return new_plan(session().root, benchmark, _statuses(benchmark), wanted, run_by)


def _preview(benchmark: Benchmark, wanted: Wanted, as_json: bool) -> None:
    from augment.begin import preview
    from curate.output import emit_json

    plan = _plan(benchmark, wanted, session().reader(benchmark))
    shown = preview(session().root, benchmark, plan)
    if as_json:
        emit_json(_preview_json(shown))
    else:
        _print_preview(shown)


def _begin(
    benchmark: Benchmark, wanted: Wanted, max_cost: str, max_requests: int, as_json: bool
) -> None:
    from augment.begin import begin
    from curate.output import note
    from curate.progress import Ticker

    actor = session().actor(benchmark)
    plan = _plan(benchmark, wanted, actor.id)
    budget = _budget(plan, max_cost, max_requests)
    _tell_what_answers(plan)
    ticker = Ticker(budget.price.currency if budget.price else "")
    try:
        outcome = begin(
            session().root, benchmark, actor, plan, budget, ticker,
            lambda run_id: note(f"run {run_id}: {plan.requests} requests for {len(plan.jobs)} "
                                f"task{'s' * (len(plan.jobs) != 1)}"),
        )  # fmt: skip
    except KeyboardInterrupt:
        _interrupted(plan.run_id, ticker, max_cost, max_requests)
        raise
    ticker.close()
    _finish(outcome, max_cost, max_requests, as_json)


def _resume(
    benchmark: Benchmark, run_id: str, base_url: str, max_cost: str,
    max_requests: int, as_json: bool,
) -> None:  # fmt: skip
    from augment.begin import kept_plan, resume
    from augment.plan import with_server
    from curate.progress import Ticker

    actor = session().actor(benchmark)
    plan = kept_plan(session().root, run_id)
    plan = with_server(plan, base_url) if base_url else plan
    budget = _budget(plan, max_cost, max_requests)
    _tell_what_answers(plan)
    ticker = Ticker(budget.price.currency if budget.price else "")
    try:
        outcome = resume(session().root, benchmark, actor, plan, budget, ticker)
    except KeyboardInterrupt:
        _interrupted(run_id, ticker, max_cost, max_requests)
        raise
    ticker.close()
    _finish(outcome, max_cost, max_requests, as_json)


def _budget(plan: Plan, max_cost: str, max_requests: int) -> Budget:
    from decimal import Decimal, InvalidOperation

    from augment.budget import Budget

    price = plan.settings.prices.get(plan.settings.model)
    if not max_cost:
        return Budget(max_requests, None, price)
    try:
        limit = Decimal(max_cost)
    except InvalidOperation:
        limit = Decimal(-1)
    if not limit.is_finite() or limit < 0:
        _refuse(f"--max-cost {max_cost}: an amount expected, such as 2.50")
    if price is None:
        from schemas.errors import UsageError

        raise UsageError(
            f"--max-cost needs to know what {plan.settings.model or 'the model'} costs",
            advice="Set it in curate.yaml: augment: {prices: {MODEL: {prompt: …, completion: …}}}, "
            "per million tokens; or limit with --max-requests.",
        )
    return Budget(max_requests, limit, price)


def _tell_what_answers(plan: Plan) -> None:
    from augment.begin import is_scripted
    from curate.output import note

    if is_scripted(plan.settings):
        note("The model is scripted: prepared answers are played back, nothing is generated.")


def _again(run_id: str, max_cost: str, max_requests: int) -> str:
    limits = f" --max-cost {max_cost}" if max_cost else ""
    limits += f" --max-requests {max_requests}" if max_requests else ""
    return f"curate augment --resume {run_id}{limits}"


def _interrupted(run_id: str, ticker: Any, max_cost: str, max_requests: int) -> None:
    from augment.journal import known_runs
    from curate.output import note

    ticker.close()
    if run_id in known_runs(session().root):
        note(f"Everything answered so far is kept. Go on: {_again(run_id, max_cost, max_requests)}")


def _finish(outcome: RunOutcome, max_cost: str, max_requests: int, as_json: bool) -> None:
    from curate.output import emit_json, note

    resume = "" if outcome.is_whole else _again(outcome.run_id, max_cost, max_requests)
    if outcome.open_at_kill:
        note(f"{outcome.open_at_kill} requests were open when the run was cut off; sent again.")
    if as_json:
        emit_json(_outcome_json(outcome, resume))
    else:
        _print_outcome(outcome)
    if outcome.stopped:
        note(f"curate: the run stopped: {outcome.stopped}")
    for job in outcome.jobs:
        if job.state in ("failed", "stopped"):
            note(f"curate: {job.job.name}: {job.why}")
    if resume:
        note(f"Everything answered so far is kept. Go on: {resume}")
    if outcome.exit_code:
        raise typer.Exit(outcome.exit_code)


# -- for people -----------------------------------------------------------------------------


def _print_preview(shown: Preview) -> None:
    from augment.tokens import estimate
    from curate.output import indented, say

    plan = shown.plan
    for job in plan.jobs:
        count = job.rounds * plan.settings.candidates
        shown_are = f"{len(job.shown)} demonstrations"
        shown_are += f", {len(job.left_out)} did not fit" if job.left_out else ""
        say(f"{job.name}: {job.rounds} rounds of {plan.settings.candidates} = {count} requests, "
            f"each about {job.prompt_tokens} tokens; {shown_are}")  # fmt: skip
    if plan.jobs:
        job = plan.jobs[0]
        say(f"\nThe prompt of {job.name}:")
        for role, content in job.messages:
            say(f"\n  -- {role}, about {estimate(content)} tokens")
            say(indented(content))
    total = sum(job.prompt_tokens * job.rounds for job in plan.jobs) * plan.settings.candidates
    say(f"\n{plan.requests} requests to {shown.host}, about {total} tokens sent, and at most "
        f"{plan.requests * plan.settings.max_output_tokens} received.")  # fmt: skip
    say(f"Templates: {', '.join(shown.own_templates) or 'those of the package'}.")
    say(f"Fields that would be sent: {', '.join(shown.leaving) or 'none'}.")
    _print_skipped(plan.skipped)
    say("Nothing was sent.")


def _print_skipped(skipped: Any) -> None:
    from curate.output import say

    for one in skipped:
        say(f"Left out: {'/'.join(one.task)} {one.language}".rstrip() + f": {one.why}.")


def _print_outcome(outcome: RunOutcome) -> None:
    from curate.output import columns, say

    rows: list[tuple[str, ...]] = [
        ("task", "", "round", "valid", "kept", "score", "closest", "dropped")
    ]
    for job in outcome.jobs:
        for one in job.rounds:
            rows.append(_row(job, one))
    if len(rows) > 1:
        for line in columns(rows):
            say(line)
    for job in outcome.jobs:
        if job.state == "there":
            say(f"{job.job.name}: done before.")
        for line in job.notes:
            say(f"{job.job.name}: {line}")
        for near in job.near:
            say(f"{near.new} reads like {near.existing} of another task ({near.cosine:.3f}).")
    for near in outcome.near:
        say(f"{near.new} reads like {near.existing}, which is new too ({near.cosine:.3f}).")
    _print_skipped(outcome.skipped)
    paid = f", {outcome.cost:.4f} {outcome.currency}" if outcome.cost is not None else ""
    say(f"Run {outcome.run_id}: {outcome.requests} requests ({outcome.retries} retries), "
        f"{outcome.prompt_tokens} + {outcome.completion_tokens} tokens{paid}.")  # fmt: skip
    names = [name for job in outcome.jobs if job.state != "there" for name in job.names]
    if names:
        say(f"{len(names)} new drafts. Their owners check them: curate augment check {names[0]}")


def _row(job: JobOutcome, one: RoundOutcome) -> tuple[str, ...]:
    from collections import Counter

    valid = sum(candidate.drop is None for candidate in one.candidates)
    drops = Counter(c.drop.reason for c in one.candidates if c.drop)
    scored = one.scores.get(one.kept) if one.kept is not None else None
    return (
        "/".join(job.job.task), job.job.language, str(one.number),
        f"{valid} of {len(one.candidates)}",
        f"new-{one.key}" if one.key else "none",
        f"{scored.score:.4f}" if scored else "",
        scored.closest if scored else "",
        ", ".join(f"{reason} {n}" if n > 1 else reason for reason, n in sorted(drops.items())),
    )  # fmt: skip


# -- for machines ---------------------------------------------------------------------------


def _preview_json(shown: Preview) -> dict[str, Any]:
    plan = shown.plan
    return {
        "host": shown.host,
        "model": plan.settings.model,
        "requests": plan.requests,
        "fields": list(shown.leaving),
        "tasks": [
            {
                "capability": job.task[0],
                "task": job.task[1],
                "language": job.language,
                "rounds": job.rounds,
                "requests": job.rounds * plan.settings.candidates,
                "prompt_tokens": job.prompt_tokens,
                "demonstrations": list(job.shown),
                "left_out": list(job.left_out),
                "messages": [{"role": role, "content": text} for role, text in job.messages],
            }
            for job in plan.jobs
        ],
        "skipped": _skipped_json(plan.skipped),
    }


def _skipped_json(skipped: Any) -> list[dict[str, str]]:
    return [
        {"capability": s.task[0], "task": s.task[1], "language": s.language, "why": s.why}
        for s in skipped
    ]


def _outcome_json(outcome: RunOutcome, resume: str) -> dict[str, Any]:
    return {
        "run": outcome.run_id,
        "tasks": [_job_json(job) for job in outcome.jobs],
        "near": [_near_json(near) for near in outcome.near],
        "skipped": _skipped_json(outcome.skipped),
        "requests": outcome.requests,
        "retries": outcome.retries,
        "open_at_kill": outcome.open_at_kill,
        "prompt_tokens": outcome.prompt_tokens,
        "completion_tokens": outcome.completion_tokens,
        "cost": None if outcome.cost is None else f"{outcome.cost:.6f}",
        "currency": outcome.currency,
        "stopped": outcome.stopped,
        "resume": resume,
    }


def _job_json(job: JobOutcome) -> dict[str, Any]:
    return {
        "capability": job.job.task[0],
        "task": job.job.task[1],
        "language": job.job.language,
        "state": job.state,
        "why": job.why,
        "kept": list(job.names),
        "notes": list(job.notes),
        "near": [_near_json(near) for near in job.near],
        "rounds": [_round_json(one) for one in job.rounds],
    }


def _near_json(near: Near) -> dict[str, Any]:
    return {"id": near.new, "other": near.existing, "similarity": near.cosine}


def _round_json(one: RoundOutcome) -> dict[str, Any]:
    return {
        "round": one.number,
        "kept": one.kept,
        "id": f"new-{one.key}" if one.key else "",
        "stopped": one.stopped,
        "unanswered": {str(index): why for index, why in one.unanswered.items()},
        "candidates": [
            {
                "index": c.index,
                "dropped": c.drop.reason if c.drop else "",
                "detail": c.drop.detail if c.drop else "",
                "score": one.scores[c.index].score if c.index in one.scores else None,
                "closest": one.scores[c.index].closest if c.index in one.scores else "",
            }
            for c in one.candidates
        ],
    }
