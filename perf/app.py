"""Opening the app on ten thousand instances, and filtering them, against one text area.

All run in pseudo-terminals of 120 × 40. To first paint: from starting the process until the
screen's own words are on the terminal; it is also said when the list was there, and the to-do
list and all statuses with it, on a first start (nothing has been read before; there is nothing a
second start could have kept). A filter keystroke: from the key until its letter is in the filter,
and from the last key of a word until the list shows what matches, the filter's own delay included.
Aim for first paint: at most 3.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from perf.editor import FLOOR
from perf.synthetic import WORDS, make
from tests.authoring.terminal import Terminal

INSTANCES = 10_000
STARTS = 7
FILTERS = 40
BY = ("--as", "ann@example.org")


def _start(command: Sequence[str | Path], marks: Sequence[str], folder: Path) -> list[float]:
    """Seconds from the start of a process until each mark is on its terminal."""
    begin = time.monotonic()
    with Terminal(command, cwd=folder, columns=120, rows=40) as terminal:
        return [terminal.shows(mark, within=120) - begin for mark in marks]


def _starts(root: Path, folder: Path) -> None:
    floor = [sys.executable, "-c", FLOOR]
    ours = [sys.executable, "-m", "curate", "-C", root, *BY]
    first = f"of {INSTANCES}"
    found: dict[str, list[list[float]]] = {"floor": [], "app": []}
    for _ in range(STARTS):
        found["floor"].append(_start(floor, ["ready"], folder))
        found["app"].append(_start(ours, ["Fetch", first], folder))
    base = min(times[0] for times in found["floor"])
    paint = min(times[0] for times in found["app"])
    there = min(times[1] for times in found["app"])
    print(f"one text area, start to first paint: {base * 1000:.0f} ms")
    print(f"first paint: {paint * 1000:.0f} ms, {paint / base:.2f} × (aim: at most 3)")
    print(f"the list of {INSTANCES} with every status: {there * 1000:.0f} ms, {there / base:.2f} ×")


def _filters(root: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "curate", "-C", root, *BY]
    size = {"cwd": folder, "columns": 120, "rows": 40}
    letters: dict[str, list[float]] = {"floor": [], "app": []}
    lists: list[float] = []
    with (
        Terminal([sys.executable, "-c", FLOOR], **size) as floor,  # type: ignore[arg-type]
        Terminal(command, **size) as app,  # type: ignore[arg-type]
    ):
        floor.shows("ready")
        app.shows(f"of {INSTANCES}", within=120)
        time.sleep(30)
        floor.send("\x1b[F ")
        app.send("/")
        time.sleep(0.5)
        for number in range(FILTERS):
            typed = ""
            for key in f"{WORDS[number % len(WORDS)][:4]}":
                typed += key
                for name, terminal in (("floor", floor), ("app", app)):
                    since, begin = terminal.chunks, time.monotonic()
                    terminal.send(key)
                    letters[name].append(terminal.shows(typed[-3:], since=since) - begin)
            since, begin = app.chunks, time.monotonic()
            app.send(f" task_{number % 99}")
            lists.append(app.shows("all instances", since=since, within=20) - begin)
            floor.send(" ")
            app.send("\x1b")
            time.sleep(0.6)
            app.send("/")
            time.sleep(0.3)
    worst = {name: sorted(values)[int(len(values) * 0.95)] for name, values in letters.items()}
    print(
        f"filter keystroke to its letter, 95th percentile: {worst['app'] * 1000:.1f} ms, one text "
        f"area {worst['floor'] * 1000:.1f} ms: {worst['app'] / worst['floor']:.2f} ×"
    )
    print(
        f"last key to the filtered list, median: {median(lists) * 1000:.0f} ms (200 ms of it delay)"
    )


def run() -> None:
    """Print times and ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = folder / "bench"
        make(root, INSTANCES)
        _starts(root, folder)
        _filters(root, folder)
