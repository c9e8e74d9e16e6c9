"""The file of the instance that is written: saved, settled with other versions, watched."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from textual import work
from textual.message import Message

from authoring.conflict.screen import ConflictScreen
from authoring.edit import saving
from authoring.edit.choice import Choice
from authoring.edit.draft import Draft
from authoring.edit.panel import SidePanel
from authoring.edit.saving import Elsewhere, Saving
from authoring.edit.writing import WritingScreen
from authoring.prose import Prose
from authoring.workplace import Snapshot
from benchmark import instance_file
from benchmark.autosave import Autosave
from benchmark.instance_file import Opened
from review.editing import Lock, lock_on
from schemas.errors import CurateError

LOOK_AT_FILE: Final = 2.0

Then = Callable[[], object]


class FileScreen(WritingScreen):
    """Saves, and never over a version it did not load."""

    class Saved(Message):
        """The file holds this now, or is not what was opened."""

        def __init__(self, saving: Saving, outcome: bytes | Elsewhere, then: Then | None) -> None:
            super().__init__()
            self.saving = saving
            self.outcome = outcome
            self.then = then

    class Failed(Message):
        """Something could not be done."""

        def __init__(self, error: Exception) -> None:
            super().__init__()
            self.error = error

    def __init__(self, name: str, restore: Autosave | None = None) -> None:
        super().__init__(name, restore)
        self._file_stamp: tuple[int, int] | None = None

    def on_mount(self) -> None:
        """Watch the file."""
        self.set_interval(LOOK_AT_FILE, self._look_at_file)

    def action_save(self) -> None:
        """Write what changed into the file."""
        if self.locked is not None:
            words = f"Not saved: {self.locked.why}. What you typed is kept."
            self.notify(
                words if self._has_typed else f"Read only: {self.locked.why}.", markup=False
            )
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

    async def on_file_screen_saved(self, message: Saved) -> None:
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

    def on_file_screen_failed(self, message: Failed) -> None:
        """Say what went wrong; what was typed is kept."""
        self._is_saving = False
        self._show_state()
        self.curate.tell(message.error)

    # -- two versions ---------------------------------------------------------------------

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
        self._relock(lock_on(snapshot.actor, found, snapshot.standings[found.name]), snapshot)
        self._check()
        self._show_state()

    def _relock(self, locked: Lock | None, snapshot: Snapshot) -> None:
        """Nobody who is typing is interrupted: saving says why it cannot be any more."""
        assert self.draft is not None
        was_locked, self.locked = self.locked is not None, locked
        if (locked is not None) == was_locked or (locked is not None and self.draft.is_changed):
            return
        for area in self.query(Prose):
            area.read_only = locked is not None
        if locked is None and self.keeper is None:
            self._begin_keeping(snapshot)
        side = self.query_one(SidePanel)
        side.read_only = locked is not None
        side.snapshot = snapshot
        self.call_later(side.recompose)
