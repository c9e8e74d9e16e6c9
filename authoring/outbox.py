"""Acts on their way: one after the other, in the background, each with a word at its end."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from textual import getters, work
from textual.message import Message
from textual.widget import Widget

from authoring.app import CurateApp
from benchmark.identity import Actor
from schemas.errors import CurateError


class Errand(Protocol):
    """Something to do that takes a moment."""

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Do it; returns what to tell the person. Runs in a thread, on the files as they are."""
        ...


class Outbox(Widget):
    """Carries errands out and says how each ended. It shows nothing itself."""

    DEFAULT_CSS = "Outbox { display: none; }"

    app = getters.app(CurateApp)

    class Done(Message):
        """It is on record."""

        def __init__(self, errand: Errand, said: str) -> None:
            super().__init__()
            self.errand = errand
            self.said = said

    class Refused(Message):
        """It could not be done, and nothing is on record."""

        def __init__(self, errand: Errand, error: CurateError | OSError) -> None:
            super().__init__()
            self.errand = errand
            self.error = error

    def __init__(self) -> None:
        super().__init__()
        self.errands: list[Errand] = []

    @property
    def is_empty(self) -> bool:
        """Whether nothing is under way."""
        return not self.errands

    def send(self, errand: Errand) -> None:
        """Take one more."""
        self.errands.append(errand)
        if len(self.errands) == 1:
            self._start()

    def _start(self) -> None:
        assert self.app.snapshot is not None
        self._carry_out(self.errands[0], self.app.snapshot.require_actor())

    @work(thread=True, exit_on_error=False, group="acts")
    def _carry_out(self, errand: Errand, actor: Actor) -> None:
        try:
            said = errand.carry_out(self.app.root, actor)
        except (CurateError, OSError) as error:
            self.app.call_from_thread(self._end, self.Refused(errand, error))
        else:
            self.app.call_from_thread(self._end, self.Done(errand, said))

    def _end(self, message: Outbox.Done | Outbox.Refused) -> None:
        self.errands.pop(0)
        self.post_message(message)
        self.app.read_again()
        if self.errands:
            self._start()
