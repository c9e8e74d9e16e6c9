"""A screen with one review on the desk: what can be looked up beside it, and how it is kept."""

from __future__ import annotations

from typing import Final

from textual import getters, on
from textual.screen import Screen
from textual.timer import Timer

from authoring.app import CurateApp
from authoring.preview import show_preview
from authoring.review import unfiled
from authoring.review.desk import Desk
from authoring.review.pages import GuidelinesPage, TaskPage
from authoring.review.sheet import Sheet
from authoring.workplace import Snapshot
from benchmark.layout import GUIDELINES

SAVE_AFTER: Final = 0.5
KEYS: Final = """\
1 to 4     answer the question at the mark and go to the next
tab        the next question (shift+tab: the one before); a click works too
c          a comment at the question; esc when it is done
r          the reference answer: open, fold
t          the task's card
f9         the instance as a page in the browser
f          file the review, once all four are answered
k          skip for now: it comes back at the end
h          hand it back, with a reason: someone else reviews it
u          correct the last one you filed, while its round is open
=          answer as you did before (at a recheck)
arrows, page keys, space: scroll the instance
esc        leave; what you have answered is kept"""


class DeskScreen(Screen[None]):
    """What a review screen does besides the queue."""

    app = getters.app(CurateApp)

    def __init__(self) -> None:
        super().__init__()
        self.desk: Desk | None = None
        self._saving: Timer | None = None

    @property
    def snapshot(self) -> Snapshot:
        """The benchmark as it was read last; only asked for once it was."""
        assert self.app.snapshot is not None
        return self.app.snapshot

    # -- looking things up ----------------------------------------------------------------

    def action_card(self) -> None:
        """Show the task's card."""
        if self.desk:
            task = self.desk.loaded.task
            self.app.push_screen(TaskPage(task, self.snapshot.benchmark.tasks.get(task)))

    def action_preview(self) -> None:
        """Show it as a page, without what is folded here and whose the task is."""
        desk = self.desk
        if desk is None or not desk.warned:
            return
        instance, task = desk.loaded.instance, desk.loaded.task
        if not desk.reference_is_open:
            instance = instance.model_copy(update={"reference_answer": "(folded: r opens it)"})
        card = self.snapshot.benchmark.tasks.get(task)
        shown_card = card.model_copy(update={"owner": ""}) if card else None
        show_preview(self.app, self.app.root, instance, desk.loaded.name, task, shown_card)

    def action_guidelines(self) -> None:
        """Show the guidelines and the keys."""
        file = self.app.root / GUIDELINES
        text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
        self.app.push_screen(GuidelinesPage(text, KEYS))

    # -- keeping what is not filed --------------------------------------------------------

    @on(Sheet.Changed)
    def _save_soon(self) -> None:
        if self._saving is None:
            self._saving = self.set_timer(SAVE_AFTER, self.save)

    def save(self) -> None:
        """Put what is answered so far on disk."""
        if self._saving is not None:
            self._saving.stop()
            self._saving = None
        desk = self.desk
        if desk is None or not desk.answers.is_begun:
            return
        try:
            unfiled.keep(self.app.root, self.snapshot.person, desk.unfiled())
        except OSError as error:
            self.app.tell(f"What you have answered cannot be kept on disk: {error}")

    def on_unmount(self) -> None:
        """Nothing answered is lost."""
        self.save()
