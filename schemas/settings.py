"""`curate.yaml`: what a benchmark is called and by which rules it is made."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from schemas.base import FileModel

Amount = Annotated[str, Field(pattern=r"^\d{1,9}(\.\d{1,9})?$")]
Temperature = Annotated[str, Field(pattern=r"^(\d(\.\d{1,4})?)?$")]


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
    seed: int = 20240611
    """From it the order is drawn in which each reviewer meets tasks and instances."""
    show_reviewers: bool = False
    """Whether the report names reviewers; otherwise they are numbers in it."""
    show_strictness: bool = False
    """Whether the report tells everyone how often each reviewer flags and how long they take."""


class Price(FileModel):
    """What a model's server charges for a million tokens, as decimal numbers."""

    prompt: Amount
    """For tokens sent."""
    completion: Amount
    """For tokens received, those spent on reasoning included."""
    currency: str = "USD"
    """What the amounts are in."""


class AugmentSettings(FileModel):
    """Defaults of an augmentation run, and how its model server is to be treated."""

    left_out_when_default: ClassVar = frozenset(
        {
            "key_variable",
            "at_least",
            "extra_candidates",
            "temperature",
            "max_output_tokens",
            "context_tokens",
            "concurrency",
            "requests_per_minute",
            "tokens_per_minute",
            "timeout",
            "retries",
            "prices",
        }
    )

    model: str = ""
    """The model's name at the server; `scripted:FILE` plays back prepared answers."""
    base_url: str = ""
    """An OpenAI-compatible server; empty for OpenAI's."""
    rounds: int = Field(5, ge=1)
    """How many instances are kept per task."""
    candidates: int = Field(5, ge=1)
    """How many candidates one is chosen from."""
    key_variable: str = "OPENAI_API_KEY"
    """The environment variable that holds the server's key."""
    at_least: int = Field(2, ge=1)
    """A round chooses only among at least so many valid candidates."""
    extra_candidates: int = Field(5, ge=0)
    """How many more a round may ask for where too few of its candidates are valid."""
    temperature: Temperature = "1"
    """Sampling temperature, a decimal number; empty for the server's own."""
    max_output_tokens: int = Field(4096, ge=16)
    """The longest answer to ask for; doubled, at most twice, for answers that were cut off."""
    context_tokens: int = Field(32_768, ge=1024)
    """What prompt and answer may take together; demonstrations are sampled to fit."""
    concurrency: int = Field(25, ge=1)
    """How many requests may be open at once."""
    requests_per_minute: int = Field(0, ge=0)
    """The server's limit; 0 for none."""
    tokens_per_minute: int = Field(0, ge=0)
    """The server's limit, prompt and answer together; 0 for none."""
    timeout: int = Field(300, ge=1)
    """Seconds after which a request without an answer is given up."""
    retries: int = Field(5, ge=0)
    """How often a request is sent again after a failure that may pass."""
    prices: dict[str, Price] = Field(default_factory=dict)
    """Prices by model name; without one, tokens are counted and no cost."""


class SimilaritySettings(FileModel):
    """How alike two texts are is measured."""

    model: str = ""
    """Empty for bert-score's model of the language; `minilm` is the packaged small one. Else a
    name at the Hugging Face hub, or the path of a folder (with a slash, or `~`, in front)."""
    layer: int = Field(0, ge=0)
    """Which layer's vectors are compared; 0 for the one bert-score takes, or else the last."""
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
