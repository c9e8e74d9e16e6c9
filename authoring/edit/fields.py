"""The fields of an instance as its editor shows them, in reading order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from schemas.fields import RUBRIC_FIELDS
from schemas.instance import Instance


@dataclass(frozen=True)
class Field:
    """One prose field. `name` is what checks call it, `hint` what is shown while it is empty."""

    name: str
    label: str
    hint: str = ""

    @property
    def widget_id(self) -> str:
        """The id of its box."""
        return "field-" + self.name.replace(".", "-")

    @property
    def is_level(self) -> bool:
        """Whether it describes a score."""
        return self.name.startswith("rubric.score")


NOTES: Final = Field(
    "notes", "Notes for colleagues", "A translation, why it is hard. Never published."
)
BEFORE_LEVELS: Final = (
    Field("system_prompt", "System prompt", "What the model is told about its role. May be empty."),
    Field("input", "Input", "What the model is asked."),
    Field("reference_answer", "Reference answer", "An answer worth the score 5."),
    Field("rubric.criteria", "Criterion (a question)", "The one question answers are judged by."),
)
LEVELS: Final = tuple(
    Field(f"rubric.score{level}_description", f"Score {level}", f"What earns a {level}")
    for level in range(1, 6)
)
CONTENT: Final = (*BEFORE_LEVELS, *LEVELS)
PROSE: Final = (*CONTENT, NOTES)
BY_NAME: Final = {field.name: field for field in PROSE}


def text_of(instance: Instance, field: str) -> str:
    """What a prose field holds."""
    part = field.removeprefix("rubric.")
    value = getattr(instance.score_rubric if part in RUBRIC_FIELDS else instance, part)
    assert isinstance(value, str)
    return value


def with_text(instance: Instance, field: str, text: str) -> Instance:
    """The instance with another text in a prose field."""
    part = field.removeprefix("rubric.")
    if part in RUBRIC_FIELDS:
        rubric = instance.score_rubric.model_copy(update={part: text})
        return instance.model_copy(update={"score_rubric": rubric})
    return instance.model_copy(update={part: text})
