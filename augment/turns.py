"""A limited number of turns, handed out by rank: earlier work is finished before later work."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

Rank = tuple[int, ...]


class Turns:
    """Like a semaphore, but whoever has the lowest rank goes next."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._waiting: list[tuple[Rank, int, asyncio.Future[None]]] = []
        self._arrival = count()

    @asynccontextmanager
    async def taken(self, rank: Rank) -> AsyncIterator[None]:
        """Wait for a turn and give it back afterwards."""
        await self._take(rank)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, rank: Rank) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, next(self._arrival), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back()
            raise

    def _give_back(self) -> None:
        while self._waiting:
            turn = heapq.heappop(self._waiting)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
