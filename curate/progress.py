"""How far a run is, on stderr: one line that changes on a terminal, sparse lines elsewhere."""

from __future__ import annotations

import sys
import time
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

from curate.output import note, width
from schemas.visible import visible

if TYPE_CHECKING:
    from augment.run import JobProgress, Progress

_SPARSE: Final = 15.0


class Ticker:
    """Shows each `Progress` it is given; `currency` where costs are known.

    On a terminal the line is drawn anew at most every `redraw` seconds.
    """

    def __init__(self, currency: str, redraw: float = 0.1) -> None:
        self.currency = currency
        self.redraw = redraw
        self.live = sys.stderr.isatty()
        self._begin = self._shown = time.monotonic()
        self._answered_before: int | None = None
        self._ended: set[str] = set()
        self._last = ""

    def __call__(self, progress: Progress) -> None:
        """Take note of how far the run is; shown when it is time, or a task has ended."""
        now = time.monotonic()
        if self._answered_before is None:
            self._answered_before = progress.answered
        ended = [job for job in progress.jobs if job.ended and job.name not in self._ended]
        for job in ended:
            self._ended.add(job.name)
            self._say(f"{job.name}: {job.ended}, {job.decided} of {job.rounds} rounds")
        if now - self._shown >= (self.redraw if self.live else _SPARSE):
            self._shown = now
            self._draw(progress, now)

    def close(self) -> None:
        """Leave the line."""
        if self.live and self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _say(self, line: str) -> None:
        self.close()
        note(line)

    def _draw(self, progress: Progress, now: float) -> None:
        line = visible(self._line(progress, now))
        if not self.live:
            note(line)
        elif line != self._last:
            sys.stderr.write(f"\r\x1b[K{_fitting(line)}")
            sys.stderr.flush()
        self._last = line

    def _line(self, progress: Progress, now: float) -> str:
        parts = [
            f"{progress.answered} of about {progress.expected} answers",
            f"{progress.in_flight} in flight",
            f"{progress.retries} retries",
            f"{progress.prompt_tokens:,} + {progress.completion_tokens:,} tokens",
        ]
        if self.currency:
            parts.append(f"{progress.cost:.2f} {self.currency}")
        if left := self._left(progress, now):
            parts.append(left)
        at_work = [job for job in progress.jobs if not job.ended and job.decided < job.rounds]
        if at_work:
            parts.append(_where(at_work[0], len(at_work)))
        return " · ".join(parts)

    def _left(self, progress: Progress, now: float) -> str:
        done = progress.answered - (self._answered_before or 0)
        left = progress.expected - progress.answered
        if done <= 0 or left <= 0:
            return ""
        seconds = int((now - self._begin) / done * left)
        return f"about {seconds // 60}:{seconds % 60:02d} left"


def _fitting(line: str) -> str:
    """As much of the line as the terminal has room for, so that it stays one line."""
    room = get_terminal_size().columns - 1
    while width(line) > room:
        line = line[:-1]
    return line


def _where(job: JobProgress, waiting: int) -> str:
    more = f" and {waiting - 1} more" if waiting > 1 else ""
    return f"{job.name} round {job.decided + 1} of {job.rounds}{more}"
