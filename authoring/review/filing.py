"""Put a review on record, against the text that was read and no other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from authoring.review.answers import Answers
from authoring.review.sitting import Turn
from benchmark.identity import Actor
from benchmark.load import load_folder
from review.file import file_review
from review.rule import Standing
from review.standings import standing_of
from schemas.acts import Difficulty, Quality, Reference
from schemas.errors import ChangedOnDiskError, RefusedError, Where


@dataclass(frozen=True)
class Filing:
    """One complete review. `digest` is of the content that was on the screen."""

    turn: Turn
    name: str
    digest: str
    answers: Answers
    supersede: bool = False


def put_on_record(root: Path, actor: Actor, filing: Filing) -> Standing:
    """File it on the benchmark as it is now; returns where the instance stands.

    Raises ChangedOnDiskError where the text is not the one that was read, and what
    `file_review` raises; nothing is on record then. Takes a moment: call it in a thread.
    """
    benchmark = load_folder(root)
    loaded = benchmark.find(filing.turn[0])
    if loaded.digest != filing.digest:
        raise ChangedOnDiskError(
            f"the text of {loaded.name} has changed since you read it",
            where=Where(loaded.path),
            advice="Nothing was filed. Read it again; your answers are kept.",
            theirs=loaded.document.source.encode(),
        )
    round = standing_of(benchmark, loaded).round
    if round != filing.turn[1]:
        raise RefusedError(
            f"{loaded.name} is in round {round} now; you answered for round {filing.turn[1]}",
            advice="Nothing was filed. If the new round needs you, it is in your queue.",
        )
    answers = filing.answers
    flagged = {field: text for field, text in answers.comments.items() if text.strip()}
    return file_review(
        root,
        benchmark,
        actor,
        loaded,
        task_fit=cast(Quality, answers.values["task_fit"]),
        difficulty=cast(Difficulty, answers.values["difficulty"]),
        reference_answer=cast(Reference, answers.values["reference_answer"]),
        score_rubric=cast(Quality, answers.values["score_rubric"]),
        comments=flagged,
        seconds=answers.seconds,
        reference_opened_first=answers.reference_opened_first,
        supersede=filing.supersede,
    )
