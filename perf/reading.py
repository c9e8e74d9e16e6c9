"""Reading and validating a benchmark against libyaml's base loader on the same files.

The floor loads the same instance files with PyYAML's CBaseLoader and does nothing else. Ours
finds the files, parses and models them and all acts and cards, and runs every check. Aim for
reading and checking each instance by itself: at most 4. Comparing the instances with each other
is measured apart; it reads every text once more.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import yaml

from benchmark.checks import Finding
from benchmark.load import load_folder
from benchmark.validate import instance_findings, validate
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
                "read and check each instance": lambda: checked_alone(root),
                "read and validate": lambda: validate(load_folder(root)),
            }
        )
        print(f"{len(files)} instance files, CBaseLoader: {times['floor'] * 1000:.0f} ms")
        for name, aim in (
            ("read", " (aim: at most 4)"),
            ("read and check each instance", " (aim: at most 4)"),
            ("read and validate", ", with all comparisons"),
        ):
            print(f"{name}: {times[name] / times['floor']:.2f} ×{aim}")


def checked_alone(root: Path) -> list[Finding]:
    """What the checks of single instances find."""
    benchmark = load_folder(root)
    return [f for loaded in benchmark.instances for f in instance_findings(benchmark, loaded)]
