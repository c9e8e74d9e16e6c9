"""One question of a review: its choices, and room for a comment."""

from __future__ import annotations

from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static, TextArea

from authoring.plain import shown
from authoring.prose.area import Prose
from authoring.review.answers import Answers, Question, label

CHOSEN: Final = "●"
OPEN: Final = "○"


def put(static: Static, content: Content) -> None:
    """Show a content, where it reads otherwise than what is shown: a new layout takes time."""
    if static.content != content:
        static.update(content)


class Choice(Static):
    """One possible answer; a click chooses it."""

    class Clicked(Message):
        """Choose this one."""

        def __init__(self, value: str) -> None:
            super().__init__()
            self.value = value

    def __init__(self, number: int, value: str) -> None:
        super().__init__(classes="choice")
        self.number = number
        self.value = value

    def mark(self, chosen: str | None) -> None:
        """Show whether this is the answer, by glyph and weight."""
        is_chosen = self.value == chosen
        glyph = CHOSEN if is_chosen else OPEN
        put(self, Content(f"{self.number} {glyph} {label(self.value)}"))
        self.set_class(is_chosen, "chosen")
        self.set_class(is_chosen and self.value == "bad", "flag")

    def on_click(self, event: events.Click) -> None:
        """A click is an answer."""
        event.stop()
        self.post_message(self.Clicked(self.value))


class QuestionBox(Vertical, can_focus=True):
    """One question. It shows; what the answers are is kept by the screen."""

    class Answered(Message):
        """The person has chosen."""

        def __init__(self, question: Question, value: str) -> None:
            super().__init__()
            self.question = question
            self.value = value

    class Commented(Message):
        """The comment reads differently now."""

        def __init__(self, question: Question, text: str) -> None:
            super().__init__()
            self.question = question
            self.text = text

    class Attended(Message):
        """The person is at this question."""

        def __init__(self, question: Question) -> None:
            super().__init__()
            self.question = question

    def __init__(self, number: int, question: Question) -> None:
        super().__init__(id=f"question-{question.name}", classes="question")
        self.number = number
        self.question = question

    def compose(self) -> ComposeResult:
        """Title, hint, choices, comment."""
        yield Static(classes="title")
        if self.question.hint:
            yield Static(shown(self.question.hint), classes="hint")
        with Vertical(classes="choices"):
            for number, value in enumerate(self.question.choices, 1):
                yield Choice(number, value)
        if self.question.flag:
            yield Static(classes="wanted")
            yield Prose(classes="comment")

    @property
    def comment(self) -> TextArea | None:
        """Where the comment is typed; None where a comment has no place."""
        found = self.query(TextArea)
        return found.first() if found else None

    def show(self, answers: Answers, before: str = "") -> None:
        """Show an answer; `before` is what the person said the last time."""
        value = answers.values.get(self.question.name)
        mark = "⚑" if answers.flags(self.question) else "✓" if value else str(self.number)
        answer = f"  {label(value)}" if value else ""
        past = f"  (before: {label(before)})" if before else ""
        title = Content.assemble(f"{mark} {self.question.title}", (answer, "bold"), (past, "dim"))
        put(self.query_one(".title", Static), title)
        for choice in self.query(Choice):
            choice.mark(value)
        self.set_class(bool(value), "answered")
        if self.question.flag:
            self._show_comment(answers, self.question.flag in answers.comments)

    def _show_comment(self, answers: Answers, has_comment: bool) -> None:
        assert self.question.flag
        flagged = answers.flags(self.question)
        missing = self.question in answers.without_comment
        self.set_class(flagged or has_comment, "commented")
        text = "✗ say what is wrong (c):" if missing else "your comment (c; esc when done):"
        wanted = self.query_one(".wanted", Static)
        put(wanted, Content(text))
        wanted.set_class(missing, "missing")

    def load_comment(self, text: str) -> None:
        """Put a comment in, as where it was typed earlier."""
        if self.comment is not None and self.comment.text != text:
            with self.comment.prevent(TextArea.Changed):
                self.comment.load_text(text)

    def on_focus(self) -> None:
        """Keys go to this question from now on."""
        self.post_message(self.Attended(self.question))

    @on(Choice.Clicked)
    def _chosen(self, message: Choice.Clicked) -> None:
        message.stop()
        self.post_message(self.Answered(self.question, message.value))

    @on(TextArea.Changed)
    def _typed(self, message: TextArea.Changed) -> None:
        message.stop()
        self.post_message(self.Commented(self.question, message.text_area.text))
