"""Opening the app on ten thousand instances, and filtering them, against one text area.

All run in pseudo-terminals of 120 × 40. To first paint: from starting the process until the
screen's own words are on the terminal; then when the names of all instances were there, and every
status with what is to do. Every start is a first one: nothing is kept from one to the next. On a
busy machine the processor time tells more than the clock. A filter keystroke: from the key until
its letter is in the filter, and from the last key of a word until the list shows what matches, the
filter's own delay included. Aim for first paint: at most 3.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from perf.editor import FLOOR
from perf.synthetic import WORDS, make
from tests.authoring.terminal import Terminal

INSTANCES = 10_000
STARTS = 7
FILTERS = 40
BY = ("--as", "ann@example.org")


@dataclass(frozen=True)
class Moment:
    """When something was on the terminal: seconds since the start, and of processor time."""

    wall: float
    cpu: float


def _start(command: Sequence[str | Path], marks: Sequence[str], folder: Path) -> list[Moment]:
    """Start a process; when each mark is on its terminal."""
    begin = time.monotonic()
    found = []
    with Terminal(command, cwd=folder, columns=120, rows=40) as terminal:
        for mark in marks:
            wall = terminal.shows(mark, within=120) - begin
            found.append(Moment(wall, _cpu(terminal.process.pid)))
    return found


def _cpu(pid: int) -> float:
    """Processor time a process has used (Linux; 0 elsewhere)."""
    file = Path(f"/proc/{pid}/stat")
    if not file.exists():
        return 0.0
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _starts(root: Path, folder: Path) -> None:
    floor = [sys.executable, "-c", FLOOR]
    ours = [sys.executable, "-m", "curate", "-C", root, *BY]
    marks = ["Fetch", f"reading {INSTANCES}", f"of {INSTANCES}"]
    found: dict[str, list[list[Moment]]] = {"floor": [], "app": []}
    for _ in range(STARTS):
        found["floor"].append(_start(floor, ["ready"], folder))
        found["app"].append(_start(ours, marks, folder))
    base = _best(found["floor"], 0)
    print(f"one text area, first paint: {base.wall * 1000:.0f} ms, {base.cpu:.2f} s of processor")
    for number, what in enumerate(("first paint", "names of all", "every status")):
        ours_best = _best(found["app"], number)
        aim = " (aim: at most 3)" if number == 0 else ""
        processor = f", processor {ours_best.cpu / base.cpu:.2f} ×" if base.cpu else ""
        ratio = ours_best.wall / base.wall
        print(f"{what}: {ours_best.wall * 1000:.0f} ms, {ratio:.2f} ×{processor}{aim}")


def _best(starts: Sequence[Sequence[Moment]], number: int) -> Moment:
    return Moment(
        min(start[number].wall for start in starts), min(start[number].cpu for start in starts)
    )


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
        time.sleep(2)
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
            time.sleep(1)
            app.send("/")
            time.sleep(1)
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
