"""`curate review`: judge instances you did not write."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from curate.session import session

if TYPE_CHECKING:
    from benchmark.load import Benchmark, LoadedInstance
    from review.rule import NamedReview
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
        say(f"Nothing waits for a review by you, {me.id}.")
        if "reviewer" not in me.person.roles:
            say("You are not a reviewer here.")
        return
    rows = [
        (i.loaded.name, f"round {i.standing.round}", i.loaded.instance.language, i.need.why)
        for i in items
    ]
    for line in columns(rows):
        say(line)
    say(f"{len(items)} to review. Next: curate review show {items[0].loaded.name}")


def show(name: IdArgument, as_json: JsonOption = False) -> None:
    """An instance as a reviewer reads it.

    While the round is open nobody's verdict is shown but your own.
    """
    from curate.output import emit_json
    from review.standings import standing_of

    benchmark = session().load()
    loaded = benchmark.find(name)
    view = _view(benchmark, loaded, session().reader(benchmark))
    if as_json:
        emit_json(view)
    else:
        _print(benchmark, loaded, view, standing_of(benchmark, loaded).why)


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


def _view(benchmark: Benchmark, loaded: LoadedInstance, me: str) -> dict[str, Any]:
    from review.queue import may_see_author, visible_reviews
    from review.standings import standing_of
    from schemas.digest import content

    standing = standing_of(benchmark, loaded)
    card = benchmark.tasks.get(loaded.task)
    view: dict[str, Any] = {
        "id": loaded.name,
        "capability": loaded.task[0],
        "task": loaded.task[1],
        "status": standing.status,
        "round": standing.round,
        "round_open": standing.round_open,
        "warnings": card.content_warnings if card else [],
        "language": loaded.instance.language,
        **content(loaded.instance),
        "reviews": [_review(item) for item in visible_reviews(standing, me)],
    }
    if may_see_author(benchmark, loaded, standing, me):
        view["author"] = loaded.instance.provenance.author
        view["origin"] = loaded.instance.provenance.origin
        view["notes"] = loaded.instance.notes
    return view


def _review(item: NamedReview) -> dict[str, Any]:
    review = item.review
    return {
        "by": review.by,
        "task_fit": review.task_fit,
        "difficulty": review.difficulty,
        "reference_answer": review.reference_answer,
        "score_rubric": review.score_rubric,
        "comments": dict(review.comments),
    }


def _print(benchmark: Benchmark, loaded: LoadedInstance, view: dict[str, Any], why: str) -> None:
    from curate.output import indented, say

    say(f"{view['id']} · {view['status']} ({why}) · round {view['round']} · {view['language']}")
    if view["warnings"]:
        say(f"Content: {', '.join(view['warnings'])}")
    card = benchmark.tasks.get(loaded.task)
    if card and card.description:
        say(f"Task: {card.description}")
    for field, title in (
        ("system_prompt", "System prompt"),
        ("input", "Input"),
        ("reference_answer", "Reference answer (evaluators read it as the score-5 answer)"),
    ):
        say(f"\n{title}")
        say(indented(view[field]) if view[field] else "  –")
    rubric = view["score_rubric"]
    say(f"\nCriterion\n{indented(rubric['criteria'])}")
    for level in range(1, 6):
        say(f"{level}\n{indented(rubric[f'score{level}_description'], 4)}")
    for review in view["reviews"]:
        say(
            f"\nReview by {review['by']}: fit {review['task_fit']}, {review['difficulty']}, "
            f"reference {review['reference_answer']}, rubric {review['score_rubric']}"
        )
        for field, text in review["comments"].items():
            say(f"  {field}: {indented(text).strip()}")
    if view.get("author"):
        say(f"\nWritten by {view['author']} ({view['origin']}).")
    if view.get("notes"):
        say(f"Notes\n{indented(view['notes'])}")
