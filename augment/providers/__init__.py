"""Who writes the answers: a server, or prepared answers that are played back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Reply:
    """What a server sent back, before anything is made of it."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class BrokenError(Exception):
    """No whole reply came: refused, cut off, or too late. `partial` is what did come."""

    def __init__(self, what: str, partial: bytes = b"") -> None:
        super().__init__(what)
        self.what = what
        self.partial = partial


class Provider(Protocol):
    """One place that answers chat-completion requests."""

    @property
    def host(self) -> str:
        """What it is called in reports: a host, or `scripted`."""
        ...

    @property
    def is_here(self) -> bool:
        """Whether nothing that is sent leaves this machine."""
        ...

    async def send(self, place: tuple[str, int], body: Mapping[str, object]) -> Reply:
        """Send one request.

        `place` is the job and the number of the request in it. Raises BrokenError where no whole
        reply comes, CurateError where asking again is of no use.
        """
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
