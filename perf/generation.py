"""25 requests against a server that takes 2 s for each, and what 1,000 candidates take in memory.

Aim: from the first request sent to the last choice within 1.5 × the slowest request, with the
model loaded and room for all requests at once.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from augment import journal
from tests.augment.bench import TASK, set_up, write_human
from tests.augment.server import Action, Seen, Server, says
from tests.augment.tables import answer
from tests.world import World, begin

LATENCY = 2.0
HUMANS = 5
_MEMORY = "import sys; from perf.generation import memory_of; memory_of(*sys.argv[1:])"


def run() -> None:
    """Print the time of one run in a warm process, and the peak memory of a large one."""
    with tempfile.TemporaryDirectory() as folder:
        world = _world(Path(folder) / "bench")
        with Server(lambda seen: says(answer(seen.seed))) as server:
            _generate(world, server, 1, 2)  # loads the model, embeds the pool
        with Server(lambda seen: says(answer(seen.seed), delay=LATENCY)) as server:
            result = _generate(world, server, 5, 5)
        _print_time(world, result)
        _print_memory(world)


def _world(root: Path) -> World:
    world = begin(root)
    for number in range(HUMANS):
        write_human(world, 1000 + number, "ann")
    set_up(world, model="loopback", concurrency=25)
    return world


def _generate(world: World, server: Server, rounds: int, candidates: int) -> Any:
    result = world(
        "augment", "--task", TASK, "--base-url", server.base_url, "--json",
        "--rounds", str(rounds), "--candidates", str(candidates), code=None,
    )  # fmt: skip
    assert result.code == 0, result.err
    return result.json


def _print_time(world: World, result: Any) -> None:
    lines = (journal.folder_of(world.root, result["run"]) / journal.LINES).read_text()
    entries = [json.loads(line) for line in lines.splitlines()]
    slowest = max(entry["seconds"] for entry in entries if entry["kind"] == "reply")
    first = min(_when(entry["at"]) for entry in entries if entry["kind"] == "request")
    took = max(_when(entry["at"]) for entry in entries if entry["kind"] == "choice") - first
    print(f"25 requests, slowest {slowest:.2f} s; first request to last choice {took:.2f} s: "
          f"{took / slowest:.2f} × (aim: at most 1.5)")  # fmt: skip


def _when(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def _print_memory(world: World) -> None:
    def behave(seen: Seen) -> Action:
        return says(answer(seen.seed), delay=0.02)

    with Server(behave) as server:
        for rounds, candidates in ((1, 10), (100, 10)):
            done = subprocess.run(
                [sys.executable, "-c", _MEMORY, str(world.root), server.base_url,
                 str(rounds), str(candidates)],
                check=True, capture_output=True, text=True,
            )  # fmt: skip
            print(done.stdout.strip())


def memory_of(root: str, base_url: str, rounds: str, candidates: str) -> None:
    """In a process of its own: one run, and the most memory it held."""
    world = World(Path(root))
    begin_at = time.perf_counter()
    result = world(
        "augment", "--task", TASK, "--base-url", base_url, "--json",
        "--rounds", rounds, "--candidates", candidates, code=None,
    )  # fmt: skip
    assert result.code in (0, 1), result.err
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    number = int(rounds) * int(candidates)
    print(f"{number} candidates: peak {peak:.0f} MiB, {time.perf_counter() - begin_at:.0f} s")
