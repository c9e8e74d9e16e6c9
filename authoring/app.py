"""The terminal app: one benchmark, one person, one screen a job."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var

from authoring.plain import visible
from authoring.workplace import Snapshot, read
from schemas.errors import CurateError


class CurateApp(App[None]):
    """The app. `snapshot` is None until the benchmark has been read for the first time."""

    TITLE = "Curate"
    CSS_PATH = "styles/app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", id="app.help", tooltip="What the keys do here"),
        Binding("ctrl+q", "quit", "Quit", id="app.quit", tooltip="Leave; nothing typed is lost"),
    ]

    snapshot: var[Snapshot | None] = var(None, always_update=True)

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

    def __init__(self, root: Path, email: str | None = None, instance: str = "") -> None:
        super().__init__()
        self.root = root
        self.email = email
        self.first_instance = instance

    def on_mount(self) -> None:
        """Show the list at once and read the benchmark behind it."""
        from authoring.browse.screen import BrowseScreen

        self.push_screen(BrowseScreen())
        self.read_again()

    @work(thread=True, exclusive=True, exit_on_error=False, group="read")
    def read_again(self) -> None:
        """Read the benchmark in the background; `snapshot` is replaced when that is done."""
        try:
            self.post_message(self.BenchmarkRead(read(self.root, self.email)))
        except (CurateError, OSError) as error:
            self.post_message(self.ReadFailed(error))

    def on_curate_app_benchmark_read(self, message: BenchmarkRead) -> None:
        """Let every screen show what was read."""
        self.snapshot = message.snapshot

    def on_curate_app_read_failed(self, message: ReadFailed) -> None:
        """Say why there is nothing to see."""
        self.tell(message.error)

    def tell(self, error: Exception | str, *, severity: str = "error") -> None:
        """One place where errors become words on the screen."""
        text = visible(str(error))
        if severity == "error":
            self.notify(text, severity="error", timeout=15, markup=False)
        else:
            self.notify(text, timeout=6, markup=False)


def run(root: Path, email: str | None = None, instance: str = "") -> None:
    """Open the app on a benchmark, and on one instance where its id is given."""
    CurateApp(root, email, instance).run()
