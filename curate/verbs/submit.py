"""`curate submit`: hand instances to review."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from curate.session import session

if TYPE_CHECKING:
    from schemas.acts import Answer
    from schemas.fields import FlagField


def submit(
    names: Annotated[list[str] | None, typer.Argument(metavar="ID…", help="Which ones.")] = None,
    task: Annotated[str, typer.Option(metavar="T", help="All of yours in one task.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="All of yours.")] = False,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD=fixed|disagree:WHY",
            help="Answer to a flag whose field did not change. FIELD: fit, reference, rubric.",
        ),
    ] = None,
) -> None:
    """Hand instances to review: opens a round.

    A draft gets its number now, for good. Content is locked while its round is open.
    """
    from benchmark.sync import fetch_quietly
    from curate.output import note, say
    from curate.selection import named, selected
    from review.submit import mine_to_submit
    from review.submit import submit as hand_in

    in_task = selected(names, task, everything=everything)
    answers = _answers(answer or [])
    root = session().root
    if problem := fetch_quietly(root):
        note(f"The shared copy was not reached ({problem}); a number may have to change at sync.")
    benchmark = session().load()
    actor = session().actor(benchmark)
    instances = named(benchmark, names) if names else mine_to_submit(benchmark, actor, in_task)
    if not instances:
        say("There is nothing of yours to submit.")
        return
    done = hand_in(root, benchmark, actor, instances, answers)
    for old, name in done.names.items():
        say(f"{name} is submitted." if old == name else f"{old} is submitted as {name}.")
    for error in done.refused.values():
        note(f"curate: {error}")
    if done.refused:
        raise typer.Exit(1)


def _answers(given: list[str]) -> dict[FlagField, Answer]:
    from schemas.acts import Answer
    from schemas.errors import UsageError
    from schemas.fields import ALIASES

    answers = {}
    for entry in given:
        name, _, rest = entry.partition("=")
        verdict, _, why = rest.partition(":")
        field = ALIASES.get(name)
        if field is None or verdict not in ("fixed", "disagree"):
            raise UsageError(f"--answer {entry}: FIELD=fixed or FIELD=disagree:WHY expected")
        if verdict == "disagree" and not why.strip():
            raise UsageError(f"--answer {entry}: say why you disagree")
        if field in answers:
            raise UsageError(f"--answer: {name} is given twice")
        answers[field] = Answer(
            field=field, answer="fixed" if verdict == "fixed" else "disagree", why=why.strip()
        )
    return answers
