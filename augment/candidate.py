"""What one request brought back, as the filters and the choice see it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from schemas.fields import RUBRIC_FIELDS, TEXT_FIELDS
from schemas.instance import Instance, ScoreRubric

Reason = Literal[
    "refusal",
    "content_filter",
    "truncated",
    "not_an_instance",
    "empty",
    "placeholder",
    "repetition",
    "damaged",
    "language",
    "duplicate",
    "length",
    "off_task",
]
"""Why a candidate does not get into the choice."""


@dataclass(frozen=True)
class Drop:
    """Why one candidate is out. `detail` says what was found where, for the person who checks."""

    reason: Reason
    detail: str


@dataclass(frozen=True)
class Draft:
    """The texts of one instance as a model wrote them."""

    system_prompt: str
    input: str
    reference_answer: str
    score_rubric: ScoreRubric

    @classmethod
    def of(cls, instance: Instance) -> Draft:
        """The texts of an existing instance, to be treated as if a model had written them."""
        return cls(
            instance.system_prompt,
            instance.input,
            instance.reference_answer,
            instance.score_rubric,
        )

    @property
    def rubric(self) -> str:
        """The criterion and the five score descriptions, a line each."""
        return "\n".join(getattr(self.score_rubric, name) for name in RUBRIC_FIELDS)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Each text with its field's name, in reading order (the names of `Instance.texts`)."""
        for name in TEXT_FIELDS:
            yield name, getattr(self, name)
        for name in RUBRIC_FIELDS:
            yield f"rubric.{name}", getattr(self.score_rubric, name)


@dataclass(frozen=True)
class Candidate:
    """One of the candidates of a round.

    `round` counts from 1, `index` from 0 within it. `draft` is None where the answer holds no
    instance; `drop` then says why. `answer` is the model's message as it came.
    """

    round: int
    index: int
    answer: str
    draft: Draft | None
    drop: Drop | None = None
