"""Building and verifying a release of 765 and of 10,000 instances.

The floor reads the finished rows, writes them with `json.dumps` and hashes the result with
SHA-256. Each is measured in a process of its own: seconds of the work alone, and the peak of the
process above the base, which is the same process after the same work on a benchmark of one
task, so that code, libraries and what is held while one task is read do not count. Linear means
that an instance takes the same time at both sizes. Aim: at most 1 kB an instance above the base.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SIZES = (765, 10_000)
ONE_TASK = 100
VERSION = "1.0.0"


def _build(root: Path, out: Path) -> Callable[[], object]:
    from benchmark.files import new_folder
    from benchmark.git import Git
    from benchmark.release.build import plan
    from benchmark.release.compose import compose
    from benchmark.release.selection import Request
    from curate.judge import JUDGE

    def work() -> None:
        git = Git(root)
        planned = plan(git, Request(VERSION), JUDGE)
        with new_folder(out) as folder:
            compose(git, planned.request, planned.selection, JUDGE, folder)

    return work


def _verify(root: Path, out: Path) -> Callable[[], object]:
    from benchmark.release.verify import verify

    def work() -> None:
        found = verify(out)
        assert not found.problems, found.problems[:3]

    return work


def _floor(root: Path, out: Path) -> Callable[[], object]:
    def work() -> None:
        for file in sorted((out / "data").glob("*.jsonl")):
            rows = [json.loads(line) for line in file.read_bytes().splitlines()]
            lines = [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows]
            hashlib.sha256("\n".join(lines).encode()).hexdigest()

    return work


_WORK = {"build": _build, "verify": _verify, "floor": _floor}


def _measure(what: str, root: Path, out: Path) -> dict[str, Any]:
    """Seconds and kilobytes of one piece of work, in a process of its own."""
    line = [sys.executable, "-m", "perf.release", what, str(root), str(out)]
    done = subprocess.run(line, check=True, capture_output=True, text=True)
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def _peak() -> int:
    """Kilobytes. Linux only: getrusage would count what the parent held at the fork."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.split("\n") if line.startswith("VmHWM:"))
    return int(line.split()[1])


def run() -> None:
    """Print, for each size, time against the floor, time and memory an instance."""
    from perf.synthetic import make

    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for size in (ONE_TASK, *SIZES):
            root, out = Path(folder) / f"bench-{size}", Path(folder) / f"release-{size}"
            make(root, size)
            found[size] = {what: _measure(what, root, out) for what in _WORK}
    base = found.pop(ONE_TASK)
    print("base: " + ", ".join(f"{what} {m['kilobytes']:,} kB" for what, m in base.items()))
    for size, measured in found.items():
        floor = measured["floor"]["seconds"]
        for what, m in measured.items():
            above = (m["kilobytes"] - base[what]["kilobytes"]) / (size - ONE_TASK)
            print(
                f"{size:6,} {what:6} {m['seconds'] / floor:6.1f} × floor, "
                f"{m['seconds'] / size * 1e6:6.0f} µs and {above:5.2f} kB an instance"
            )
    small, large = SIZES
    for what in _WORK:
        more = found[large][what]["kilobytes"] - found[small][what]["kilobytes"]
        print(f"{what}: {more / (large - small):.2f} kB for each further instance")


if __name__ == "__main__":
    work = _WORK[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
    begin = time.perf_counter()
    work()
    print(json.dumps({"seconds": time.perf_counter() - begin, "kilobytes": _peak()}))
