"""The acts of cross-validation: one file each, written once, never edited.

An act is named `r<round>-<act>-<person>-<8 hex of its content>`; that name is its file's stem
and how other acts refer to it.
"""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, ClassVar, Final, Literal, TypeAlias, get_args

from pydantic import Field, model_validator

from schemas.base import FileModel, Prose, Slug
from schemas.digest import canonical_json
from schemas.errors import FileError, Where
from schemas.fields import FLAG_FIELDS, ContentField, FlagField
from schemas.yamldoor import Document, load_model

Quality = Literal["good", "bad"]
Reference = Literal["bad", "acceptable", "good"]
Difficulty = Literal["very_easy", "easy", "intermediate", "hard"]

NAME: Final = re.compile(
    r"r(?P<round>[1-9][0-9]*)-(?P<act>[a-z_]+)-(?P<by>[a-z0-9_]+)-(?P<hash>[0-9a-f]{8})"
)


class _Act(FileModel):
    """What every act states."""

    left_out_when_default: ClassVar = frozenset({"recorded_by"})

    instance: str = Field(pattern=r"^[0-9a-f]{8}$")
    """The key of the instance; numbers may still change hands between two clones."""
    round: int = Field(ge=1)
    """The round of review it belongs to."""
    by: Slug
    """Whose act it is."""
    recorded_by: str = ""
    """Who put it down, where that was someone else."""
    at: str
    """When, in UTC (ISO 8601). For people: no rule looks at it."""
    digest: str
    """The content it was made on."""

    def name(self) -> str:
        """The act's name: the stem of its file."""
        content = self.model_dump(mode="json")
        short = hashlib.sha256(canonical_json(content)).hexdigest()[:8]
        return f"r{self.round}-{content['act']}-{self.by}-{short}"


class Answer(FileModel):
    """What the author says to the flags a field got."""

    field: FlagField
    """The flagged field."""
    answer: Literal["fixed", "disagree"]
    """Whether the text was changed, or the flag is not shared."""
    why: Prose = ""
    """What was done, or why not."""


class Submit(_Act):
    """Opens the next round on the content as it stands."""

    left_out_when_default: ClassVar = frozenset({"recorded_by", "seen", "answers"})

    act: Literal["submit"] = "submit"
    """Which act it is."""
    fields: dict[ContentField, str]
    """The digest of each content field."""
    writers: list[str]
    """Everyone who changed the content since the last submit; none of them reviews it."""
    seen: list[str] = Field(default_factory=list)
    """Names of the reviews of earlier rounds the author had before them."""
    answers: list[Answer] = Field(default_factory=list)
    """One for each field with an open flag."""


class Assign(_Act):
    """Asks a reviewer for a review of this round."""

    act: Literal["assign"] = "assign"
    """Which act it is."""
    reviewer: Slug
    """Who is asked."""


class HandBack(_Act):
    """A reviewer gives a review back, or a curator takes it off them."""

    left_out_when_default: ClassVar = frozenset({"recorded_by", "reviewer"})

    act: Literal["hand_back"] = "hand_back"
    """Which act it is."""
    reviewer: str = ""
    """Whose review it is, where a curator takes it off them."""
    reason: Prose
    """Why."""

    @property
    def of(self) -> str:
        """Whose review is given back."""
        return self.reviewer or self.by


class Review(_Act):
    """One reviewer's answers to the four questions."""

    left_out_when_default: ClassVar = frozenset(
        {"recorded_by", "comments", "seconds", "reference_opened_first", "supersedes", "instead_of"}
    )

    act: Literal["review"] = "review"
    """Which act it is."""
    fields: dict[ContentField, str]
    """The digest of each content field as it was read."""
    task_fit: Quality
    """Does it fit the task and the capability?"""
    difficulty: Difficulty
    """How difficult is it for a strong model? Recorded; it never decides anything."""
    reference_answer: Reference
    """Is the reference answer right?"""
    score_rubric: Quality
    """Can an answer be judged by the rubric?"""
    comments: dict[FlagField, Prose] = Field(default_factory=dict)
    """What is wrong, for each flagged field; welcome for others."""
    seconds: int = Field(0, ge=0)
    """Time spent, in seconds; 0 where it was not measured."""
    reference_opened_first: bool = False
    """The reference answer was opened before fit and difficulty were answered."""
    supersedes: str = ""
    """The name of the same person's review of this round that this one replaces."""
    instead_of: str = ""
    """Whose flag it looks into, where that person could not: they need not any more."""

    @property
    def flags(self) -> tuple[FlagField, ...]:
        """The fields this review flags."""
        bad = (self.task_fit, self.reference_answer, self.score_rubric)
        return tuple(
            field for field, answer in zip(FLAG_FIELDS, bad, strict=True) if answer == "bad"
        )

    @model_validator(mode="after")
    def _every_flag_says_why(self) -> Review:
        for field in self.flags:
            if not self.comments.get(field, "").strip():
                raise ValueError(f"the flag on {field} needs a comment that says what is wrong")
        return self


class _Reasoned(_Act):
    """An act that says why."""

    reason: Prose
    """Why."""


class Recall(_Reasoned):
    """Takes a round back: the content is free to be changed, flags stay open."""

    act: Literal["recall"] = "recall"
    """Which act it is."""


class Withdraw(_Reasoned):
    """Takes the instance out of the benchmark until it is reopened."""

    act: Literal["withdraw"] = "withdraw"
    """Which act it is."""


class Reopen(_Reasoned):
    """Makes a draft of something that had ended."""

    left_out_when_default: ClassVar = frozenset({"recorded_by", "of"})

    act: Literal["reopen"] = "reopen"
    """Which act it is."""
    of: str = ""
    """The name of the act it undoes; empty where reviews had ended it."""


class Adopt(_Reasoned):
    """Accepts the content as it stands, without reviews of ours."""

    left_out_when_default: ClassVar = frozenset({"recorded_by", "source"})

    act: Literal["adopt"] = "adopt"
    """Which act it is."""
    source: str = ""
    """Where it was published or validated before."""


class Eliminate(_Reasoned):
    """A curator's end to an instance that did not get through the rounds."""

    act: Literal["eliminate"] = "eliminate"
    """Which act it is."""


Act: TypeAlias = (
    Submit | Assign | HandBack | Review | Recall | Withdraw | Reopen | Adopt | Eliminate
)
AnyAct = Annotated[Act, Field(discriminator="act")]

_KINDS: Final[dict[str, type[Act]]] = {
    kind.model_fields["act"].default: kind for kind in get_args(Act)
}


def load_act(document: Document) -> Act:
    """The act in a document. Raises FileError for what is not one."""
    kind = document.data.get("act")
    model = _KINDS.get(kind) if isinstance(kind, str) else None
    if model is None:
        raise FileError(
            f"'{kind}' is not an act" if kind else "the field 'act' is missing",
            where=Where(document.file, document.lines.get("act", 1), field="act"),
            advice=f"Acts: {', '.join(_KINDS)}.",
            code="SCHEMA",
        )
    try:
        return load_model(document, model)
    except FileError:
        if model is not Review:
            raise
        # What exactly is wrong would tell what the review says, and its round may be open.
        raise FileError(
            "it does not read as a review any more",
            where=Where(document.file),
            advice="Acts are never edited; take it from git.",
            code="SCHEMA",
        ) from None
