"""The lead's reading: a task's instances one after another, to correct, clear or retire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from authoring.app import CurateApp
from authoring.browse.panel import about_task, warning
from authoring.browse.rows import HIDDEN, Folded, Row, rows
from authoring.edit.choice import Choice
from authoring.plain import shown
from authoring.preview import show_preview
from authoring.prose.direction import HINT, reads_right_to_left
from authoring.task import deciding
from authoring.topline import TopLine
from authoring.workplace import Snapshot
from benchmark.layout import TaskName
from review.editorial import is_correction, record_editorial
from schemas.errors import CurateError
from schemas.instance import Instance

LEVELS = range(1, 6)


class ReadingScreen(Screen[None]):
    """Read all instances of a task one after another. A curator corrects language with e: the
    author stays the author, and who corrected an instance never reviews it. c clears the task
    (you have read it and let it pass), x retires it with a reason."""

    CSS_PATH = "task.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right", "step(1)", "Next", id="reading.next", tooltip="The next instance"),
        Binding("p,left", "step(-1)", "Before", id="reading.before", tooltip="The one before"),
        Binding("e,enter", "edit", "Correct", id="reading.edit",
                tooltip="Open it; what you change in others' texts is an editorial correction"),
        Binding("t", "card", "Task card", id="reading.card", tooltip="The card of the task"),
        Binding("c", "clear", "Clear task", id="reading.clear",
                tooltip="You have read all instances and let the task pass"),
        Binding("x", "retire", "Retire task", id="reading.retire",
                tooltip="Drop the task with a reason, or bring it back"),
        Binding("f9", "preview", "Preview", id="reading.preview", show=False,
                tooltip="Read it in the browser"),
        Binding("w", "warned", "Show", id="reading.warned", show=False,
                tooltip="Show texts that stand behind a content warning"),
        Binding("space,pagedown", "scroll(1)", "Down", id="list.reading-down", show=False,
                tooltip="A page down"),
        Binding("pageup", "scroll(-1)", "Up", id="list.reading-up", show=False,
                tooltip="A page up"),
        Binding("escape", "leave", "Back", id="reading.leave", tooltip="Back to the list"),
    ]  # fmt: skip

    app = getters.app(CurateApp)
    top = getters.query_one(TopLine)
    page = getters.query_one("#reading-page", VerticalScroll)

    def __init__(self, task: TaskName) -> None:
        super().__init__()
        self.task_name = task
        self.place = 0
        self.rows: list[Row] = []
        self.warned = False
        self._edited = ""
        self._folded = Folded()

    def compose(self) -> ComposeResult:
        """Top line, one instance, keys."""
        yield TopLine()
        yield Static(id="reading-said")
        with VerticalScroll(id="reading-page"):
            yield Static(id="reading-head")
            yield Static(id="reading-text")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Follow what the app reads."""
        self.page.focus()
        self.watch(self.app, "snapshot", self._show_snapshot)

    def _show_snapshot(self, snapshot: Snapshot | None) -> None:
        if snapshot is None:
            return
        key = self.row.loaded.instance.key if self.row else ""
        self.rows = [
            row
            for row in rows(snapshot, self.app.findings or {}, self._folded)
            if row.task == self.task_name
        ]
        places = [n for n, row in enumerate(self.rows) if row.loaded.instance.key == key]
        self.place = places[0] if places else min(self.place, max(len(self.rows) - 1, 0))
        self._show()
        if self._edited:
            self._after_edit(snapshot)

    @property
    def row(self) -> Row | None:
        """The instance that is read."""
        return self.rows[self.place] if self.place < len(self.rows) else None

    def _show(self) -> None:
        snapshot = self.app.snapshot
        assert snapshot is not None
        row = self.row
        name = "/".join(self.task_name)
        count = f"{self.place + 1} of {len(self.rows)}" if row else "no instance yet"
        self.top.left = f"Reading {name} · {count}"
        self.top.middle = self.top.short = f"{row.glyph} {row.status}" if row else ""
        self.top.who = snapshot.person or "reading only"
        self.query_one("#reading-head", Static).update(
            Content("\n").join(self._head(snapshot, row))
        )
        self.query_one("#reading-text", Static).update(self._text(snapshot, row))
        notice = self.query_one("#reading-said", Static)
        said = self._notice(snapshot, row)
        if row and any(reads_right_to_left(text) for _, text in row.loaded.instance.texts()):
            said = f"{said}\nThis {HINT}." if said else f"This {HINT}."
        notice.display = bool(said)
        notice.update(shown(said))

    def action_preview(self) -> None:
        """Show the instance as a page, once its warnings have been seen."""
        snapshot, row = self.app.snapshot, self.row
        if snapshot is None or row is None:
            return
        card = snapshot.benchmark.tasks.get(self.task_name)
        if card and card.content_warnings and not self.warned:
            return
        show_preview(self.app, self.app.root, row.loaded.instance, row.name, row.task, card)

    def _head(self, snapshot: Snapshot, row: Row | None) -> list[Content]:
        head = [about_task(snapshot, self.task_name)] if self.place == 0 else []
        if row is None:
            return head
        who = "" if row.author == HIDDEN else f" · author {row.author} · {row.origin}"
        line = f"{row.title} · {row.language}{who}" + (f" · {row.problems}" if row.problems else "")
        return [*head, shown(line).stylize("bold")]

    def _notice(self, snapshot: Snapshot, row: Row | None) -> str:
        if row is None:
            return "There is nothing to read in this task yet; n on the list begins an instance."
        standing = snapshot.standings[row.name]
        if standing.round_open:
            return "In review: its content is locked until the round is over or recalled."
        if standing.status == "accepted" and snapshot.is_curator:
            return "Accepted: a change of its text opens it for review again."
        return ""

    def _text(self, snapshot: Snapshot, row: Row | None) -> Content:
        if row is None:
            return Content("")
        card = snapshot.benchmark.tasks.get(self.task_name)
        if card and card.content_warnings and not self.warned:
            return Content.assemble(warning(card), Content("\n\nw shows the texts of this task."))
        parts: list[Content] = []
        for heading, text in passages(row.loaded.instance):
            parts.append(Content(heading).stylize("bold $text-accent"))
            parts += [shown(text or "(empty)"), Content("")]
        return Content("\n").join(parts)

    # -- doing ----------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Another instance; at either end it is said that there is no other."""
        place = self.place + by
        if not 0 <= place < len(self.rows):
            end = (
                "That was the last instance: c clears the task, x retires it."
                if by > 0
                else ("This is the first one.")
            )
            self.app.tell(end, severity="information")
            return
        self.place = place
        self._show()
        self.page.scroll_home(animate=False)

    def action_scroll(self, by: int) -> None:
        """A page of the text."""
        (self.page.scroll_page_down if by > 0 else self.page.scroll_page_up)(animate=False)

    def action_warned(self) -> None:
        """Show what stands behind the warning, for the rest of this reading."""
        self.warned = True
        self._show()

    def action_edit(self) -> None:
        """Open it to be corrected."""
        from authoring.edit.screen import EditScreen

        row = self.row
        if row is None:
            return
        self.app.push_screen(EditScreen(row.name), lambda _: self._came_back(row))

    def _came_back(self, row: Row) -> None:
        self._edited = row.loaded.instance.key
        self.app.read_again()

    def _after_edit(self, snapshot: Snapshot) -> None:
        """A saved change of somebody else's text is offered to be put on record."""
        key, self._edited = self._edited, ""
        actor = snapshot.actor
        try:
            loaded = snapshot.benchmark.find(key)
            if actor is None or not is_correction(snapshot.root, actor, loaded):
                return
        except CurateError:
            return
        answers = (
            ("r", "Put it on record as my correction"),
            ("n", "Not yet: it stays saved here"),
        )
        self.app.push_screen(
            Choice(
                f"You changed {loaded.name}, which somebody else wrote.",
                "On record, it goes to the others with the next send. Its author stays the author "
                "and answers for it; you will never review it.",
                answers,
            ),
            lambda answer: self._answered(answer, key),
        )

    def _answered(self, answer: str | None, key: str) -> None:
        if answer == "r":
            self.app.act(lambda: self._record(key))

    def _record(self, key: str) -> str:
        snapshot = self.app.workplace.read()
        loaded = snapshot.benchmark.find(key)
        record_editorial(snapshot.root, snapshot.benchmark, snapshot.require_actor(), loaded)
        return f"The correction of {loaded.name} is on record."

    def action_card(self) -> None:
        """The task's card."""
        from authoring.task.screen import TaskScreen

        self.app.push_screen(TaskScreen(self.task_name))

    def action_clear(self) -> None:
        """Let the task pass."""
        deciding.clear(self.app, self.task_name)

    def action_retire(self) -> None:
        """Drop the task with a reason, or bring it back."""
        deciding.retire_or_restore(self.app, self.task_name)

    def action_leave(self) -> None:
        """Back to the list."""
        self.dismiss(None)


def passages(instance: Instance) -> Iterator[tuple[str, str]]:
    """Headings and texts in reading order."""
    yield "System prompt", instance.system_prompt
    yield "Input", instance.input
    yield "Reference answer", instance.reference_answer
    rubric = instance.score_rubric
    yield "Criterion", rubric.criteria
    for level in LEVELS:
        yield f"Score {level}", getattr(rubric, f"score{level}_description")
