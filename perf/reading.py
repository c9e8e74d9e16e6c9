"""Reading and validating a benchmark against libyaml's base loader on the same files.

The floor loads the same instance files with PyYAML's CBaseLoader and does nothing else. Ours
finds the files, parses and models them and all acts and cards, and runs every check. Aim: at
most 4.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import yaml

from benchmark.load import load_folder
from benchmark.validate import validate
from perf.timing import best_of
from tests.world import BIGGEN
from tests.world import run as curate

BY = ("--as", "ann@example.org")


def run() -> None:
    """Print times and the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "bench"
        curate(*BY, "init", root)
        curate(*BY, "-C", root, "import", "biggen", BIGGEN / "sample_responses.json")
        files = sorted(root.glob("tasks/*/*/instances/*.yaml"))

        def floor() -> None:
            for file in files:
                with file.open("rb") as stream:
                    yaml.load(stream, Loader=yaml.CBaseLoader)

        times = best_of(
            {
                "floor": floor,
                "read": lambda: load_folder(root),
                "read and validate": lambda: validate(load_folder(root)),
            }
        )
        print(f"{len(files)} instance files, CBaseLoader: {times['floor'] * 1000:.0f} ms")
        for name in ("read", "read and validate"):
            print(f"{name}: {times[name] / times['floor']:.2f} × (aim: at most 4)")
