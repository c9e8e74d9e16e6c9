"""From a key press to its letter on the screen, in the editor and in an app with one text area.

Both run in pseudo-terminals of 120 × 40 at the same time and take turns, key by key; the pauses
between keys are those of a fast typist, with a longer one now and then, so that autosaves and
checks fall among the keys as they do at work. The editor holds a published instance in a
benchmark of all of them. Aim: at most 1.5 at the 95th percentile.
"""

from __future__ import annotations

import random
import string
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmark.load import load_folder
from tests.authoring.terminal import Terminal
from tests.world import BIGGEN
from tests.world import run as curate

KEYS = 400
BY = ("--as", "ann@example.org")
FLOOR = """
from textual.app import App
from textual.widgets import TextArea

class OneArea(App):
    def compose(self):
        yield TextArea("ready")

    def on_mount(self):
        self.query_one(TextArea).move_cursor((0, 5))

OneArea().run()
"""


def _milliseconds(terminal: Terminal, typed: str, key: str) -> float:
    """From the key to the output that shows it behind what was typed before."""
    since = terminal.chunks
    begin = time.monotonic()
    terminal.send(key)
    word = (typed + key).split(" ")[-1][-3:]
    return (terminal.shows(word, since=since) - begin) * 1000


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def _measure(terminals: dict[str, Terminal]) -> dict[str, list[float]]:
    rng = random.Random(0)
    found: dict[str, list[float]] = {name: [] for name in terminals}
    typed = ""
    for number in range(KEYS):
        key = " " if number % 7 == 6 else rng.choice(string.ascii_lowercase)
        for name, terminal in terminals.items():
            if key == " ":
                terminal.send(key)
                time.sleep(0.05)
            else:
                found[name].append(_milliseconds(terminal, typed, key))
        typed += key
        time.sleep(0.8 if number % 40 == 39 else rng.uniform(0.02, 0.1))
    return found


def run() -> None:
    """Print medians, 95th percentiles and their ratios."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "bench"
        curate(*BY, "init", root)
        curate(*BY, "-C", root, "import", "biggen", BIGGEN / "sample_responses.json")
        instance = load_folder(root).instances[0]
        command = [sys.executable, "-m", "curate", "-C", root, *BY, "edit", instance.name]
        size = {"cwd": Path(folder), "columns": 120, "rows": 40}
        with (
            Terminal([sys.executable, "-c", FLOOR], **size) as floor,  # type: ignore[arg-type]
            Terminal(command, **size) as editor,  # type: ignore[arg-type]
        ):
            floor.shows("ready")
            editor.shows("Reference answer", within=60)
            time.sleep(8)
            for terminal in (floor, editor):
                terminal.send("\x1b[F ")
            time.sleep(0.5)
            found = _measure({"floor": floor, "editor": editor})
    for what, share in (("median", 0.5), ("95th percentile", 0.95)):
        times = {name: _percentile(values, share) for name, values in found.items()}
        print(
            f"key to paint, {what}: editor {times['editor']:.1f} ms, one text area "
            f"{times['floor']:.1f} ms: {times['editor'] / times['floor']:.2f} × (aim: at most 1.5)"
        )
    assert median(found["floor"]) > 0
