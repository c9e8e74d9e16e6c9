"""`runs/<run-id>/`: what an augmentation run did, and what people decided about it."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from schemas.base import FileModel, Prose

Verdict = Literal["kept", "edited", "replaced", "discarded"]


class Candidate(FileModel):
    """One generated text and what became of it."""

    left_out_when_default: ClassVar = frozenset(
        {"score", "closest", "dropped", "detail", "kept_as", "cut"}
    )

    index: int = Field(ge=0)
    """Its place in the round."""
    text: Prose
    """The model's answer as it came."""
    score: str = ""
    """Its similarity to the pool, as a decimal fraction."""
    closest: str = ""
    """The id of the text of the pool it is most similar to."""
    dropped: str = ""
    """Why it did not get into the choice."""
    detail: Prose = ""
    """What was found in it, and where."""
    kept_as: str = ""
    """The key of the instance made of it."""
    cut: int = Field(0, ge=0)
    """How often an answer for this place was cut off and asked for again."""


class Round(FileModel):
    """The candidates one instance was chosen from."""

    left_out_when_default: ClassVar = frozenset({"stopped"})

    number: int = Field(ge=1)
    """Which round of the run, from 1."""
    candidates: list[Candidate]
    """All of them, dropped ones too."""
    stopped: str = ""
    """Why nothing was chosen."""


class Near(FileModel):
    """A new instance that reads like one of another task."""

    key: str
    """The new instance."""
    other: str
    """The id of the one it is close to."""
    similarity: str
    """Cosine of their sentence embeddings, as a decimal fraction."""


class Generation(FileModel):
    """How the model was asked."""

    model: str
    """Its name at the server."""
    host: str
    """The server; `scripted` where prepared answers were played back."""
    rounds: int = Field(ge=1)
    """How many instances were to be kept."""
    candidates: int = Field(ge=1)
    """How many candidates one was chosen from."""
    at_least: int = Field(ge=1)
    """How many of them had to be valid."""
    temperature: str
    """As it was asked for; empty for the server's own."""
    max_output_tokens: int
    """The longest answer asked for at first."""
    answers_as: Literal["schema", "json", "text"]
    """What kept the answers in form: a JSON Schema, JSON mode, or nothing but the prompt."""
    seed: int = 0
    """What samples and the requests' seeds derive from."""
    prompt_digest: str
    """SHA-256 of the messages sent."""


class Measure(FileModel):
    """How similarity was measured."""

    policy: Literal["max", "mean"]
    """Whether the closest text of the pool counted, or the average."""
    settings: dict[str, str]
    """Model, revision, layer and library versions."""


class Run(FileModel):
    """The record of one run over one task and language."""

    left_out_when_default: ClassVar = frozenset({"notes", "near", "system_prompt", "left_out"})

    task: str
    """`<capability>/<task>`."""
    language: str
    """The language asked for."""
    run_by: str
    """Who started it (a person's id)."""
    started: str
    """When (UTC)."""
    generation: Generation
    """How the model was asked."""
    similarity: Measure
    """How similarity was measured."""
    demonstrations: list[str]
    """The ids of the instances the model was shown."""
    left_out: list[str] = Field(default_factory=list)
    """The ids of those that did not fit into the prompt."""
    shares_system_prompt: bool = False
    """Whether all human instances have one system prompt, and so all candidates."""
    system_prompt: Prose = ""
    """That one."""
    pool: list[str]
    """The ids of the texts that candidates were compared with, before the first choice."""
    notes: list[str] = Field(default_factory=list)
    """What a reader should know: filters that were widened or off, texts read in windows."""
    rounds: list[Round]
    """What came of it."""
    near: list[Near] = Field(default_factory=list)
    """New instances that are close to one in another task."""
    prompt_tokens: int = Field(0, ge=0)
    """Tokens sent."""
    completion_tokens: int = Field(0, ge=0)
    """Tokens received."""


class Check(FileModel):
    """`runs/<run-id>/<capability>/<task>/checks/<key>.yaml`: what a person decided."""

    left_out_when_default: ClassVar = frozenset({"reason", "candidate", "recorded_by"})

    key: str = Field(pattern=r"^[0-9a-f]{8}$")
    """The instance."""
    by: str
    """Who read it (a person's id)."""
    recorded_by: str = ""
    """Whose copy recorded it, where that is someone else."""
    at: str
    """When (UTC); for people."""
    verdict: Verdict
    """Kept as it came, edited, replaced by another candidate, or discarded."""
    candidate: str = ""
    """For a replacement: the place in the round of the candidate taken."""
    reason: Prose = ""
    """For a discard: why."""
