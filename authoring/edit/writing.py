"""The instance while it is written: in memory at every key, checked and kept a moment later."""

from __future__ import annotations

import time
from typing import Final

from textual import work
from textual.app import SuspendNotSupported
from textual.containers import Container, Horizontal, Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import Worker, WorkerState, get_current_worker

from authoring.conflict.screen import ConflictScreen
from authoring.edit import checking
from authoring.edit.details import Details
from authoring.edit.draft import Draft
from authoring.edit.field_box import FieldBox
from authoring.edit.fields import BEFORE_LEVELS, BY_NAME, LEVELS, text_of
from authoring.edit.keeper import Keeper
from authoring.edit.left_behind import drop, left_behind, offer, throw_away
from authoring.edit.outside import edited
from authoring.edit.page import SIDE_FROM, EditPage
from authoring.edit.panel import SidePanel
from authoring.edit.problems import ProblemList, short_summary, summary
from authoring.edit.sent_back import FlagBox
from authoring.edit.sources import SourceList
from authoring.edit.state import banner_words, status_words
from authoring.plain import shown
from authoring.prose import Prose
from authoring.workplace import Snapshot
from benchmark.autosave import Autosave
from benchmark.checks import Finding
from benchmark.layout import private_dir
from review.editing import Lock
from schemas.errors import CurateError
from schemas.instance import Instance

TICK: Final = 0.1
CHECK_AFTER: Final = 0.4
KEEP_AFTER: Final = 0.5
ROOM: Final = 100


