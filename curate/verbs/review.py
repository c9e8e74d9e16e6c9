"""`curate review`: judge instances you did not write."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from curate.session import session

if TYPE_CHECKING:
    from benchmark.identity import Actor
    from benchmark.load import Benchmark
    from review.queue import QueueItem
    from schemas.fields import FlagField


class Fit(StrEnum):
    """Does it fit the task and the capability?"""

    good = "good"
    bad = "bad"


class Difficulty(StrEnum):
    """How difficult is it for a strong model?"""

    very_easy = "very_easy"
    easy = "easy"
    intermediate = "intermediate"
    hard = "hard"


class Reference(StrEnum):
    """Is the reference answer right?"""

    bad = "bad"
    acceptable = "acceptable"
    good = "good"


JsonOption = Annotated[bool, typer.Option("--json", help="For machines.")]
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="Which instance.")]


def queue(as_json: JsonOption = False) -> None:
    """What waits for a review by you."""
    from curate.output import columns, emit_json, say
    from review.queue import progress
    from review.queue import queue as waiting

    benchmark = session().load()
    me = session().actor(benchmark)
    items = waiting(benchmark, me.id)
    if as_json:
        emit_json(
            [
                {
                    "id": item.loaded.name,
                    "task": "/".join(item.loaded.task),
                    "round": item.standing.round,
                    "language": item.loaded.instance.language,
                    "warnings": benchmark.card(item.loaded.task).content_warnings,
                    "why": item.need.why,
                }
                for item in items
            ]
        )
        return
    if not items:
        _say_nothing(benchmark, me)
        return
    rows = [
        (i.loaded.name, f"round {i.standing.round}", i.loaded.instance.language, _to_reader(i))
        for i in items
    ]
    for line in columns(rows):
        say(line)
    done = progress(benchmark, me.id).filed
    say(f"{len(items)} to review, {done} filed. Next: curate review show {items[0].loaded.name}")


def _to_reader(item: QueueItem) -> str:
    from review.reasons import to_you

    return f"you {to_you(item.need.why)}" if item.need.named else "open to everyone who may"


def _say_nothing(benchmark: Benchmark, me: Actor) -> None:
    from curate.output import say
    from review.not_mine import not_mine

    say(f"Nothing waits for a review by you, {me.id}.")
    if "reviewer" not in me.person.roles:
        say("You are not a reviewer here; a curator can make you one.")
        return
    reasons = not_mine(benchmark, me.id)
    say("Open reviews that are not yours:" if reasons else "No round of review is open.")
    for reason, count in reasons.most_common():
        say(f"  {count:4}  {reason}")


def file(
    name: IdArgument,
    task_fit: Annotated[Fit, typer.Option(help="Does it fit task and capability?")],
    difficulty: Annotated[Difficulty, typer.Option(help="For a strong model.")],
    reference: Annotated[Reference, typer.Option(help="The reference answer.")],
    rubric: Annotated[Fit, typer.Option(help="The scoring rubric.")],
    comment: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD=TEXT",
            help="What is wrong, for each flag. FIELD: fit, reference, rubric.",
        ),
    ] = None,
    seconds: Annotated[int, typer.Option(min=0, help="Time spent.")] = 0,
    supersede: Annotated[
        bool, typer.Option("--supersede", help="Replace your review while the round is open.")
    ] = False,
) -> None:
    """File your review. Bad flags the field and needs a comment."""
    from curate.output import say
    from review.file import file_review

    benchmark = session().load()
    actor = session().actor(benchmark)
    loaded = benchmark.find(name)
    standing = file_review(
        session().root,
        benchmark,
        actor,
        loaded,
        task_fit=task_fit.value,
        difficulty=difficulty.value,
        reference_answer=reference.value,
        score_rubric=rubric.value,
        comments=_comments(comment or []),
        seconds=seconds,
        supersede=supersede,
    )
    say(f"Your review of {name} is filed.")
    if standing.round_open:
        say(f"Round {standing.round} is open until everyone it needs has filed.")
    else:
        say(f"Round {standing.round} is closed: {standing.status}.")


def _comments(given: list[str]) -> dict[FlagField, str]:
    from schemas.errors import UsageError
    from schemas.fields import ALIASES

    comments: dict[FlagField, str] = {}
    for entry in given:
        name, equals, text = entry.partition("=")
        field = ALIASES.get(name)
        if field is None or not equals:
            raise UsageError(
                f"--comment {entry}: FIELD=TEXT expected; FIELD is fit, reference or rubric"
            )
        if field in comments:
            raise UsageError(f"--comment: {name} is given twice", advice="Say it all in one.")
        comments[field] = text
    return comments
