"""The four questions of a review, and the answers as they come in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, get_args

from schemas.acts import Difficulty, Quality, Reference, Review
from schemas.fields import FlagField

QuestionName = Literal["task_fit", "difficulty", "reference_answer", "score_rubric"]
BEFORE_THE_REFERENCE: Final[tuple[QuestionName, ...]] = ("task_fit", "difficulty")


@dataclass(frozen=True)
class Question:
    """One of the four: its choices in the order of their keys, and the field that Bad flags."""

    name: QuestionName
    title: str
    short: str
    choices: tuple[str, ...]
    hint: str = ""
    flag: FlagField | None = None


QUESTIONS: Final = (
    Question(
        "task_fit",
        "Does it fit the task and the capability?",
        "Fit",
        get_args(Quality),
        flag="task_fit",
    ),
    Question(
        "difficulty",
        "How difficult is it?",
        "Difficulty",
        get_args(Difficulty),
        hint="For a strong model (what that means: ?)",
    ),
    Question(
        "reference_answer",
        "The reference answer",
        "Reference",
        tuple(reversed(get_args(Reference))),
        hint="Evaluators will read this as the score-5 answer.",
        flag="reference_answer",
    ),
    Question(
        "score_rubric",
        "The rubric",
        "Rubric",
        get_args(Quality),
        hint="Can any answer be judged by it?",
        flag="score_rubric",
    ),
)


def label(value: str) -> str:
    """A choice as people read it."""
    return value.replace("_", " ")


@dataclass(frozen=True)
class Answers:
    """A review as far as it has come. `seconds` is the time spent on it so far."""

    values: Mapping[QuestionName, str] = field(default_factory=dict)
    comments: Mapping[FlagField, str] = field(default_factory=dict)
    seconds: int = 0
    reference_opened_first: bool = False

    def with_value(self, name: QuestionName, value: str) -> Answers:
        """With one question answered."""
        return replace(self, values={**self.values, name: value})

    def with_comment(self, name: FlagField, text: str) -> Answers:
        """With the comment on one field as it reads now."""
        return replace(self, comments={**self.comments, name: text})

    @property
    def is_begun(self) -> bool:
        """Whether there is anything that would be a pity to lose."""
        return bool(self.values) or any(self.comments.values())

    @property
    def unanswered(self) -> list[Question]:
        """The questions without an answer."""
        return [question for question in QUESTIONS if question.name not in self.values]

    @property
    def may_open_reference(self) -> bool:
        """Whether fit and difficulty have been judged without it."""
        return all(name in self.values for name in BEFORE_THE_REFERENCE)

    def flags(self, question: Question) -> bool:
        """Whether this question's answer is a flag."""
        return question.flag is not None and self.values.get(question.name) == "bad"

    @property
    def without_comment(self) -> list[Question]:
        """The flags that still have to say what is wrong."""
        return [
            question
            for question in QUESTIONS
            if question.flag
            and self.flags(question)
            and not self.comments.get(question.flag, "").strip()
        ]

    @property
    def is_complete(self) -> bool:
        """Whether it can be filed."""
        return not self.unanswered and not self.without_comment


def answers_of(review: Review) -> Answers:
    """What a filed review says, to be taken over or corrected. Its time is not."""
    values: dict[QuestionName, str] = {
        question.name: getattr(review, question.name) for question in QUESTIONS
    }
    return Answers(values, dict(review.comments))
