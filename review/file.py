"""File a review: one person's answers to the four questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from benchmark.clock import now
from benchmark.identity import Actor
from benchmark.load import Benchmark, LoadedInstance, load_folder
from review.reasons import to_you, why_not
from review.record import Entry, record
from review.rule import NamedReview, Standing
from review.standings import require_whole, standing_of
from schemas.acts import Difficulty, Quality, Reference, Review
from schemas.digest import field_digests
from schemas.errors import RefusedError, UsageError
from schemas.fields import FlagField


def file_review(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    loaded: LoadedInstance,
    *,
    task_fit: Quality,
    difficulty: Difficulty,
    reference_answer: Reference,
    score_rubric: Quality,
    comments: Mapping[FlagField, str],
    seconds: int = 0,
    reference_opened_first: bool = False,
    supersede: bool = False,
) -> Standing:
    """Put a review on record; returns where the instance stands now.

    `supersede` replaces the person's own review of the open round. Raises RefusedError where
    the person may not review the instance now, UsageError where a flag has no comment.
    """
    standing = standing_of(benchmark, loaded)
    replaced = _replaced(actor, loaded, standing) if supersede else []
    if not replaced:
        require_turn(benchmark, actor.id, loaded, standing)
    try:
        review = Review(
            instance=loaded.instance.key,
            round=standing.round,
            by=actor.id,
            recorded_by=actor.recorded_by,
            at=now(),
            digest=loaded.digest,
            fields=field_digests(loaded.instance),
            task_fit=task_fit,
            difficulty=difficulty,
            reference_answer=reference_answer,
            score_rubric=score_rubric,
            comments=dict(comments),
            seconds=seconds,
            reference_opened_first=reference_opened_first,
        )
    except ValidationError as error:
        raise UsageError(
            str(error.errors()[0]["msg"]).removeprefix("Value error, "),
            advice='Say what is wrong: --comment FIELD="…".',
        ) from None
    record(
        root, actor, [Entry(loaded, loaded.name, act) for act in _acts(review, standing, replaced)]
    )
    return standing_of(load_folder(root), loaded)


def _acts(review: Review, standing: Standing, replaced: list[NamedReview]) -> list[Review]:
    """The review as it is recorded: once, or once for each of one's own that it replaces."""
    if replaced:
        return [
            review.model_copy(update={"supersedes": old.name, "instead_of": old.review.instead_of})
            for old in replaced
        ]
    need = next(n for n in standing.needs if n.act == "review" and review.by in n.who)
    return [review.model_copy(update={"instead_of": need.instead_of})]


def require_turn(
    benchmark: Benchmark, person: str, loaded: LoadedInstance, standing: Standing
) -> None:
    """Raises RefusedError, with the reason, unless the person may review the instance now."""
    if may_file(person, standing):
        return
    name = loaded.name
    require_whole(name, standing)
    if not standing.round_open or standing.status == "draft":
        raise RefusedError(f"{name} is not waiting for a review: it is {standing.status}")
    if any(item.review.by == person for item in standing.reviews):
        raise RefusedError(
            f"you have reviewed {name} in this round",
            advice="To correct a slip while the round is open, add --supersede.",
        )
    raise RefusedError(
        f"{name} is not yours to review: you {to_you(why_not(benchmark, loaded, person))}",
        advice="`curate review queue` lists what is.",
    )


def may_file(person: str, standing: Standing) -> bool:
    """Whether the open round has a place for this person."""
    return standing.round_open and any(
        need.act == "review" and person in need.who for need in standing.needs
    )


def _replaced(actor: Actor, loaded: LoadedInstance, standing: Standing) -> list[NamedReview]:
    """The person's reviews of this round: two where they filed on two copies."""
    if standing.round_open and standing.status == "draft":
        raise RefusedError(f"{loaded.name}: {standing.why}, so it cannot be reviewed now")
    if not standing.round_open:
        raise RefusedError(
            f"{loaded.name}: the round is closed, its reviews stand",
            advice="Tell a curator, who can recall or reopen it.",
        )
    own = [item for item in standing.reviews if item.review.by == actor.id]
    if not own:
        raise RefusedError(f"you have no review of {loaded.name} in this round to replace")
    return own
