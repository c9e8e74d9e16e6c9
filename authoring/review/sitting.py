"""One sitting at the queue: what was filed, what was put off, what comes next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from review.queue import QueueItem

Turn = tuple[str, int]
"""An instance's key and the round of review."""


def turn_of(item: QueueItem) -> Turn:
    """Which review an item of the queue asks for."""
    return item.loaded.instance.key, item.standing.round


@dataclass
class Sitting:
    """What has happened since the person sat down.

    `filed` holds reviews that are on record or on their way there; `returned` those that were
    refused or were begun earlier and come next; `skipped` those put off, in that order; `gone`
    those handed back. `last` is the key of the instance whose review was filed last.
    """

    filed: set[Turn] = field(default_factory=set)
    returned: list[Turn] = field(default_factory=list)
    skipped: list[Turn] = field(default_factory=list)
    gone: set[Turn] = field(default_factory=set)
    last: str = ""
    is_begun: bool = False

    def begin(self, first: Iterable[Turn]) -> None:
        """Sit down: these come first."""
        self.is_begun = True
        self.returned = list(first)

    def order(self, queue: Iterable[QueueItem]) -> list[QueueItem]:
        """The queue as it stands for this person: returned ones first, put off ones last."""
        waiting = [item for item in queue if turn_of(item) not in self.filed | self.gone]
        return sorted(waiting, key=lambda item: self._place(turn_of(item)))

    def _place(self, turn: Turn) -> int:
        if turn in self.returned:
            return self.returned.index(turn) - len(self.returned)
        return self.skipped.index(turn) + 1 if turn in self.skipped else 0

    def skip(self, turn: Turn) -> None:
        """Put one off until the rest is done."""
        self._forget(turn)
        self.skipped.append(turn)

    def file(self, turn: Turn) -> None:
        """One is answered."""
        self._forget(turn)
        self.filed.add(turn)

    def hand_back(self, turn: Turn) -> None:
        """One is someone else's now; it counts for nothing here."""
        self._forget(turn)
        self.gone.add(turn)

    def give_back(self, turn: Turn) -> None:
        """One was refused."""
        self._forget(turn)
        self.returned.append(turn)

    def _forget(self, turn: Turn) -> None:
        self.filed.discard(turn)
        self.returned = [other for other in self.returned if other != turn]
        self.skipped = [other for other in self.skipped if other != turn]
