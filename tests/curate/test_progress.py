"""The progress of a run: one changing line on a terminal, sparse lines elsewhere."""

from __future__ import annotations

import io
import os
import pty
import sys
from contextlib import suppress
from decimal import Decimal

import pytest

from augment.run import JobProgress, Progress
from curate.progress import Ticker


def progress(answered: int, *, ended: str = "") -> Progress:
    job = JobProgress("reasoning/tables en", 5, 2, ended)
    return Progress((job,), 25, answered, answered + 3, 3, 1, 12_000, 3_400, Decimal("0.1234"))


def everything(near: int) -> str:
    """What a terminal got until its other end was closed."""
    shown = b""
    with suppress(OSError):
        while piece := os.read(near, 65536):
            shown += piece
    os.close(near)
    return shown.decode()


def test_on_a_terminal_one_line_tells_what_is_done_in_flight_and_left(monkeypatch):
    near, far = pty.openpty()
    monkeypatch.setenv("COLUMNS", "200")
    with os.fdopen(far, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        ticker = Ticker("EUR", redraw=0)
        ticker(progress(5))
        ticker(progress(10))
        ticker.close()
    shown = everything(near)
    last = [line for line in shown.split("\r\x1b[K") if line][-1]
    for part in ("10 of about 25 answers", "3 in flight", "1 retries", "12,000 + 3,400 tokens",
                 "0.12 EUR", "left", "reasoning/tables en round 3 of 5"):  # fmt: skip
        assert part in last
    assert "\n" not in shown


@pytest.mark.parametrize("columns", ["30", "80"])
def test_the_line_is_never_wider_than_the_terminal(monkeypatch, columns: str):
    near, far = pty.openpty()
    monkeypatch.setenv("COLUMNS", columns)
    with os.fdopen(far, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        Ticker("", redraw=0)(progress(10))
    shown = everything(near)
    assert 0 < len(shown.removeprefix("\r\x1b[K")) < int(columns)


def test_elsewhere_only_ended_tasks_and_now_and_then_a_line(monkeypatch):
    lines = io.StringIO()
    monkeypatch.setattr(sys, "stderr", lines)
    ticker = Ticker("")
    for answered in range(25):
        ticker(progress(answered))
    ticker(progress(25, ended="done"))
    ticker(progress(25, ended="done"))
    ticker.close()
    assert lines.getvalue() == "reasoning/tables en: done, 2 of 5 rounds\n"
