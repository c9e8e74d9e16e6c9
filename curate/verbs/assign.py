"""`curate review assign | hand-back | reassign`: who is asked for which review."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from curate.session import session

if TYPE_CHECKING:
    from review.plan import Plan

Reason = Annotated[str, typer.Option(help="Why; kept with the act.")]


def assign(
    names: Annotated[list[str] | None, typer.Argument(metavar="ID…", help="Which ones.")] = None,
    task: Annotated[str, typer.Option(metavar="T", help="Only of this task.")] = "",
    to: Annotated[str, typer.Option(metavar="PERSON", help="Ask this person for them.")] = "",
    seed: Annotated[
        int | None, typer.Option(help="For the choice between equals (default: curate.yaml).")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say who would be asked.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Ask two people for each review that waits (curator).

    Who is asked already stays asked. Nobody is asked beyond their capabilities, languages,
    `avoid` and `review_limit` (people/ID.yaml).
    """
    from curate.output import emit_json, say
    from curate.selection import named, selected
    from review.assign import ask
    from review.assign import assign as put_on_record
    from review.plan import plan

    in_task = selected(names, task, everything=not names and not task)
    benchmark = session().load()
    actor = session().actor(benchmark)
    # Even a plan tells, by whom it leaves out, who wrote what.
    actor.require("curator", "ask people for reviews")
    root = session().root
    instances = (
        named(benchmark, names)
        if names
        else benchmark.of_task(in_task)
        if in_task
        else list(benchmark.instances)
    )
    if to:
        if not names:
            raise _needs_names()
        ask(root, benchmark, actor, instances, to)
        say(f"{to} is asked for {', '.join(x.name for x in instances)}.")
        return
    planned = plan(benchmark, instances, seed)
    if not dry_run:
        put_on_record(root, benchmark, actor, planned)
    if as_json:
        emit_json(_as_data(planned))
    else:
        _print(planned, dry_run=dry_run)


def _needs_names() -> Exception:
    from schemas.errors import UsageError

    return UsageError("--to needs the instances by name")


def _as_data(planned: Plan) -> dict[str, Any]:
    return {
        "assigned": [{"id": loaded.name, "reviewer": person} for loaded, person in planned.asked],
        "unassigned": [
            {"id": entry.loaded.name, "missing": entry.missing, "why": entry.why}
            for entry in planned.unfilled
        ],
        "loads": {
            person: {"before": planned.before[person], "after": planned.after[person]}
            for person in planned.before
        },
    }


def _print(planned: Plan, *, dry_run: bool) -> None:
    from benchmark.release.wording import number
    from curate.output import columns, note, say

    if not planned.asked and not planned.unfilled:
        say("Nothing waits for someone to be asked.")
        return
    count = len({loaded.name for loaded, _ in planned.asked})
    would = "would be " if dry_run else ""
    say(f"{number(len(planned.asked), 'review')} of {number(count, 'instance')} {would}assigned.")
    rows = [
        (person, number(planned.after[person], "review"), f"+{planned.after[person] - before}")
        for person, before in planned.before.items()
    ]
    for line in columns(rows):
        say(f"  {line}")
    if planned.unfilled:
        missing = sum(entry.missing for entry in planned.unfilled)
        note(f"{number(missing, 'place')} cannot be filled:")
        by_reason: dict[str, list[str]] = {}
        for entry in planned.unfilled:
            by_reason.setdefault(entry.why, []).append(entry.loaded.name)
        for why, ids in by_reason.items():
            more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
            note(f"  {', '.join(ids[:5])}{more}: {why}")


def hand_back(
    names: Annotated[list[str], typer.Argument(metavar="ID…", help="Which ones.")],
    reason: Reason,
) -> None:
    """Give back a review you were to do.

    Someone else takes it: `curate review assign` asks them.
    """
    from curate.output import say
    from curate.selection import named
    from review.assign import hand_back as give_back

    benchmark = session().load()
    actor = session().actor(benchmark)
    instances = named(benchmark, names)
    give_back(session().root, benchmark, actor, instances, reason)
    for loaded in instances:
        say(f"{loaded.name} is handed back.")


def reassign(
    name: Annotated[str, typer.Argument(metavar="ID", help="Which instance.")],
    giver: Annotated[str, typer.Option("--from", metavar="PERSON", help="Who was to review it.")],
    reason: Reason,
    to: Annotated[
        str, typer.Option(metavar="PERSON", help="Who is to (default: whoever fits best).")
    ] = "",
) -> None:
    """Take a review off one person and ask another (curator)."""
    from curate.output import say
    from review.assign import reassign as ask_another

    benchmark = session().load()
    actor = session().actor(benchmark)
    loaded = benchmark.find(name)
    receiver = ask_another(session().root, benchmark, actor, loaded, giver, reason, to)
    say(f"{receiver} is to review {loaded.name} instead of {giver}.")
