"""The first request goes a little ahead of the others, to find out what the server takes."""

from __future__ import annotations

import asyncio
from typing import Final

SECONDS: Final = 0.2
"""A server refuses a parameter at once or not at all."""


class HeadStart:
    """Everyone but the first waits until the first is answered, or has been out for a while.

    `over` where it is known already how to ask.
    """

    def __init__(self, *, over: bool) -> None:
        self._over = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._taken = False
        if over:
            self._over.set()

    async def wait(self) -> None:
        """Go ahead as the first; else wait."""
        if self._taken:
            await self._over.wait()
        self._taken = True

    def sent(self) -> None:
        """A request goes out: the time of the head start begins, or begins anew."""
        if not self._over.is_set():
            self._stop_timer()
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SECONDS, self._over.set)

    def end(self) -> None:
        """The others may go."""
        self._stop_timer()
        self._over.set()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
