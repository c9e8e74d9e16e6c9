"""One instance as one page: its texts, what is wrong with them, and what helps to write them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import getters, work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Collapsible, Footer, Input, Static, TextArea
from textual.widgets._collapsible import CollapsibleTitle
from textual.worker import Worker, WorkerState, get_current_worker

from authoring.conflict.screen import ConflictScreen
from authoring.edit import checking, saving
from authoring.edit.choice import Choice
from authoring.edit.details import Details
from authoring.edit.draft import Draft
from authoring.edit.field_box import FieldBox
from authoring.edit.fields import BEFORE_LEVELS, BY_NAME, LEVELS, PROSE, text_of
from authoring.edit.finder import FindBar, Found, found_in
from authoring.edit.keeper import Keeper
from authoring.edit.left_behind import drop, left_behind, offer, throw_away
from authoring.edit.outside import edited
from authoring.edit.panel import NO_EXAMPLE, SidePanel
from authoring.edit.problems import ProblemList, summary
from authoring.edit.saving import Elsewhere, Saving
from authoring.edit.sent_back import FlagBox
from authoring.edit.sources import SourceList
from authoring.plain import shown
from authoring.prose import Prose
from authoring.workplace import Snapshot
from benchmark import instance_file
from benchmark.autosave import Autosave
from benchmark.checks import Finding
from benchmark.instance_file import Opened
from benchmark.layout import private_dir
from review.editing import Lock, lock_on
from schemas.errors import CurateError
from schemas.instance import Instance

if TYPE_CHECKING:
    from authoring.app import CurateApp

TICK: Final = 0.1
CHECK_AFTER: Final = 0.4
KEEP_AFTER: Final = 0.5
LOOK_AT_FILE: Final = 2.0
SIDE_FROM: Final = 110

ASIDE: Final = {
    "language": "#details-section",
    "rubric_language": "#details-section",
    "provenance": "#details-section",
    "sources": "#sources-section",
}

Then = Callable[[], None]


class EditScreen(Screen[None]):
    """The editor. `name` is an id or `new-<key>`; `restore` unsaved work to begin with."""

    CSS_PATH = "edit.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (SIDE_FROM, "-wide")]
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", id="edit.save", tooltip="Write it into its file"),
        Binding("f5", "submit", "Submit", id="edit.submit",
                tooltip="Save it and give it to two reviewers"),
        Binding("f8", "problem", "Next problem", id="edit.problem",
                tooltip="Go to the next field with a problem"),
        Binding("f9", "preview", "Preview", id="edit.preview", tooltip="Read it in the browser"),
        Binding("f2", "side", "Side", id="edit.side",
                tooltip="Show or fold the side: flags, problems, notes, sources, languages"),
        Binding("f4", "example", "Example", id="edit.example",
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
        Binding("ctrl+l", "plain_line_ends", "Plain line ends", id="edit.line-ends", show=False,
                tooltip="Turn CR LF and CR of this field into LF"),
        Binding("ctrl+b", "duplicate", "Duplicate", id="edit.duplicate", show=False,
                tooltip="Begin a new draft from this instance"),
        Binding("f10", "take_back", "Take back", id="edit.take-back", show=False,
                tooltip="Take it back from review, to change it"),
        Binding("f1", "app.help", "Help", id="edit.help", show=False,
                tooltip="What the keys do here"),
        Binding("escape", "leave", "Back", id="edit.leave", tooltip="Leave the editor"),
    ]  # fmt: skip

    page = getters.query_one("#page", VerticalScroll)
    find_bar = getters.query_one(FindBar)

    class Checked(Message):
        """The checks are through with what the instance was a moment ago.

        `beside` is what it shares with others, None while that is not known.
        """

        def __init__(self, own: list[Finding], beside: list[Finding] | None = None) -> None:
            super().__init__()
            self.own = own
            self.beside = beside

    class Saved(Message):
        """The file holds this now, or is not what was opened."""

        def __init__(self, saving: Saving, outcome: bytes | Elsewhere, then: Then | None) -> None:
            super().__init__()
            self.saving = saving
            self.outcome = outcome
            self.then = then

    class Submitted(Message):
        """It went to review under this name, or why not."""

        def __init__(self, outcome: str | CurateError) -> None:
            super().__init__()
            self.outcome = outcome

    class Failed(Message):
        """Something could not be done."""

        def __init__(self, error: Exception) -> None:
            super().__init__()
            self.error = error

    class NotKept(Message):
        """Unsaved work could not be put on disk."""

        def __init__(self, error: Exception) -> None:
            super().__init__()
            self.error = error

    class Copied(Message):
        """A new draft was begun from this one."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.copy_name = name

    def __init__(self, name: str, restore: Autosave | None = None) -> None:
        super().__init__()
        self.instance_name = name
        self.restore = restore
        self.draft: Draft | None = None
        self.keeper: Keeper | None = None
        self.snapshot: Snapshot | None = None
        self.lock: Lock | None = None
        self.findings: list[Finding] = []
        self._beside: list[Finding] = []
        self._as_submitted = False
        self._is_saving = self._shown_changed = False
        self._check_at = self._keep_at = 0.0
        self._ticking: Timer | None = None
        self._said = ""
        self._file_stamp: tuple[int, int] | None = None
        self._file_changed = False
        self._words = ""
        self._found_at: Found | None = None
        self._last_prose: Prose | None = None

    @property
    def curate(self) -> CurateApp:
        """The app."""
        return cast("CurateApp", self.app)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What goes wrong in the background is not kept from anybody."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._is_saving = False
            self.curate.tell(f"That did not work: {event.worker.error!r}. What you typed is kept.")

    # -- what is on the screen ------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The frame; the fields come once the benchmark is read."""
        with Horizontal(id="edit-top", classes="topline"):
            yield Static(shown(f"{self.instance_name} · reading …"), id="edit-what")
            yield Static(id="edit-state")
        yield Static(id="edit-banner")
        yield VerticalScroll(id="page", can_focus=False)
        yield FindBar()
        yield Footer()

    def on_mount(self) -> None:
        """Follow the benchmark, and the file."""
        self.find_bar.display = False
        self._ticking = self.set_interval(TICK, self._tick, pause=True)
        self.set_interval(LOOK_AT_FILE, self._look_at_file)
        self.watch(self.app, "snapshot", self._benchmark_read)
        self.watch(self.page, "scroll_y", self._stick, init=False)

    def on_resize(self) -> None:
        """The side is as high as what can be seen of the page."""
        self.call_after_refresh(self._stick)

    def _stick(self) -> None:
        """Beside the text, the side stays in view while the page scrolls under it."""
        for side in self.query(SidePanel):
            is_beside = self.size.width >= SIDE_FROM
            side.styles.max_height = self.page.size.height if is_beside else None
            last = (side.parent.size.height if side.parent else 0) - side.outer_size.height
            down = min(round(self.page.scroll_y), max(0, last)) if is_beside else 0
            side.styles.offset = (0, down)

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
            self.query_one("#edit-what", Static).update(shown(f"{self.instance_name}: {error.what}"))
            self.curate.tell(error)
            return
        self.instance_name = loaded.name
        self.draft = Draft(opened)
        self._file_stamp = self._stamp()
        self.lock = lock_on(snapshot.actor, loaded, snapshot.standings[loaded.name])
        if self.lock is None:
            self._begin_keeping(snapshot)
        await self._show_fields(self.draft, snapshot)
        self._show_state()
        self._check()
        self.call_after_refresh(self._stick)
        if self.lock is None:
            self._offer_restore(snapshot)

    def _begin_keeping(self, snapshot: Snapshot) -> None:
        assert self.draft is not None
        key = self.draft.instance.key
        try:
            self.keeper = Keeper(snapshot.root, snapshot.person, key, self._not_kept)
        except OSError as error:
            self._not_kept(error)

    def _not_kept(self, error: Exception) -> None:
        self.post_message(self.NotKept(error))

    async def _show_fields(self, draft: Draft, snapshot: Snapshot) -> None:
        read_only = self.lock is not None
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

    def boxes(self) -> list[FieldBox]:
        """The prose fields on the page, in reading order, notes last."""
        found = {box.field.name: box for box in self.query(FieldBox)}
        return [found[field.name] for field in PROSE if field.name in found]

    def box(self, field: str) -> FieldBox | None:
        """The box of a field; None where it is not shown to this person."""
        return next((box for box in self.boxes() if box.field.name == field), None)

    def _show_state(self) -> None:
        draft, snapshot = self.draft, self.snapshot
        if draft is None or snapshot is None:
            return
        self._shown_changed = draft.is_changed
        what = [self.instance_name, self._status(snapshot), draft.instance.language]
        state = [self._saved_words(draft), summary(self.findings), snapshot.person]
        self.query_one("#edit-what", Static).update(shown(" · ".join(filter(None, what))))
        self.query_one("#edit-state", Static).update(shown(" · ".join(filter(None, state))))
        banner = self.query_one("#edit-banner", Static)
        said = "\n".join(self._banner(snapshot))
        banner.display = bool(said)
        if said != self._said:
            banner.update(shown(said))
            self._said = said

    def _saved_words(self, draft: Draft) -> str:
        if self.lock is not None:
            return "read only"
        if self._is_saving:
            return "saving …"
        if draft.is_changed:
            return "● unsaved, kept as you type" if self.keeper else "● unsaved, NOT kept"
        return self._words_saved

    _words_saved: str = "as in its file"

    def _status(self, snapshot: Snapshot) -> str:
        standing = snapshot.standings.get(self.instance_name)
        if standing is None:
            return ""
        words = standing.status.replace("_", " ")
        return f"{words}, round {standing.round}" if standing.round > 1 else words

    def _banner(self, snapshot: Snapshot) -> list[str]:
        said = []
        standing = snapshot.standings.get(self.instance_name)
        if self.lock is not None:
            why = snapshot.reads_only.partition("\n")[0] if snapshot.actor is None else ""
            said.append(f"Read only: {why or self.lock.why}.")
            if self.lock.can_take_back:
                said.append("f10 takes it back.")
        elif standing is not None and standing.status == "accepted":
            said.append("Accepted: a change makes it a draft again, to be reviewed anew.")
        if self.keeper is not None and self.keeper.is_open_elsewhere():
            said.append(
                "You have it open in another terminal too. What you type here is kept apart; "
                "who saves second is shown both versions."
            )
        if self._file_changed:
            said.append("Its file was changed meanwhile: ctrl+s shows both versions.")
        return [" ".join(said)] if said else []

    # -- typing ---------------------------------------------------------------------------

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Keep in memory what was typed, at once."""
        event.stop()
        if self.draft is None or event.text_area.name not in BY_NAME:
            return
        if self.draft.write(event.text_area.name, event.text_area.text):
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

    def on_descendant_focus(self, event: object) -> None:
        """Remember the field that was written in last."""
        if isinstance(self.focused, Prose) and self.focused.name in BY_NAME:
            self._last_prose = self.focused

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

    def on_edit_screen_checked(self, message: Checked) -> None:
        """Put each finding under its field and into the list."""
        if message.beside is not None:
            self._beside = message.beside
        self.findings = [*message.own, *self._beside]
        for box in self.boxes():
            box.show_findings([f for f in self.findings if f.field == box.field.name])
        for listed in self.query(ProblemList):
            listed.put(self.findings)
        self._show_state()

    def on_problem_list_chosen(self, message: ProblemList.Chosen) -> None:
        """Go where the problem is."""
        self._go_to(message.field)

    def action_problem(self) -> None:
        """The next field with a problem, worst ones and all, in reading order."""
        order = [*(box.field.name for box in self.boxes()), *ASIDE]
        told = {f.field for f in self.findings if f.severity != "info"}
        told = told or {f.field for f in self.findings}
        fields = [name for name in order if name in told]
        if not fields:
            self.notify("The checks find nothing to mend.", markup=False)
            return
        here = self._last_prose.name if self._last_prose else ""
        at = order.index(here) if here in order else -1
        self._go_to(next((name for name in fields if order.index(name) > at), fields[0]))

    def _go_to(self, field: str) -> None:
        box = self.box(field)
        if box is not None:
            self._reveal(box)
            box.area.focus()
            self.call_after_refresh(box.scroll_visible, animate=False)
            return
        section = self._unfold(ASIDE.get(field.partition(".")[0], "#problems-section"))
        section.collapsed = False
        self.call_after_refresh(self._focus_inside, section)

    def _reveal(self, box: FieldBox) -> None:
        """Unfold what a field is in."""
        for ancestor in box.ancestors:
            if isinstance(ancestor, Collapsible):
                ancestor.collapsed = False
                self.remove_class("-folded")

    # -- nothing lost ---------------------------------------------------------------------

    def keep_now(self) -> None:
        """Have what was typed on disk when this returns."""
        if self.keeper is not None and self.draft is not None:
            self.keeper.keep_now(self.draft)

    def on_unmount(self) -> None:
        """The widgets are gone; what they held is in memory."""
        if self.keeper is not None and self.draft is not None:
            self.keeper.keep(self.draft)
            self.keeper.close()

    def on_edit_screen_not_kept(self, message: NotKept) -> None:
        """Say loudly that typing is not safe."""
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
                self.draft.answers.update({a.field: a for a in save.answers})
                if self.keeper and self.draft.answers:
                    self.keeper.keep_now(self.draft)
                drop(snapshot.root, save)
                if save.answers:
                    await self.query_one(SidePanel).recompose()
                continue
            stale = save.base != self.draft.base
            answer = await self.app.push_screen_wait(offer(save, self.draft.instance, stale))
            if answer == "c":
                await self._lay_over(snapshot, save)
                return
            if answer == "d":
                throw_away(snapshot.root, save)

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
        if self.keeper is not None:
            self.keeper.keep_now(self.draft)
            drop(snapshot.root, save)

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

    # -- saving ---------------------------------------------------------------------------

    def action_save(self) -> None:
        """Write what changed into the file."""
        if self.lock is not None:
            self.notify(f"Read only: {self.lock.why}.", markup=False)
            return
        self._save(None)

    def _save(self, then: Then | None) -> None:
        draft = self.draft
        if draft is None or self._is_saving:
            return
        self._is_saving = True
        self._show_state()
        self._write_file(Saving(draft.opened, draft.present, draft.instance), then)

    @work(thread=True, exit_on_error=False, group="save")
    def _write_file(self, what: Saving, then: Then | None) -> None:
        try:
            self.post_message(self.Saved(what, saving.save(self.curate.root, what), then))
        except (CurateError, OSError) as error:
            self.post_message(self.Failed(error))

    async def on_edit_screen_saved(self, message: Saved) -> None:
        """Say so; or settle two versions."""
        self._is_saving = False
        assert self.draft is not None
        if isinstance(message.outcome, Elsewhere):
            self._settle(message.outcome, message.then)
            return
        self.draft.now_saved(message.outcome, message.saving.instance)
        self._words_saved = f"saved {datetime.now():%H:%M}"
        self._file_changed = False
        self._file_stamp = self._stamp()
        if self.keeper is not None:
            self.keeper.keep(self.draft)
        for box in self.boxes():
            if box.pasted:
                box.pasted = ()
                box.look_again()
        self._show_state()
        self.curate.read_again()
        if message.then is not None:
            message.then()

    def on_edit_screen_failed(self, message: Failed) -> None:
        """Say what went wrong; what was typed is kept."""
        self._is_saving = False
        self._show_state()
        self.curate.tell(message.error)

    @work(exit_on_error=False, group="settle")
    async def _settle(self, elsewhere: Elsewhere, then: Then | None) -> None:
        """Two versions: field by field, and nothing written before all are settled."""
        draft = self.draft
        assert draft is not None
        theirs = elsewhere.theirs
        if theirs is None:
            await self._settle_gone(draft)
            return
        if theirs.loaded.instance == draft.saved:
            # Only its place or its layout is another one.
            self._stand_on(theirs)
            self._save(then)
            return
        why = "The file was changed by someone else while you wrote. Yours is not written yet."
        settled = await self.app.push_screen_wait(
            ConflictScreen(
                self.instance_name, draft.saved, draft.instance, theirs.loaded.instance, why
            )
        )
        if settled is None:
            self._file_changed = True
            self._show_state()
            self.notify("Both versions are kept; nothing was written.", markup=False)
            return
        self._stand_on(theirs)
        await self._show_version(settled)
        self._save(then)

    async def _settle_gone(self, draft: Draft) -> None:
        body = "Somebody removed the file of this instance while you wrote."
        answers = (("w", "write it again, with what is on the screen"), ("l", "leave it for now"))
        if await self.app.push_screen_wait(Choice("The file is gone", body, answers)) == "w":
            self._write_again(Saving(draft.opened, draft.present, draft.instance))

    @work(thread=True, exit_on_error=False, group="save")
    def _write_again(self, what: Saving) -> None:
        try:
            data = saving.write_anew(self.curate.root, what)
            self.post_message(self.Saved(what, data, None))
        except (CurateError, OSError) as error:
            self.post_message(self.Failed(error))

    def _stand_on(self, opened: Opened) -> None:
        assert self.draft is not None
        self.draft.stand_on(opened)
        self.instance_name = opened.loaded.name
        self._file_changed = False
        self._file_stamp = self._stamp()

    # -- the file under it ----------------------------------------------------------------

    def _path(self) -> Path | None:
        return self.curate.root / self.draft.loaded.path if self.draft else None

    def _stamp(self) -> tuple[int, int] | None:
        path = self._path()
        try:
            status = path.stat() if path else None
        except OSError:
            return None
        return (status.st_mtime_ns, status.st_size) if status else None

    async def _look_at_file(self) -> None:
        """Notice a file that was changed by somebody or something else."""
        stamp = self._stamp()
        if self.draft is None or self._is_saving or stamp in (None, self._file_stamp):
            return
        self._file_stamp = stamp
        try:
            opened = instance_file.open_file(self.curate.root, self.draft.loaded.path)
        except CurateError as error:
            self.curate.tell(error)
            return
        if opened.data == self.draft.present:
            return
        if self.draft.is_changed:
            self._file_changed = True
            self._show_state()
            return
        self._stand_on(opened)
        await self._show_version(opened.loaded.instance)
        self.notify("The file was changed outside; this is its new text.", markup=False)

    def _follow(self, snapshot: Snapshot) -> None:
        """The benchmark was read again: the instance may have a number now, or be locked."""
        assert self.draft is not None
        key = self.draft.instance.key
        found = next((x for x in snapshot.benchmark.instances if x.instance.key == key), None)
        if found is None:
            return
        if found.path != self.draft.loaded.path and not (self._path() or Path()).is_file():
            try:
                opened = instance_file.open_file(snapshot.root, found.path)
            except CurateError:
                return
            if opened.loaded.instance == self.draft.saved:
                self._stand_on(opened)
        self._relock(lock_on(snapshot.actor, found, snapshot.standings[found.name]))
        self._check()
        self._show_state()

    def _relock(self, lock: Lock | None) -> None:
        was_locked = self.lock is not None
        if self.draft and lock is not None and not was_locked and self.draft.is_changed:
            # What is being typed is not taken out of anybody's hands; saving will say why.
            self.lock = None
            return
        self.lock = lock
        if (lock is not None) != was_locked:
            for area in self.query(Prose):
                area.read_only = lock is not None
            if lock is None and self.keeper is None and self.snapshot is not None:
                self._begin_keeping(self.snapshot)
            self.query_one(SidePanel).read_only = lock is not None
            self.query_one(SidePanel).snapshot = cast(Snapshot, self.snapshot)
            self.call_later(self.query_one(SidePanel).recompose)

    # -- acts -----------------------------------------------------------------------------

    def action_submit(self) -> None:
        """Save it, and give it to review."""
        if self.lock is not None:
            self.notify(f"It cannot be submitted: {self.lock.why}.", markup=False)
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
        if self.lock is None or not self.lock.can_take_back:
            self.notify("There is nothing to take back.", markup=False)
        else:
            self._ask_and_take_back()

    @work(exit_on_error=False, group="take-back")
    async def _ask_and_take_back(self) -> None:
        from authoring.reason import ReasonDialog

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
        if self.draft is None or self.lock is not None or not self.draft.is_changed:
            self.dismiss()
        else:
            self._ask_and_leave()

    @work(exit_on_error=False, group="leave")
    async def _ask_and_leave(self) -> None:
        answers = (
            ("s", "save it and leave"),
            ("k", "leave: it is kept, and offered when you come back"),
            ("d", "drop the changes and leave"),
        )
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

    # -- looking around -------------------------------------------------------------------

    def action_side(self) -> None:
        """Fold the side, or bring it back and go there."""
        self.toggle_class("-folded")
        if self.has_class("-folded"):
            if self._last_prose is not None:
                self._last_prose.focus()
            return
        side = self.query_one(SidePanel)
        self.call_after_refresh(side.scroll_visible, animate=False, top=True)
        self.call_after_refresh(self._focus_inside, side)

    def _focus_inside(self, part: Widget) -> None:
        inside = [w for w in self.focus_chain if part in w.ancestors]
        titled = [w for w in inside if not isinstance(w, CollapsibleTitle)]
        if inside:
            (titled or inside)[0].focus(scroll_visible=False)

    def action_example(self) -> None:
        """Another instance of the task."""
        self._unfold("#example")
        if not self.query_one(SidePanel).next_example():
            self.notify(NO_EXAMPLE, markup=False)

    def action_card(self) -> None:
        """What the task asks for."""
        section = self._unfold("#card")
        section.collapsed = False

    def _unfold(self, section: str) -> Collapsible:
        self.remove_class("-folded")
        found = self.query_one(section, Collapsible)
        self.call_after_refresh(found.scroll_visible, animate=False, top=True)
        return found

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

    # -- finding --------------------------------------------------------------------------

    def action_find(self) -> None:
        """Open the line to type in."""
        area = self._last_prose
        self.find_bar.open(area.selected_text if area is not None and area.has_focus else "")

    def action_find_next(self, direction: int) -> None:
        """The next place of what was looked for last."""
        self._find(self.find_bar.words.value, direction, stay=False)

    def on_find_bar_step(self, message: FindBar.Step) -> None:
        """Another place; the words keep the focus."""
        self._find(message.words, message.direction, stay=True)

    def on_find_bar_closed(self) -> None:
        """Back to where something was found, else to where writing was."""
        field = self._found_at.field if self._found_at else None
        box = self.box(field) if field else None
        area = box.area if box else self._last_prose
        if area is not None:
            area.focus(scroll_visible=False)

    def _find(self, words: str, direction: int, *, stay: bool) -> None:
        boxes = {box.field.name: box for box in self.boxes()}
        places = found_in([(name, box.area.text) for name, box in boxes.items()], words)
        if not places:
            self.find_bar.say("nothing found" if words else "")
            return
        at = self._after(places, direction)
        self._found_at = places[at]
        self.find_bar.say(f"{at + 1} of {len(places)}")
        area = boxes[places[at].field].area
        self._reveal(boxes[places[at].field])
        area.select_characters(places[at].begin, places[at].end)
        if stay:
            self.call_after_refresh(area.show_cursor_on_page, True)
        else:
            area.focus(scroll_visible=False)
            self.call_after_refresh(area.show_cursor_on_page, True)

    def _after(self, places: Sequence[Found], direction: int) -> int:
        """Which place comes next from the last one found; from the top where there is none."""
        last = self._found_at
        if last in places:
            return (places.index(last) + direction) % len(places)
        return 0 if direction > 0 else len(places) - 1

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While words to find are typed, escape closes that line first."""
        if action == "leave" and isinstance(self.focused, Input):
            return self.focused.id != "find-words"
        return True
