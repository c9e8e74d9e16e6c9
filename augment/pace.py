"""When the next request may be sent: the server's limits per minute, and its own word for it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from augment.providers import Reply

MINUTE: Final = 60.0
LONGEST: Final = 600.0
"""A server that asks for a longer pause than these seconds is not waited for."""
_FIRST: Final = 0.5
_LAST: Final = 60.0


@dataclass
class Taken:
    """What one request counts for in its minute."""

    at: float
    tokens: int


class Pace:
    """The requests of the last minute. `now` is a monotonic clock in seconds."""

    def __init__(self, requests_per_minute: int, tokens_per_minute: int) -> None:
        self.requests = requests_per_minute
        self.tokens = tokens_per_minute
        self._recent: deque[Taken] = deque()
        self._held_until = float("-inf")

    def wait(self, now: float, tokens: int) -> float:
        """Seconds until a request of about so many tokens may be sent; 0 for now.

        A request larger than the whole minute's tokens may be sent alone.
        """
        while self._recent and self._recent[0].at <= now - MINUTE:
            self._recent.popleft()
        until = self._held_until
        if self.requests and len(self._recent) >= self.requests:
            until = max(until, self._recent[-self.requests].at + MINUTE)
        if self.tokens:
            until = max(until, self._room_for(tokens))
        return max(0.0, until - now)

    def _room_for(self, tokens: int) -> float:
        """The moment at which enough of the recent requests are a minute old."""
        used = sum(taken.tokens for taken in self._recent)
        until = float("-inf")
        for taken in self._recent:
            if used + tokens <= self.tokens:
                break
            used -= taken.tokens
            until = taken.at + MINUTE
        return until

    def take(self, now: float, tokens: int) -> Taken:
        """Count a request that is sent now; its `tokens` may be set right when they are known."""
        taken = Taken(now, tokens)
        self._recent.append(taken)
        return taken

    def hold(self, now: float, seconds: float) -> None:
        """Send nothing for so long, whoever asks."""
        self._held_until = max(self._held_until, now + seconds)


def pause_before_retry(attempt: int, jitter: float) -> float:
    """Seconds before the next attempt: 0.5, 1, 2 … at most 60, and up to half as much again."""
    return float(min(_LAST, _FIRST * 2 ** (attempt - 1)) * (1 + jitter / 2))


def asked_pause(reply: Reply) -> float | None:
    """The pause a server asks for in `Retry-After` (seconds or a date) or `retry-after-ms`."""
    milliseconds = reply.headers.get("retry-after-ms", "")
    value = reply.headers.get("retry-after", "").strip()
    try:
        if milliseconds:
            return max(0.0, float(milliseconds) / 1000)
        if value:
            return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
