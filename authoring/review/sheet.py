"""One review on the screen: the instance left, the questions right, and the keys that answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.widgets import TextArea

from authoring.review.answers import QUESTIONS, Question, label
from authoring.review.desk import Desk
from authoring.review.question_box import QuestionBox
from authoring.review.questions import Questions
from authoring.review.reading import Reading, ReferencePassage
from benchmark.checks import Finding
from schemas.cards import TaskCard


class Sheet(Container):
    """Shows what lies on the desk and puts the answers there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "answer(1)", "answer", key_display="1–4", id="review.answer_1",
                tooltip="The first answer to the question at the mark"),
        Binding("2", "answer(2)", "second answer", show=False, id="review.answer_2",
                tooltip="The second answer to the question at the mark"),
        Binding("3", "answer(3)", "third answer", show=False, id="review.answer_3",
                tooltip="The third answer to the question at the mark"),
        Binding("4", "answer(4)", "fourth answer", show=False, id="review.answer_4",
                tooltip="The fourth answer to the question at the mark"),
        Binding("r", "reference", "reference", id="review.reference",
                tooltip="Open the reference answer, or fold it"),
        Binding("c", "comment", "comment", show=False, id="review.comment",
                tooltip="Write a comment at the question"),
        Binding("equals_sign", "as_before", "as before", id="review.as_before", key_display="=",
                tooltip="Answer as you did before"),
        Binding("tab", "question(1)", "next question", show=False, id="review.next_question",
                tooltip="Go to the next question"),
        Binding("shift+tab", "question(-1)", "question before", show=False,
                id="review.question_before", tooltip="Go to the question before"),
        Binding("up", "scroll(-2)", show=False, id="review.up", tooltip="Scroll up"),
        Binding("down", "scroll(2)", show=False, id="review.down", tooltip="Scroll down"),
        Binding("pageup", "page(-1)", show=False, id="review.page_up", tooltip="A page up"),
        Binding("pagedown,space", "page(1)", show=False, id="review.page_down",
                tooltip="A page down"),
    ]  # fmt: skip

    reading = getters.query_one(Reading)
    questions = getters.query_one(Questions)

    class Changed(Message):
        """There is something new to keep."""

    class Said(Message):
        """Something to tell the person in passing."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__(id="sheet")
        self.desk: Desk | None = None
        self.findings: Sequence[Finding] = ()

    def compose(self) -> ComposeResult:
        """The instance, the questions."""
        yield Reading(id="reading")
        yield Questions(id="questions")

    def lay(self, desk: Desk, card: TaskCard | None, findings: Sequence[Finding]) -> None:
        """Show another review; `findings` are told once all four are answered."""
        self.desk = desk
        self.findings = findings
        reading = self.reading
        reading.show(desk.loaded, card)
        reading.changed.display = desk.changed is not None
        if desk.changed is not None:
            reading.changed.show(desk.changed)
        # What its author tells colleagues is for those who have judged it.
        reading.notes.display = desk.correcting and bool(desk.loaded.instance.notes)
        reading.notes.show(desk.loaded.instance.notes if desk.correcting else "")
        self.questions.load_comments(desk.answers)
        self.go_to(desk.active)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """`=` is there only where there is a review before."""
        if action == "as_before":
            return self.desk is not None and self.desk.before is not None
        return True

    # -- the questions --------------------------------------------------------------------

    def show_answers(self) -> None:
        """Show the answers as they are now."""
        desk = self.desk
        if desk is None:
            return
        self.questions.show(desk.answers, desk.before, self.findings)
        self.questions.mark_active(desk.active)
        self.reading.reference.fold(
            folded=not desk.reference_is_open, may_open=desk.answers.may_open_reference
        )

    def go_to(self, question: Question | None) -> None:
        """Go to a question (once all are answered: to its comment), or to the summary."""
        if self.desk is None:
            return
        self.desk.active = question
        self.show_answers()
        if question and not self.desk.answers.unanswered:
            self._focus_comment(question)
        else:
            self.questions.attend(question)
        self.refresh_bindings()

    def go_on(self) -> bool:
        """Out of a comment to what is next; False where the person is in none."""
        if self.desk is None or not isinstance(self.screen.focused, TextArea):
            return False
        after = self.desk.next_question
        self.go_to(after if after is not self.desk.active or self.desk.answers.unanswered else None)
        return True

    def _focus_comment(self, question: Question) -> None:
        box = self.questions.box(question)
        if box.comment is None:
            self.questions.attend(question)
            return
        box.add_class("commented")
        box.comment.focus(scroll_visible=False)
        self.call_after_refresh(box.scroll_visible, animate=False)

    def _say(self, text: str) -> None:
        self.post_message(self.Said(text))

    def action_answer(self, number: int) -> None:
        """Answer the question at the mark."""
        desk = self.desk
        if desk is None:
            return
        if desk.active is None:
            self._say("All four are answered: f files it; tab goes to a question to change it.")
        elif number > len(desk.active.choices):
            self._say(f"{desk.active.short} has {len(desk.active.choices)} answers.")
        else:
            self._answer(desk, desk.active, desk.active.choices[number - 1])

    def _answer(self, desk: Desk, question: Question, value: str) -> None:
        desk.watch.alive()
        if question.name == "reference_answer" and not desk.reference_is_open:
            self._open_reference(desk)
            self._say("The reference answer is open now: read it, then answer.")
            return
        desk.answers = desk.answers.with_value(question.name, value)
        desk.active = question
        self._say(f"{question.short}: {label(value)}")
        self.post_message(self.Changed())
        self.go_to(desk.next_question)

    def action_question(self, step: int) -> None:
        """Go to the next question or the one before; the summary comes after the last."""
        if self.desk is None:
            return
        places = (*QUESTIONS, None)
        place = (places.index(self.desk.active) + step) % len(places)
        self.desk.active = places[place]
        self.show_answers()
        self.questions.attend(places[place])

    def action_comment(self) -> None:
        """Write a comment: at the first flag without one, else at the question at the mark."""
        desk = self.desk
        if desk is None:
            return
        question = next(iter(desk.answers.without_comment), desk.active)
        if question is None or question.flag is None:
            self._say("A comment has its place at fit, reference or rubric: tab goes there.")
            return
        desk.active = question
        self.show_answers()
        self._focus_comment(question)

    def action_as_before(self) -> None:
        """Take over the answers of the review before, where there is none yet."""
        desk = self.desk
        if desk is None or desk.before is None:
            return
        desk.watch.alive()
        desk.answers = replace(
            desk.answers,
            values={**desk.before.values, **desk.answers.values},
            comments={**desk.before.comments, **desk.answers.comments},
        )
        self.questions.load_comments(desk.answers)
        self.post_message(self.Changed())
        self.go_to(desk.next_question)
        self._say("Answered as before. Change what is different now; f files it.")

    @on(QuestionBox.Answered)
    def _answered(self, message: QuestionBox.Answered) -> None:
        if self.desk:
            self._answer(self.desk, message.question, message.value)

    @on(QuestionBox.Attended)
    def _attended(self, message: QuestionBox.Attended) -> None:
        if self.desk:
            self.desk.active = message.question
            self.questions.mark_active(message.question)

    @on(QuestionBox.Commented)
    def _commented(self, message: QuestionBox.Commented) -> None:
        desk = self.desk
        if desk is None or message.question.flag is None:
            return
        desk.watch.alive()
        desk.answers = desk.answers.with_comment(message.question.flag, message.text)
        self.show_answers()
        self.post_message(self.Changed())

    # -- the instance ---------------------------------------------------------------------

    @on(ReferencePassage.Toggled)
    def action_reference(self) -> None:
        """Open the reference answer or fold it."""
        desk = self.desk
        if desk is None:
            return
        if desk.reference_is_open:
            desk.reference_is_open = False
            self.show_answers()
        else:
            self._open_reference(desk)

    def _open_reference(self, desk: Desk) -> None:
        desk.reference_is_open = True
        if not desk.answers.may_open_reference and not desk.answers.reference_opened_first:
            desk.answers = replace(desk.answers, reference_opened_first=True)
            self.post_message(self.Changed())
        self.show_answers()
        passage = self.reading.reference
        self.call_after_refresh(passage.scroll_visible, animate=False, top=True)

    def action_scroll(self, lines: int) -> None:
        """Scroll the instance."""
        if self.desk:
            self.desk.watch.alive()
        self.reading.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll the instance by pages, two lines less so that the eye finds its place."""
        self.action_scroll(pages * max(self.reading.size.height - 2, 1))
