"""The terminal app: one benchmark, one person, one screen a job."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var
from textual.worker import Worker, WorkerState, get_current_worker

from authoring.commands import Actions
from authoring.keys import read_keys
from authoring.leaving import keep_on_signals
from authoring.plain import visible
from schemas.errors import CurateError

if TYPE_CHECKING:
    from authoring.workplace import Snapshot, Workplace
    from benchmark.checks import Finding
    from benchmark.copies import Copies

LOOK_EVERY = 2.0


class CurateApp(App[None]):
    """The app. `snapshot` is None until the benchmark has been read for the first time.

    `findings` are what the checks find, by file; None until they have run. `copies` is how my
    copy and the shared copy stand; None until it was looked at.
    """

    TITLE = "Curate"
    CSS_PATH = "styles/app.tcss"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = App.COMMANDS | {Actions}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "question_mark,f1", "help", "Help", id="app.help", key_display="?",
            tooltip="What can be done here, and by which keys",
        ),
        Binding(
            "ctrl+q", "quit", "Quit", id="app.quit", show=False,
            tooltip="Leave the app; nothing typed is lost",
        ),
    ]  # fmt: skip

    snapshot: var[Snapshot | None] = var(None, always_update=True)
    findings: var[Mapping[str, Sequence[Finding]] | None] = var(None, always_update=True)
    copies: var[Copies | None] = var(None, always_update=True)
    unreachable: var[str] = var("")

    class BenchmarkRead(Message):
        """The benchmark has been read again."""

        def __init__(self, snapshot: Snapshot) -> None:
            super().__init__()
            self.snapshot = snapshot

    class ReadFailed(Message):
        """The benchmark cannot be read."""

        def __init__(self, error: CurateError | OSError) -> None:
            super().__init__()
            self.error = error

    class Checked(Message):
        """The checks have run over what was read."""

        def __init__(self, findings: Mapping[str, Sequence[Finding]]) -> None:
            super().__init__()
            self.findings = findings

    class CopiesSeen(Message):
        """How the copies stand is known."""

        def __init__(self, copies: Copies) -> None:
            super().__init__()
            self.copies = copies

    class Done(Message):
        """An act went through; `words` say so."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    class Refused(Message):
        """An act did not go through."""

        def __init__(self, error: CurateError | OSError) -> None:
            super().__init__()
            self.error = error

    def __init__(
        self, root: Path, email: str | None = None, instance: str = "", *, asks_who: bool = False
    ) -> None:
        super().__init__()
        self.root = root
        self.email = email
        self.first_instance = instance
        self.asks_who = asks_who
        self._place: Workplace | None = None

    def on_mount(self) -> None:
        """Show the list at once and read the benchmark behind it."""
        from authoring.browse.screen import BrowseScreen

        keep_on_signals(self)
        self.push_screen(BrowseScreen())
        keys, wrong = read_keys()
        self.set_keymap(keys)
        for what in wrong:
            self.tell(what)
        self.call_after_refresh(self.read_again)
        self.set_interval(LOOK_EVERY, self._look_for_changes)

    # -- reading --------------------------------------------------------------------------

    @property
    def workplace(self) -> Workplace:
        """What reads the benchmark. Its code is loaded when it is first asked for."""
        from authoring.workplace import Workplace

        if self._place is None:
            self._place = Workplace(self.root, self.email)
        return self._place

    def act_as(self, email: str | None) -> None:
        """From the next reading on this is who acts; None for who git says."""
        self.email = email
        self.workplace.email = email

    @work(thread=True, exclusive=True, exit_on_error=False, group="read")
    def read_again(self) -> None:
        """Read the benchmark in the background; `snapshot` is replaced when that is done."""
        worker = get_current_worker()
        try:
            snapshot = self.workplace.read()
        except (CurateError, OSError) as error:
            self.post_message(self.ReadFailed(error))
            return
        if worker.is_cancelled:
            return
        self.post_message(self.BenchmarkRead(snapshot))
        self._look_behind(snapshot)

    def _look_behind(self, snapshot: Snapshot) -> None:
        """What takes longer than the list should wait for: how the copies stand, the checks."""
        from benchmark.copies import copies

        worker = get_current_worker()
        self.post_message(self.CopiesSeen(copies(self.root, snapshot.person)))

        def gives_up() -> bool:
            # Hands the interpreter to the keyboard between two instances.
            time.sleep(0.001)
            return worker.is_cancelled

        findings = self.workplace.check(snapshot.benchmark, gives_up)
        if findings is not None:
            self.post_message(self.Checked(findings))

    @work(thread=True, exclusive=True, exit_on_error=False, group="look")
    def look_at_copies(self) -> None:
        """Look again how my copy and the shared copy stand. No network."""
        from benchmark.copies import copies

        person = self.snapshot.person if self.snapshot else ""
        self.post_message(self.CopiesSeen(copies(self.root, person)))

    def _look_for_changes(self) -> None:
        reading = any(worker.group in ("read", "changes") and not worker.is_finished
                      for worker in self.workers)  # fmt: skip
        if self.snapshot is not None and not reading:
            self._read_if_changed()

    @work(thread=True, exclusive=True, exit_on_error=False, group="changes")
    def _read_if_changed(self) -> None:
        """Files change under the app: an editor, a colleague's script, git."""
        try:
            if self.workplace.changed():
                self.call_from_thread(self.read_again)
        except (CurateError, OSError) as error:
            self.post_message(self.ReadFailed(error))

    def on_curate_app_benchmark_read(self, message: BenchmarkRead) -> None:
        """Let every screen show what was read."""
        is_first = self.snapshot is None
        self.snapshot = message.snapshot
        if self.asks_who:
            self.asks_who = False
            self._ask_who(message.snapshot)
        elif is_first and message.snapshot.person:
            self._offer_unsaved(message.snapshot)

    @work(exit_on_error=False, group="unsaved")
    async def _offer_unsaved(self, snapshot: Snapshot) -> None:
        """What an earlier session typed and did not save is not forgotten."""
        from authoring.edit.left_behind import offer_all

        await offer_all(self, snapshot, but=self.first_instance)

    def _ask_who(self, snapshot: Snapshot) -> None:
        from authoring.who.screen import WhoScreen

        def take(person: str | None) -> None:
            self.snapshot = None
            self.act_as(person)
            self.read_again()

        self.push_screen(WhoScreen(snapshot.benchmark.people, snapshot.person), take)

    def on_curate_app_checked(self, message: Checked) -> None:
        """Let every screen show what the checks found."""
        self.findings = message.findings

    def on_curate_app_copies_seen(self, message: CopiesSeen) -> None:
        """Let every screen show how the copies stand."""
        self.copies = message.copies

    def on_curate_app_read_failed(self, message: ReadFailed) -> None:
        """Say why there is nothing to see."""
        self.tell(message.error)

    # -- acting ---------------------------------------------------------------------------

    @work(thread=True, exit_on_error=False, group="act")
    def act(self, do: Callable[[], str]) -> None:
        """Do something that takes a while, say how it went, and read the benchmark again."""
        try:
            words = do()
        except (CurateError, OSError) as error:
            self.post_message(self.Refused(error))
        else:
            self.post_message(self.Done(words))

    def on_curate_app_done(self, message: Done) -> None:
        """Say so and look again."""
        if message.words:
            self.tell(message.words, severity="information")
        self.read_again()

    def on_curate_app_refused(self, message: Refused) -> None:
        """Say why and look again: what was refused may have changed under the app."""
        self.tell(message.error)
        self.read_again()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A fault of the app in the background is said, never swallowed."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            error = event.worker.error
            self.log.error(repr(error))
            self.tell(f"This is a fault of the app ({type(error).__name__}): {error}")

    # -- telling --------------------------------------------------------------------------

    def tell(self, error: Exception | str, *, severity: str = "error") -> None:
        """One place where errors become words on the screen."""
        text = visible(str(error))
        if severity == "error":
            self.notify(text, severity="error", timeout=15, markup=False)
        else:
            self.notify(text, timeout=6, markup=False)

    def action_help(self) -> None:
        """What can be done on the screen that is open."""
        from authoring.dialogs.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))


def run(
    root: Path, email: str | None = None, instance: str = "", *, asks_who: bool = False
) -> None:
    """Open the app on a benchmark, and on one instance where its id is given."""
    # Reading goes on in a thread: give the keyboard its turn more often than every 5 ms.
    sys.setswitchinterval(0.001)
    CurateApp(root, email, instance, asks_who=asks_who).run()
