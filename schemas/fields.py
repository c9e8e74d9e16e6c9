"""The content of an instance: which fields it has, in which order, and how they are called.

A field is named by its path in the file with the rubric's own level shortened as people write
it in reports: `system_prompt`, `input`, `reference_answer`, `rubric.criteria`,
`rubric.score1_description` … `rubric.score5_description`.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

ContentField = Literal["system_prompt", "input", "reference_answer", "score_rubric"]
FlagField = Literal["task_fit", "reference_answer", "score_rubric"]

CONTENT_FIELDS: Final[tuple[ContentField, ...]] = get_args(ContentField)
FLAG_FIELDS: Final[tuple[FlagField, ...]] = get_args(FlagField)
TEXT_FIELDS: Final = ("system_prompt", "input", "reference_answer")
RUBRIC_FIELDS: Final = ("criteria", *(f"score{level}_description" for level in range(1, 6)))

ALIASES: Final[dict[str, FlagField]] = {
    "fit": "task_fit",
    "task_fit": "task_fit",
    "reference": "reference_answer",
    "reference_answer": "reference_answer",
    "rubric": "score_rubric",
    "score_rubric": "score_rubric",
}
