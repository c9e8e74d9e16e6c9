"""`runs/<run-id>/run.yaml`: what an augmentation run did."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from schemas.base import FileModel, Prose
from schemas.settings import AugmentSettings, SimilaritySettings


class Candidate(FileModel):
    """One generated text and what became of it."""

    left_out_when_default: ClassVar = frozenset({"score", "closest", "dropped", "kept_as"})

    index: int = Field(ge=0)
    """Its place in the round."""
    text: Prose
    """The model's answer as it came."""
    score: str = ""
    """Its similarity to the closest text of the pool, as a decimal fraction."""
    closest: str = ""
    """The id of that text."""
    dropped: str = ""
    """Why it did not get into the choice."""
    kept_as: str = ""
    """The key of the instance made of it."""


class Round(FileModel):
    """The candidates one instance was chosen from."""

    number: int = Field(ge=1)
    """Which round of the run, from 1."""
    candidates: list[Candidate]
    """All of them, dropped ones too."""


class Run(FileModel):
    """The record of one run over one task and language."""

    task: str
    """`<capability>/<task>`."""
    language: str
    """The language asked for."""
    run_by: str
    """Who started it (a person's id)."""
    settings: AugmentSettings
    """What was asked for."""
    similarity: SimilaritySettings
    """How similarity was measured."""
    demonstrations: list[str]
    """The ids of the instances the model was shown."""
    rounds: list[Round]
    """What came of it."""
    prompt_tokens: int = Field(0, ge=0)
    """Tokens sent."""
    completion_tokens: int = Field(0, ge=0)
    """Tokens received."""
