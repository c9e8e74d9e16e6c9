"""`curate --help` and `curate VERB --help` against `python -c "import typer"`. Aim: at most 2."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

from curate.group import VERBS
from perf.timing import best_of


def verb_lines() -> list[list[str]]:
    """Every verb as the words that call it."""
    lines: list[list[str]] = [[]]
    for verb, target in VERBS.items():
        lines += [[verb, inner] for inner in target] if isinstance(target, dict) else [[verb]]
    return lines


def _call(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


def run() -> None:
    """Print the ratio of each verb, and the largest."""
    floor = partial(_call, "-c", "import typer")
    worst = 0.0
    for words in verb_lines():
        work = partial(_call, "-m", "curate", *words, "--help")
        times = best_of({"floor": floor, "help": work}, rounds=5)
        ratio = times["help"] / times["floor"]
        worst = max(worst, ratio)
        print(f"curate {' '.join([*words, '--help']):28} {ratio:5.2f} × import typer")
    print(f"largest: {worst:.2f} (aim: at most 2)")
