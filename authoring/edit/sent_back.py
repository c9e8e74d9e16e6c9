"""What reviewers flagged, and the author's answer to each flag."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import RadioSet, Static, TextArea

from authoring.edit.ticks import Pick
from authoring.plain import shown
from authoring.prose import Prose
from review.rule import NamedReview
from schemas.acts import Answer
from schemas.fields import FlagField

LABELS: Final[Mapping[FlagField, str]] = {
    "task_fit": "Task fit",
    "reference_answer": "Reference answer",
    "score_rubric": "Rubric",
}
_KINDS: Final[tuple[Literal["fixed", "disagree"], ...]] = ("fixed", "disagree")


class FlagBox(Vertical):
    """One flagged field: the comments, and `fixed` or `disagree` with a why."""

    class Answered(Message):
        """The answer is another one now; None while none is chosen."""

        def __init__(self, flag: FlagField, answer: Answer | None) -> None:
            super().__init__()
            self.flag = flag
            self.answer = answer

    def __init__(self, flag: FlagField, comments: Sequence[str], answer: Answer | None) -> None:
        super().__init__(id=f"flag-{flag}", classes="flag")
        self.flag = flag
        self.comments = comments
        self.begun = answer

    def compose(self) -> ComposeResult:
        """Comments, choice, why."""
        comments = [shown(f"“{comment.strip()}”") for comment in self.comments]
        name = Content(f"✎ {LABELS[self.flag]}").stylize("bold")
        yield Static(Content("\n").join([name, *comments]))
        chosen = self.begun.answer if self.begun else ""
        with RadioSet(compact=True):
            yield Pick("fixed: the text was changed", value=chosen == "fixed")
            yield Pick("disagree, and say why", value=chosen == "disagree")
        why = self.begun.why if self.begun else ""
        yield Prose(why, name=f"why-{self.flag}", placeholder="What was done, or why not")

    def on_radio_set_changed(self, event: RadioSet.Changed) -> None:
        """Another choice."""
        event.stop()
        self._post()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Another why."""
        event.stop()
        self._post()

    def _post(self) -> None:
        pressed = self.query_one(RadioSet).pressed_index
        why = self.query_one(Prose).text
        answer = (
            Answer.model_construct(field=self.flag, answer=_KINDS[pressed], why=why)
            if pressed >= 0
            else None
        )
        self.post_message(self.Answered(self.flag, answer))


def comments_of(flags: Sequence[NamedReview], flag: FlagField) -> list[str]:
    """What the reviewers wrote, each once."""
    return list(dict.fromkeys(item.review.comments[flag] for item in flags))
