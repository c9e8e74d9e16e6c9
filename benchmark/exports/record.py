"""What every export format is made from: instances, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.load import Benchmark, LoadedInstance
from schemas.fields import RUBRIC_FIELDS, TEXT_FIELDS
from schemas.instance import ScoreRubric


@dataclass(frozen=True)
class Exported:
    """One instance on its way out, whether from a release or from a benchmark in work."""

    id: str
    capability: str
    task: str
    number: int
    system_prompt: str
    input: str
    reference_answer: str
    rubric: ScoreRubric
    language: str
    digest: str

    @property
    def content(self) -> dict[str, object]:
        """The texts as plain values, named as BiGGen names them."""
        texts: dict[str, object] = {name: getattr(self, name) for name in TEXT_FIELDS}
        return {
            **texts,
            "score_rubric": {name: getattr(self.rubric, name) for name in RUBRIC_FIELDS},
        }

    @property
    def instruction(self) -> str:
        """System prompt and input as one text, a blank line between them."""
        return f"{self.system_prompt}\n\n{self.input}" if self.system_prompt else self.input


@dataclass(frozen=True)
class Origin:
    """Where exported instances come from; `version` and `digest` are empty for no release."""

    name: str
    licence: str
    canary: str
    version: str = ""
    digest: str = ""

    @property
    def label(self) -> str:
        """What to call it in a sentence."""
        return f"{self.name} {self.version}" if self.version else f"{self.name} (not a release)"


def origin_of(benchmark: Benchmark) -> Origin:
    """The origin of instances that were taken from a benchmark in work."""
    settings = benchmark.settings
    return Origin(settings.name, settings.licence, settings.canary)


def exported(loaded: LoadedInstance) -> Exported | None:
    """The instance as its file holds it now; None before it has a number."""
    if loaded.number is None:
        return None
    instance = loaded.instance
    return Exported(
        id=loaded.name,
        capability=loaded.task[0],
        task=loaded.task[1],
        number=loaded.number,
        system_prompt=instance.system_prompt,
        input=instance.input,
        reference_answer=instance.reference_answer,
        rubric=instance.score_rubric,
        language=instance.language,
        digest=loaded.digest,
    )
