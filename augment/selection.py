"""Keep the candidate that is least similar to what the task has already."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from augment.candidate import Candidate, Draft
from augment.similarity import Similarity
from benchmark.load import LoadedInstance
from schemas.errors import RefusedError
from schemas.instance import Instance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Policy = Literal["max", "mean"]

DIGITS: Final = 6
"""Scores are rounded to this many decimals before they are compared: more are noise."""
CLOSE: Final = 1e-3
"""A lead of less over the second says little about which of the two is newer."""


@dataclass(frozen=True)
class Scored:
    """How similar a candidate is to the pool, by the policy, and the pool's closest text."""

    score: float
    closest: str


@dataclass(frozen=True)
class Choice:
    """`kept` is the index of the candidate chosen, None where no candidate could be.

    `scores` has an entry for every candidate that was compared. `gap` is the lead over the
    second; None where there is no second.
    """

    kept: int | None
    scores: Mapping[int, Scored] = field(default_factory=dict)
    gap: float | None = None

    @property
    def is_close(self) -> bool:
        """Whether the second was about as good, so that another model might choose it."""
        return self.gap is not None and self.gap < CLOSE


def varies_in_system_prompt(humans: Sequence[LoadedInstance]) -> bool:
    """Whether the task's human instances have different system prompts."""
    return len({human.instance.system_prompt.strip() for human in humans}) > 1


def compared_text(texts: Instance | Draft, with_system_prompt: bool) -> str:
    """What of an instance is compared: its input, below its system prompt where those vary."""
    if with_system_prompt and texts.system_prompt.strip():
        return f"{texts.system_prompt}\n\n{texts.input}"
    return texts.input


def least_similar(
    candidates: Sequence[Candidate],
    pool: Mapping[str, str],
    similarity: Similarity,
    policy: Policy = "max",
    *,
    with_system_prompt: bool = False,
) -> Choice:
    """Choose among the candidates of a round that are not dropped.

    `pool` is the compared text of each instance, by its id. Equal scores go to the lowest index;
    a candidate with nothing to compare is never chosen. Raises RefusedError where the pool has no
    text, UsageError where the model cannot read a text.
    """
    existing = {name: text for name, text in pool.items() if text.strip()}
    if not existing:
        raise RefusedError(
            "there is nothing to be new against: the task has no instance with an input yet",
            advice="Write at least two instances of the task first; they are the demonstrations.",
        )
    texts = {
        candidate.index: compared_text(candidate.draft, with_system_prompt)
        for candidate in sorted(candidates, key=lambda candidate: candidate.index)
        if candidate.draft and candidate.drop is None and candidate.draft.input.strip()
    }
    if not texts:
        return Choice(None)
    similarity.require_readable([*texts.values(), *existing.values()])
    rows = similarity.scores(list(texts.values()), list(existing.values()))
    names = list(existing)
    return _choose(
        {index: _scored(row, names, policy) for index, row in zip(texts, rows, strict=True)}
    )


def _scored(row: NDArray[np.float64], names: Sequence[str], policy: Policy) -> Scored:
    score = float(row.max() if policy == "max" else row.mean())
    closest = min(names[place] for place in (row == row.max()).nonzero()[0])
    return Scored(round(score, DIGITS), closest)


def _choose(scores: Mapping[int, Scored]) -> Choice:
    ranked = sorted(
        (scored.score, index) for index, scored in scores.items() if math.isfinite(scored.score)
    )
    if not ranked:
        return Choice(None, scores)
    gap = ranked[1][0] - ranked[0][0] if len(ranked) > 1 else None
    return Choice(ranked[0][1], scores, gap)
