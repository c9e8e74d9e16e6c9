"""`curate review show`: an instance as a reviewer reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from curate.session import session

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmark.load import Benchmark, LoadedInstance
    from review.rule import NamedReview, Standing
    from review.since import SinceMyReview

JsonOption = Annotated[bool, typer.Option("--json", help="For machines.")]
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="Which instance.")]


def show(name: IdArgument, as_json: JsonOption = False) -> None:
    """An instance as a reviewer reads it.

    While the round is open nobody's verdict is shown but your own.
    """
    from curate.output import emit_json
    from review.queue import visible_reviews
    from review.standings import standing_of

    benchmark = session().load()
    loaded = benchmark.find(name)
    me = session().reader(benchmark)
    view = _view(benchmark, loaded, me)
    if as_json:
        emit_json(view)
    else:
        standing = standing_of(benchmark, loaded)
        _print(benchmark, loaded, view, visible_reviews(standing, me), standing.why)


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
        "reviews": [review_data(item) for item in visible_reviews(standing, me)],
    }
    if may_see_author(benchmark, loaded, standing, me):
        view["author"] = loaded.instance.provenance.author
        view["origin"] = loaded.instance.provenance.origin
        view["notes"] = loaded.instance.notes
    if since := _since_review(session().root, benchmark, loaded, standing, me):
        view["since_your_review"] = _since(since, loaded)
    return view


def _since_review(
    root: Path, benchmark: Benchmark, loaded: LoadedInstance, standing: Standing, me: str
) -> SinceMyReview | None:
    """What came after one's last review, while one is to look again."""
    from review.file import may_file
    from review.since import since_my_review

    return since_my_review(root, benchmark, loaded, me) if may_file(me, standing) else None


def review_data(item: NamedReview) -> dict[str, Any]:
    """A review as plain data."""
    review = item.review
    return {
        "by": review.by,
        "task_fit": review.task_fit,
        "difficulty": review.difficulty,
        "reference_answer": review.reference_answer,
        "score_rubric": review.score_rubric,
        "comments": dict(review.comments),
    }


def say_review(item: NamedReview) -> None:
    """A review in a line, and a line for each comment."""
    from curate.output import indented, say

    review = item.review
    say(
        f"Review by {review.by}: fit {review.task_fit}, {review.difficulty}, "
        f"reference {review.reference_answer}, rubric {review.score_rubric}"
    )
    for field, text in review.comments.items():
        say(f"  {field}: {indented(text).strip()}")


def _since(found: SinceMyReview, loaded: LoadedInstance) -> dict[str, Any]:
    from review.compared import compared

    review = found.review
    return {
        "round": review.round,
        "flags": {field: review.comments[field] for field in review.flags},
        "answers": [answer.model_dump(mode="json") for answer in found.answers],
        "texts_are_known": found.before is not None,
        "changed": [
            {"field": name, "words": [list(piece) for piece in compared(before, after)]}
            for name, before, after in found.changed(loaded.instance)
        ],
    }


def _say_since(since: dict[str, Any]) -> None:
    from curate.output import indented, say

    say(f"\nSince your review of round {since['round']}")
    for field, comment in since["flags"].items():
        say(f"  you flagged {field}: {indented(comment, 4).strip()}")
    for answer in since["answers"]:
        why = f": {answer['why']}" if answer["why"] else ""
        say(f"  the author on {answer['field']}: {answer['answer']}{why}")
    if not since["texts_are_known"]:
        say("  What it read then is not in this copy's history, so no words can be compared.")
    elif not since["changed"]:
        say("  No text has changed.")
    marks = {"same": "{}", "went": "[-{}-]", "came": "{{+{}+}}"}
    for change in since["changed"]:
        say(f"  {change['field']}   [-taken out-] {{+put in+}}")
        say(indented("".join(marks[kind].format(text) for kind, text in change["words"]), 4))


def _print(
    benchmark: Benchmark,
    loaded: LoadedInstance,
    view: dict[str, Any],
    reviews: Sequence[NamedReview],
    why: str,
) -> None:
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
    for item in reviews:
        say()
        say_review(item)
    if view.get("author"):
        say(f"\nWritten by {view['author']} ({view['origin']}).")
    if view.get("notes"):
        say(f"Notes\n{indented(view['notes'])}")
    if "since_your_review" in view:
        _say_since(view["since_your_review"])
