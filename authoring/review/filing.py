"""What a review screen puts on record: a review of the text that was read, or the way back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from authoring.review import unfiled
from authoring.review.answers import Answers
from authoring.review.sitting import Turn
from benchmark.identity import Actor
from benchmark.load import load_folder
from review.assign import hand_back
from review.file import file_review
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

    def carry_out(self, root: Path, actor: Actor) -> str:
        """File it on the benchmark as it is now.

        Raises ChangedOnDiskError where the text is not the one that was read, and what
        `file_review` raises; nothing is on record then.
        """
        benchmark = load_folder(root)
        loaded = benchmark.find(self.turn[0])
        if loaded.digest != self.digest:
            raise ChangedOnDiskError(
                f"the text of {loaded.name} has changed since you read it",
                where=Where(loaded.path),
                advice="Nothing was filed. Read it again; your answers are kept.",
                theirs=loaded.document.source.encode(),
            )
        round = standing_of(benchmark, loaded).round
        if round != self.turn[1]:
            raise RefusedError(
                f"{loaded.name} is in round {round} now; you answered for round {self.turn[1]}",
                advice="Nothing was filed. If the new round needs you, it is in your queue.",
            )
        values, comments = self.answers.values, self.answers.comments
        standing = file_review(
            root,
            benchmark,
            actor,
            loaded,
            task_fit=cast(Quality, values["task_fit"]),
            difficulty=cast(Difficulty, values["difficulty"]),
            reference_answer=cast(Reference, values["reference_answer"]),
            score_rubric=cast(Quality, values["score_rubric"]),
            comments={field: text for field, text in comments.items() if text.strip()},
            seconds=self.answers.seconds,
            reference_opened_first=self.answers.reference_opened_first,
            supersede=self.supersede,
        )
        unfiled.forget(root, actor.id, self.turn[0])
        after = "it waits for others" if standing.round_open else standing.status
        return f"Filed {self.name}: round {round}, {after}."


@dataclass(frozen=True)
class HandingBack:
    """A review someone else is to do."""

    turn: Turn
    name: str
    reason: str

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Put it on record. Raises what `hand_back` raises."""
        benchmark = load_folder(root)
        hand_back(root, benchmark, actor, [benchmark.find(self.turn[0])], self.reason)
        unfiled.forget(root, actor.id, self.turn[0])
        return f"{self.name} is handed back."
