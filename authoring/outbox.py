"""Acts on their way: one after the other, in the background, each with a word at its end.

They outlive the screen that sent them: whoever leaves it early is still told how they ended.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final, Protocol
from weakref import WeakKeyDictionary

from textual.message import Message
from textual.screen import Screen

from authoring.app import CurateApp
from benchmark.identity import Actor
from schemas.errors import CurateError


class Errand(Protocol):
    """Something to do that takes a moment."""

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Do it; returns what to tell the person. Runs in a thread, on the files as they are."""
        ...


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


class Outbox:
    """What an app's person has sent off and what has not ended yet, the one under way first."""

    def __init__(self, app: CurateApp) -> None:
        self.app = app
        self.errands: list[Errand] = []
        self._senders: list[Screen[None]] = []

    def send(self, errand: Errand, sender: Screen[None]) -> None:
        """Take one more; `sender` gets `Done` or `Refused`."""
        self.errands.append(errand)
        self._senders.append(sender)
        if len(self.errands) == 1:
            self._start()

    def _start(self) -> None:
        assert self.app.snapshot is not None
        actor = self.app.snapshot.require_actor()
        self.app.run_worker(
            partial(self._carry_out, self.errands[0], actor),
            thread=True,
            exit_on_error=False,
            group="acts",
        )

    def _carry_out(self, errand: Errand, actor: Actor) -> None:
        message: Done | Refused
        try:
            message = Done(errand, errand.carry_out(self.app.root, actor))
        except (CurateError, OSError) as error:
            message = Refused(errand, error)
        self.app.call_from_thread(self._end, message)

    def _end(self, message: Done | Refused) -> None:
        self.errands.pop(0)
        sender = self._senders.pop(0)
        if sender.is_attached:
            sender.post_message(message)
        elif isinstance(message, Done):
            self.app.tell(message.said, severity="information")
        else:
            self.app.tell(message.error)
        self.app.read_again()
        if self.errands:
            self._start()


_OUTBOXES: Final[WeakKeyDictionary[CurateApp, Outbox]] = WeakKeyDictionary()


def outbox_of(app: CurateApp) -> Outbox:
    """The one outbox of an app."""
    return _OUTBOXES.setdefault(app, Outbox(app))