class WritingScreen(EditPage):
    """What is typed goes into `draft` at once, to disk after `KEEP_AFTER` seconds, and is checked
    `CHECK_AFTER` seconds after the last key."""

    class Checked(Message):
        """The checks are through with what the instance was a moment ago.

        `beside` is what it shares with others, None while that is not known.
        """

        def __init__(self, own: list[Finding], beside: list[Finding] | None = None) -> None:
            super().__init__()
            self.own = own
            self.beside = beside

    class NotKept(Message):
        """Unsaved work could not be put on disk."""

        def __init__(self, error: Exception) -> None:
            super().__init__()
            self.error = error

    def __init__(self, name: str, restore: Autosave | None = None) -> None:
        super().__init__(name)
        self.restore = restore
        self.draft: Draft | None = None
        self.keeper: Keeper | None = None
        self.snapshot: Snapshot | None = None
        self.locked: Lock | None = None
        self._beside: list[Finding] = []
        self._as_submitted = False
        self._is_saving = self._shown_changed = self._file_changed = False
        self._check_at = self._keep_at = 0.0
        self._ticking: Timer | None = None
        self._said = ""
        self._told: tuple[str, ...] = ("", "")
        self._words_saved = ""

    def on_mount(self) -> None:
        """Ready to wait for a pause in typing."""
        self._ticking = self.set_interval(TICK, self._tick, pause=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What goes wrong in the background is not kept from anybody."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._is_saving = False
            self.curate.tell(f"That did not work: {event.worker.error!r}. What you typed is kept.")

    # -- what is on the screen ------------------------------------------------------------

    async def _show_fields(self, draft: Draft, snapshot: Snapshot) -> None:
        read_only = self.locked is not None
        boxes = {
            field.name: FieldBox(field, text_of(draft.instance, field.name), read_only=read_only)
            for field in (*BEFORE_LEVELS, *LEVELS)
        }
        prose = Vertical(*(boxes[field.name] for field in BEFORE_LEVELS), id="prose")
        side = SidePanel(draft, snapshot, read_only)
        levels = Container(*(boxes[field.name] for field in LEVELS), id="levels")
        await self.page.mount(Horizontal(prose, side, id="writing"), levels)
        self.set_class(self.size.width < SIDE_FROM, "-folded")
        first = next((f for f in BEFORE_LEVELS if not text_of(draft.instance, f.name)), None)
        boxes[(first or BEFORE_LEVELS[1]).name].area.focus(scroll_visible=False)

    def _show_state(self) -> None:
        draft, snapshot = self.draft, self.snapshot
        if draft is None or snapshot is None or not self.query("#edit-top"):
            return
        self._shown_changed = draft.is_changed
        standing = snapshot.standings.get(self.instance_name)
        what = [self.instance_name, status_words(standing), draft.instance.language]
        state = [self._saved_words(), summary(self.findings), snapshot.person]
        if self.size.width < ROOM:
            what = [self.instance_name]
            state = [self._saved_words().partition(",")[0], short_summary(self.findings)]
        told = tuple(" · ".join(filter(None, words)) for words in (what, state))
        if told != self._told:
            self.query_one("#edit-what", Static).update(
                shown(told[0]), layout=told[0] != self._told[0]
            )
            self.query_one("#edit-state", Static).update(shown(told[1]), layout=False)
            self._told = told
        banner = self.query_one("#edit-banner", Static)
        elsewhere = self.keeper is not None and self.keeper.is_open_elsewhere()
        said = banner_words(
            snapshot, standing, self.locked, elsewhere=elsewhere, file_changed=self._file_changed
        )
        banner.display = bool(said)
        if said != self._said:
            banner.update(shown(said))
            self._said = said

    @property
    def _has_typed(self) -> bool:
        return self.draft is not None and self.draft.is_changed

    def _saved_words(self) -> str:
        if self._is_saving:
            return "saving …"
        if self._has_typed:
            is_safe = self.keeper is not None and self.keeper.is_safe
            return "● unsaved, kept as you type" if is_safe else "● unsaved, NOT kept"
        return self._words_saved if self.locked is None else "read only"

    async def _show_version(self, instance: Instance) -> None:
        """Put another version into the fields, each as a step that can be undone."""
        assert self.draft is not None
        self.draft.instance = instance
        for box in self.boxes():
            box.area.put(text_of(instance, box.field.name))
        for sources in self.query(SourceList):
            await sources.put(instance.sources)
        for details in self.query(Details):
            details.put(instance)
        if self.draft.answers:
            await self.query_one(SidePanel).recompose()
        self._touched()
        self._show_state()

    # -- typing ---------------------------------------------------------------------------

    def wrote(self, area: Prose) -> None:
        """Keep in memory what was typed, at once."""
        name = area.name or ""
        if self.draft is not None and name in BY_NAME and self.draft.write(name, area.text):
            self._touched()

    def on_prose_altered(self, event: Prose.Altered) -> None:
        """Say beforehand what a paste could not bring in as it was."""
        event.stop()
        if box := self.box(event.area.name or ""):
            box.pasted = event.notes
            box.look_again()
        else:
            self.notify(", ".join(event.notes), title="Pasted", markup=False)

    def on_source_list_changed(self, event: SourceList.Changed) -> None:
        """Other sources."""
        if self.draft and self.draft.change(sources=event.sources):
            self._touched()

    def on_details_changed(self, event: Details.Changed) -> None:
        """Another language, or checked."""
        if self.draft is None:
            return
        if event.field == "checked_by":
            origin = self.draft.instance.provenance
            origin = origin.model_copy(update={"checked_by": event.value})
            changed = self.draft.change(provenance=origin)
        else:
            changed = self.draft.change(**{event.field: event.value})
        if changed:
            self._touched()

    def on_flag_box_answered(self, event: FlagBox.Answered) -> None:
        """An answer to a reviewer."""
        if self.draft is not None:
            self.draft.answer(event.flag, event.answer)
            self._touched()

    def _touched(self) -> None:
        now = time.monotonic()
        self._check_at = now + CHECK_AFTER
        self._keep_at = self._keep_at or now + KEEP_AFTER
        if self.draft is not None and self.draft.is_changed != self._shown_changed:
            self._show_state()
        if self._ticking is not None:
            self._ticking.resume()

    def _tick(self) -> None:
        now = time.monotonic()
        if self._keep_at and now >= self._keep_at:
            self._keep_at = 0.0
            if self.keeper is not None and self.draft is not None:
                self.keeper.keep(self.draft)
        if self._check_at and now >= self._check_at:
            self._check_at = 0.0
            for box in self.boxes():
                if box.has_focus_within:
                    box.look_again()
            self._check()
            self._show_state()
        if not (self._keep_at or self._check_at) and self._ticking is not None:
            self._ticking.pause()

    # -- checking -------------------------------------------------------------------------

    def _check(self) -> None:
        if self.draft is not None and self.snapshot is not None:
            self._run_checks(self.snapshot, self.draft, self.draft.instance, self._as_submitted)

    @work(thread=True, exclusive=True, exit_on_error=False, group="check")
    def _run_checks(
        self, snapshot: Snapshot, draft: Draft, instance: Instance, as_submitted: bool
    ) -> None:
        benchmark, loaded = snapshot.benchmark, draft.loaded
        own = checking.own_findings(benchmark, loaded, instance, as_submitted=as_submitted)
        self.post_message(self.Checked(own))
        worker = get_current_worker()
        beside = checking.AROUND.findings(benchmark, loaded, instance)
        if not worker.is_cancelled:
            self.post_message(self.Checked(own, beside))

    def on_writing_screen_checked(self, message: Checked) -> None:
        """Put each finding under its field and into the list."""
        if message.beside is not None:
            self._beside = message.beside
        self.findings = [*message.own, *self._beside]
        for box in self.boxes():
            box.show_findings([f for f in self.findings if f.field == box.field.name])
        for listed in self.query(ProblemList):
            listed.put(self.findings)
        self._show_state()

    # -- nothing lost ---------------------------------------------------------------------

    def _begin_keeping(self, snapshot: Snapshot) -> None:
        assert self.draft is not None
        key = self.draft.instance.key
        try:
            self.keeper = Keeper(snapshot.root, snapshot.person, key, self._not_kept)
        except OSError as error:
            self._not_kept(error)

    def _not_kept(self, error: Exception) -> None:
        self.post_message(self.NotKept(error))

    def keep_now(self) -> None:
        """Have what was typed on disk when this returns."""
        if self.keeper is not None and self.draft is not None:
            self.keeper.keep_now(self.draft)

    def on_unmount(self) -> None:
        """The widgets are gone; what they held is in memory."""
        if self.keeper is not None and self.draft is not None:
            self.keeper.keep(self.draft)
            self.keeper.close()

    def on_writing_screen_not_kept(self, message: NotKept) -> None:
        """Say loudly that typing is not safe."""
        self._show_state()
        self.curate.tell(f"What you type cannot be kept on disk: {message.error}. Save it soon.")

    @work(exit_on_error=False, group="restore")
    async def _offer_restore(self, snapshot: Snapshot) -> None:
        """Ask about what earlier sessions left, unless one was chosen already."""
        assert self.draft is not None
        if self.restore is not None:
            await self._lay_over(snapshot, self.restore)
            self.restore = None
            return
        for save in left_behind(snapshot.root, snapshot.person, self.draft.instance.key):
            if save.instance == self.draft.instance:
                await self._take_answers(snapshot, save)
                continue
            stale = save.base != self.draft.base
            answer = await self.app.push_screen_wait(offer(save, self.draft.instance, stale))
            if answer == "c":
                await self._lay_over(snapshot, save)
                return
            if answer == "d":
                throw_away(snapshot.root, save)

    async def _take_answers(self, snapshot: Snapshot, save: Autosave) -> None:
        """The text is in the file; the answers to reviewers go where they were typed."""
        assert self.draft is not None
        self.draft.answers.update({answer.field: answer for answer in save.answers})
        if self.keeper is not None and self.keeper.keep_now(self.draft):
            drop(snapshot.root, save)
        if save.answers:
            await self.query_one(SidePanel).recompose()

    async def _lay_over(self, snapshot: Snapshot, save: Autosave) -> None:
        """Bring unsaved work into the fields; both versions are shown where the file moved on."""
        assert self.draft is not None
        instance: Instance | None = save.instance
        if save.base != self.draft.base and save.instance != self.draft.instance:
            why = f"Unsaved work of {save.at}, and the file, which has changed since."
            instance = await self.app.push_screen_wait(
                ConflictScreen(
                    self.instance_name, save.started, save.instance, self.draft.instance, why
                )
            )
        if instance is None:
            return
        self.draft.answers.update({answer.field: answer for answer in save.answers})
        await self._show_version(instance)
        if self.keeper is not None and self.keeper.keep_now(self.draft):
            drop(snapshot.root, save)

    # -- elsewhere ------------------------------------------------------------------------

    def action_preview(self) -> None:
        """Read it in the browser as it stands now, saved or not."""
        if self.draft is None or self.snapshot is None:
            return
        from authoring.preview import show_preview

        task = self.draft.loaded.task
        card = self.snapshot.benchmark.tasks.get(task)
        show_preview(
            self.app, self.curate.root, self.draft.instance, self.instance_name, task, card
        )

    def action_outside(self) -> None:
        """Open the field in the person's own editor."""
        area = self._last_prose
        if area is None or area.read_only:
            self.notify("Go to a field you can write in first.", markup=False)
            return
        self.keep_now()
        try:
            with self.app.suspend():
                text = edited(private_dir(self.curate.root) / "editing", area.name or "", area.text)
        except SuspendNotSupported:
            self.notify("Another editor can't be opened in a browser.", markup=False)
            return
        except CurateError as error:
            self.curate.tell(error)
            return
        self.refresh(layout=True)
        area.put(text)

    def action_plain_line_ends(self) -> None:
        """CR LF and CR of the field become LF."""
        area = self._last_prose
        if area is not None and not area.read_only:
            area.put(area.text.replace("\r\n", "\n").replace("\r", "\n"))
