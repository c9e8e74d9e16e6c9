"""`curate.yaml`: what a benchmark is called and by which rules it is made."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from schemas.base import FileModel


class Targets(FileModel):
    """How many instances a task is meant to have."""

    written: int = Field(5, ge=0)
    """Written by people."""
    augmented: int = Field(5, ge=0)
    """Generated and checked."""


class ReviewPolicy(FileModel):
    """What the review rule leaves open."""

    language_rule: Literal["both", "one", "none"] = "one"
    """How many of an instance's two reviewers must know its language."""
    max_rounds: int = Field(3, ge=1)
    """After this many rounds a curator decides."""


class AugmentSettings(FileModel):
    """Defaults of an augmentation run."""

    model: str = ""
    """The model's name at the server."""
    base_url: str = ""
    """An OpenAI-compatible server; empty for OpenAI's."""
    rounds: int = Field(5, ge=1)
    """How many instances are kept per task."""
    candidates: int = Field(5, ge=1)
    """How many candidates one is chosen from."""


class SimilaritySettings(FileModel):
    """How alike two texts are is measured."""

    model: str = ""
    """Empty for bert-score's model of the language; `minilm` is the packaged small one."""
    policy: Literal["max", "mean"] = "max"
    """Whether the closest text of the pool counts, or the average."""


class Settings(FileModel):
    """The whole of `curate.yaml`."""

    format: int = Field(1, ge=1, le=1)
    """The version of this layout."""
    name: str
    """What the benchmark is called."""
    licence: str = "CC-BY-4.0"
    """The licence of its releases (an SPDX identifier)."""
    languages: list[str] = Field(default_factory=lambda: ["en"])
    """The languages of the benchmark (BCP 47)."""
    canary: str = ""
    """A random string, unique to this benchmark, that shows up where its texts leaked."""
    targets: Targets = Targets()
    """How many instances a task is meant to have."""
    review: ReviewPolicy = ReviewPolicy()
    """The policy of cross-validation."""
    augment: AugmentSettings = AugmentSettings()
    """Defaults of an augmentation run."""
    similarity: SimilaritySettings = SimilaritySettings()
    """How similarity is measured."""
