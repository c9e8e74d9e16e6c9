"""Capabilities, tasks and instances; what is mine to do comes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from authoring.browse.listing import ListingScreen

if TYPE_CHECKING:
    from authoring.browse.rows import Row
    from benchmark.layout import TaskName


class BrowseScreen(ListingScreen):
    """What there is to write, review and read."""

    HELP = """\
The left column: what is yours to do, then capabilities and tasks with how many instances are \
accepted of those wanted; ! stands where a task is short or something is stuck.
The list: instances of the place chosen on the left. / filters it by any words of id, text, \
author and status; author:ann, status:draft, language:ko, task:proofs look at one column.
"hidden" stands where you may still come to review an instance and so do not see who wrote it.
My copy is on this computer, the shared copy is everyone's: f fetches and sends."""
    CSS_PATH = "screen.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (18, "-middle"), (30, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New", id="browse.new", tooltip="Begin a new instance"),
        Binding("t", "card", "Card", id="browse.card", tooltip="Read and change the task's card"),
        Binding("r", "read", "Read", id="browse.read",
                tooltip="Read the task's instances one after another; clear or retire the task"),
        Binding("s", "submit", "Submit", id="browse.submit",
                tooltip="Hand the instance to review"),
        Binding("v", "review", "Review", id="browse.review",
                tooltip="Review what waits for you"),
        Binding("f", "share", "Fetch & send", id="browse.share",
                tooltip="My copy and the shared copy: fetch, send"),
        Binding("g", "checks", "Check generated", show=False, id="browse.checks",
                tooltip="Check what was generated before it goes to review"),
        Binding("o", "look_after", "Look after it", show=False, id="browse.look-after",
                tooltip="What is stuck, disputed, late or taken back; and decisions about it"),
        Binding("b", "sent_back", "Sent back to me", show=False, id="browse.sent-back",
                tooltip="What reviewers flagged, with their comments"),
        Binding("slash", "filter", "Filter", id="browse.filter", key_display="/",
                tooltip="Filter by words of id, text, author, status"),
        Binding("question_mark,f1", "app.help", "Help", id="browse.help", key_display="?",
                tooltip="What can be done here, and by which keys"),
        Binding("a", "augment", "Augment", id="browse.augment",
                tooltip="Have new instances generated from the task's own"),
        Binding("ctrl+b", "places", "Tasks", id="browse.places",
                tooltip="To the left column: what is to do, capabilities, tasks"),
        Binding("escape", "back", "Back", show=False, id="browse.back",
                tooltip="Clear the filter, then back to the left column"),
        Binding("N", "new_task", "New task", show=False, id="browse.new_task",
                tooltip="Add a task, and a capability where it is new"),
        Binding("d", "discard", "Discard draft", show=False, id="browse.discard",
                tooltip="Throw away a draft that was never submitted"),
        Binding("w", "who", "Who I am", show=False, id="browse.who",
                tooltip="Set your name and e-mail for this benchmark"),
    ]  # fmt: skip

    def open(self, row: Row) -> None:
        """Open an instance where its next act is done."""
        if self.place.kind == "review":
            self.action_review(row.name)
        elif self.place.kind == "check":
            self.action_checks(row.name)
        elif self.place.kind == "decide":
            self.action_look_after(row.name)
        else:
            self.edit(row.name)

    def action_review(self, name: str = "") -> None:
        """Review what waits for this person, beginning with one instance where it is named."""
        from authoring.review.open import open_queue

        open_queue(self.app, name)

    def action_checks(self, name: str = "") -> None:
        """Check what was generated."""
        from authoring.check.open import open_checks

        open_checks(self.app, name)

    def action_look_after(self, name: str = "") -> None:
        """Look into what is stuck, disputed or late, and decide."""
        from authoring.curator.open import open_curator

        open_curator(self.app, name or (self.listing.row.name if self.listing.row else ""))

    def action_sent_back(self) -> None:
        """See what reviewers sent back."""
        from authoring.review.open import open_sent_back

        open_sent_back(self.app)

    def edit(self, name: str) -> None:
        """Open an instance to be written."""
        from authoring.edit.screen import EditScreen

        self.app.push_screen(EditScreen(name), self._came_back)

    def _came_back(self, _: None) -> None:
        self.app.read_again()

    def open_when_read(self, name: str) -> None:
        """Open an instance that has just been written."""
        self.app.read_again()
        self.edit(name)

    def chosen_task(self) -> TaskName | None:
        """The task of the place, else of the row under the cursor, else the only one there is."""
        if self.place.task_name:
            return self.place.task_name
        if self.listing.row:
            return self.listing.row.task
        tasks = list(self.app.snapshot.benchmark.tasks) if self.app.snapshot else []
        return tasks[0] if len(tasks) == 1 else None

    def _with_task(self, do: Callable[[TaskName], None]) -> None:
        task = self.chosen_task()
        if task is None:
            self.app.tell("Choose a task on the left first.", severity="information")
        else:
            do(task)

    def action_card(self) -> None:
        """The card of the task; of the capability where the left column stands on one."""
        from authoring.task.screen import TaskScreen

        if self.places.has_focus and self.place.capability and not self.place.task:
            self._push(TaskScreen(self.place.capability))
            return
        self._with_task(lambda task: self._push(TaskScreen(task)))

    def action_read(self) -> None:
        """The task's instances one after another."""
        from authoring.task.reading import ReadingScreen

        self._with_task(lambda task: self._push(ReadingScreen(task)))

    def _push(self, screen: Screen[None]) -> None:
        self.app.push_screen(screen)

    def action_share(self) -> None:
        """My copy and the shared copy."""
        from authoring.share.screen import ShareScreen

        self.app.push_screen(ShareScreen())

    def action_new(self) -> None:
        """Begin an instance."""
        from authoring.browse.begin import begin_instance

        begin_instance(self)

    def action_new_task(self) -> None:
        """Add a task."""
        from authoring.browse.begin import begin_task

        begin_task(self)

    def action_augment(self) -> None:
        """Say how instances are generated."""
        task = self.chosen_task()
        words = f"--task {'/'.join(task)}" if task else "--task CAPABILITY/TASK"
        self.app.tell(
            f"New instances are generated by `curate augment {words}`; what it brings then waits "
            "under “to check, augmented” for the task's authors.",
            severity="information",
        )

    def action_submit(self) -> None:
        """Hand the instance under the cursor to review."""
        from authoring.browse.acts import submit_row

        if row := self._chosen():
            submit_row(self, row)

    def action_discard(self) -> None:
        """Throw the draft under the cursor away."""
        from authoring.browse.acts import discard_row

        if row := self._chosen():
            discard_row(self, row)

    def action_who(self) -> None:
        """Set name and e-mail for this benchmark."""
        from authoring.share.identity import ask_who

        ask_who(self.app)
