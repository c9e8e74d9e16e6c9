"""One instance as one page: its texts, what is wrong with them, and what helps to write them."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from authoring.edit import saving
from authoring.edit.choice import Choice
from authoring.edit.draft import Draft
from authoring.edit.file import FileScreen
from authoring.plain import shown
from authoring.reason import ReasonDialog
from authoring.workplace import Snapshot
from benchmark import instance_file
from review.editing import lock_on
from schemas.errors import CurateError


class EditScreen(FileScreen):
    """The editor. `name` is an id or `new-<key>`; `restore` unsaved work to begin with."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", id="edit.save", tooltip="Write it into its file"),
        Binding("f5", "submit", "Submit", id="edit.submit",
                tooltip="Save it and give it to two reviewers"),
        Binding("f8", "problem", "Problem", id="edit.problem",
                tooltip="Go to the next field with a problem"),
        Binding("f9", "preview", "Preview", id="edit.preview", tooltip="Read it in the browser"),
        Binding("f2", "side", "Side", id="edit.side",
                tooltip="Show or fold the side: flags, problems, notes, sources, languages"),
        Binding("f4", "example", "Example", id="edit.example", show=False,
                tooltip="Another instance of the task, the next one at each press"),
        Binding("ctrl+g", "card", "Task card", id="edit.card", show=False,
                tooltip="What the task asks for"),
        Binding("ctrl+f", "find", "Find", id="edit.find", tooltip="Find in all fields"),
        Binding("f3", "find_next(1)", "Find next", id="edit.find-next", show=False,
                tooltip="The next place"),
        Binding("shift+f3", "find_next(-1)", "Find before", id="edit.find-before", show=False,
                tooltip="The place before"),
        Binding("ctrl+o", "outside", "Own editor", id="edit.outside",
                tooltip="Open this field in $EDITOR"),
        Binding("ctrl+r", "plain_line_ends", "Plain line ends", id="edit.line-ends", show=False,
                tooltip="Turn CR LF and CR of this field into LF"),
        Binding("ctrl+b", "duplicate", "Duplicate", id="edit.duplicate", show=False,
                tooltip="Begin a new draft from this instance"),
        Binding("f10", "take_back", "Take back", id="edit.take-back", show=False,
                tooltip="Take it back from review, to change it"),
        Binding("f1", "app.help", "Help", id="edit.help", show=False,
                tooltip="What the keys do here"),
        Binding("escape", "leave", "Back", id="edit.leave", tooltip="Leave the editor"),
    ]  # fmt: skip

    class Submitted(Message):
        """It went to review under this name, or why not."""

        def __init__(self, outcome: str | CurateError) -> None:
            super().__init__()
            self.outcome = outcome

    class Copied(Message):
        """A new draft was begun from this one."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.copy_name = name

    def on_mount(self) -> None:
        """Follow the benchmark."""
        self.watch(self.app, "snapshot", self._benchmark_read)

    async def _benchmark_read(self, snapshot: Snapshot | None) -> None:
        if snapshot is None:
            return
        self.snapshot = snapshot
        if self.draft is None:
            await self._open(snapshot)
        else:
            self._follow(snapshot)

    async def _open(self, snapshot: Snapshot) -> None:
        """Read the file as it is now and show it."""
        try:
            loaded = snapshot.benchmark.find(self.instance_name)
            opened = instance_file.open_file(snapshot.root, loaded.path)
        except CurateError as error:
            self.query_one("#edit-what", Static).update(
                shown(f"{self.instance_name}: {error.what}")
            )
            self.curate.tell(error)
            return
        self.instance_name = loaded.name
        self.draft = Draft(opened)
        self._file_stamp = self._stamp()
        self.locked = lock_on(snapshot.actor, loaded, snapshot.standings[loaded.name])
        if self.locked is None:
            self._begin_keeping(snapshot)
        await self._show_fields(self.draft, snapshot)
        if not self.query("#edit-top"):
            return  # left before it was all there
        self._show_state()
        self._check()
        self.call_after_refresh(self._stick)
        if self.locked is None:
            self._offer_restore(snapshot)

    # -- to review and back ---------------------------------------------------------------

    def action_submit(self) -> None:
        """Save it, and give it to review."""
        if self.locked is not None:
            self.notify(f"It cannot be submitted: {self.locked.why}.", markup=False)
        elif self.draft is not None and self.draft.is_changed:
            self._save(self._submit)
        else:
            self._submit()

    @work(thread=True, exit_on_error=False, group="save")
    def _submit(self) -> None:
        assert self.draft is not None
        assert self.snapshot is not None
        try:
            actor = self.snapshot.require_actor()
            outcome = saving.submit_one(
                self.curate.root, actor, self.draft.instance.key, self.draft.submitted_answers()
            )
            self.post_message(self.Submitted(outcome))
        except (CurateError, OSError, ValueError) as error:
            self.post_message(self.Failed(error))

    def on_edit_screen_submitted(self, message: Submitted) -> None:
        """Say under which name; or show what has to be mended."""
        assert self.draft is not None
        if isinstance(message.outcome, CurateError):
            self._as_submitted = True
            self._check()
            self.curate.tell(message.outcome)
            return
        self.draft.answers.clear()
        if self.keeper is not None:
            self.keeper.keep(self.draft)
        self.notify(f"Submitted as {message.outcome}. Two people will review it.", markup=False)
        self.curate.read_again()

    def action_take_back(self) -> None:
        """Take it back from an open round."""
        if self.locked is None or not self.locked.can_take_back:
            self.notify("There is nothing to take back.", markup=False)
        else:
            self._ask_and_take_back()

    @work(exit_on_error=False, group="take-back")
    async def _ask_and_take_back(self) -> None:
        asks = "The round ends without a result. Why do you take it back?"
        reason = await self.app.push_screen_wait(ReasonDialog("Take back from review", asks))
        if reason is not None and reason.go:
            self._take_back(reason.text)

    @work(thread=True, exit_on_error=False, group="save")
    def _take_back(self, reason: str) -> None:
        assert self.draft is not None
        assert self.snapshot is not None
        try:
            actor = self.snapshot.require_actor()
            saving.take_back(self.curate.root, actor, self.draft.instance.key, reason)
            self.curate.read_again()
        except (CurateError, OSError) as error:
            self.post_message(self.Failed(error))

    # -- copies, and leaving --------------------------------------------------------------

    def action_duplicate(self) -> None:
        """Begin a new draft from what is on the screen."""
        if self.draft is not None and self.snapshot is not None:
            self._duplicate(self.snapshot, self.draft)

    @work(thread=True, exit_on_error=False, group="copy")
    def _duplicate(self, snapshot: Snapshot, draft: Draft) -> None:
        try:
            actor = snapshot.require_actor()
            new = saving.copy(snapshot.root, actor, draft.loaded, draft.instance)
            self.post_message(self.Copied(new.name))
        except (CurateError, OSError) as error:
            self.post_message(self.Failed(error))

    def on_edit_screen_copied(self, message: Copied) -> None:
        """Open the copy."""
        self.curate.read_again()
        self.app.push_screen(EditScreen(message.copy_name))
        words = "A copy to start from. Its rubric has to become its own: the checks insist."
        self.notify(words, markup=False)

    def action_leave(self) -> None:
        """Go back; ask where something is not saved."""
        if not self._has_typed:
            self.dismiss()
        else:
            self._ask_and_leave()

    @work(exit_on_error=False, group="leave")
    async def _ask_and_leave(self) -> None:
        answers = [
            ("s", "save it and leave"),
            ("k", "leave: it is kept, and offered when you come back"),
            ("d", "drop the changes and leave"),
        ]
        if self.locked is not None:
            del answers[0]
        body = "What you changed is not in its file yet."
        answer = await self.app.push_screen_wait(Choice("Not saved", body, answers))
        if answer == "s":
            self._save(self.dismiss)
        elif answer == "k":
            self.dismiss()
        elif answer == "d" and self.draft is not None:
            self.draft.instance = self.draft.saved
            self.draft.answers.clear()
            self.dismiss()
