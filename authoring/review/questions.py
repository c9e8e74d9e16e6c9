"""The right side: the four questions, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from authoring.plain import one_line, shown
from authoring.review.answers import QUESTIONS, Answers, Question, label
from authoring.review.question_box import QuestionBox, put
from benchmark.checks import Finding


class Summary(Static, can_focus=True):
    """The four answers together, before they are filed."""

    class Clicked(Message):
        """File it."""

    def show(self, answers: Answers, findings: Sequence[Finding]) -> None:
        """Say what would be filed, or what is missing."""
        if answers.unanswered:
            put(self, Content(f"{4 - len(answers.unanswered)} of 4 answered"))
            return
        lines = [self._line(question, answers) for question in QUESTIONS]
        if answers.without_comment:
            missing = ", ".join(question.short for question in answers.without_comment)
            end = Content(f"✗ say what is wrong first: {missing} (c)").stylize("$text-error")
        else:
            end = Content("f  file this review").stylize("bold")
        put(self, Content("\n").join([*lines, end, *self._hints(findings)]))

    def _line(self, question: Question, answers: Answers) -> Content:
        comment = answers.comments.get(question.flag, "") if question.flag else ""
        glyph = "⚑" if answers.flags(question) else "✓"
        said = f" · {one_line(comment, 60)}" if comment.strip() else ""
        value = Content(f"{label(answers.values[question.name])}").stylize("bold")
        return Content.assemble(f"{glyph} {question.short}: ", value, shown(said))

    def _hints(self, findings: Sequence[Finding]) -> list[Content]:
        if not findings:
            return []
        head = Content("\nFound by the checks (hints; your judgement counts):").stylize("bold")
        signs = {"error": "✗", "warning": "!", "info": "·"}
        return [
            head,
            *(shown(f"{signs[f.severity]} {f.field or 'file'}: {f.message}") for f in findings),
        ]

    def on_click(self, event: events.Click) -> None:
        """A click files it."""
        event.stop()
        self.post_message(self.Clicked())


class Questions(VerticalScroll, can_focus=False):
    """The four questions and their summary. The answers are the screen's."""

    summary = getters.query_one(Summary)

    def compose(self) -> ComposeResult:
        """One box a question."""
        for number, question in enumerate(QUESTIONS, 1):
            yield QuestionBox(number, question)
        yield Summary(id="summary")

    def box(self, question: Question) -> QuestionBox:
        """The box of a question."""
        return self.query_one(f"#question-{question.name}", QuestionBox)

    def show(
        self, answers: Answers, before: Answers | None, findings: Sequence[Finding] = ()
    ) -> None:
        """Show the answers; `before` is what the person said the last time."""
        for question in QUESTIONS:
            past = before.values.get(question.name, "") if before else ""
            self.box(question).show(answers, past)
        self.summary.show(answers, findings)

    def load_comments(self, answers: Answers) -> None:
        """Put the comments of another review into the boxes."""
        for question in QUESTIONS:
            if question.flag:
                self.box(question).load_comment(answers.comments.get(question.flag, ""))

    def attend(self, question: Question | None) -> None:
        """Go to a question, or to the summary."""
        target = self.box(question) if question else self.summary
        target.focus(scroll_visible=False)
        target.scroll_visible(animate=False)

    def mark_active(self, question: Question | None) -> None:
        """Show which question the keys answer."""
        for other in QUESTIONS:
            self.box(other).set_class(other is question, "active")
