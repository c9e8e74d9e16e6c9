"""What was typed outlives the process that it was typed into."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from tests.authoring.typist import Outcome, killed
from tests.world import World


def fresh(world: World) -> str:
    """A new draft without any text."""
    return Path(world("new", "reasoning/tables").out.split("\n")[0]).stem


def outcomes(
    world: World, home: Path, number: signal.Signals | None, times: int, longest: float
) -> list[Outcome]:
    rng = random.Random(20261130)
    found = []
    for seed in range(times):
        name = fresh(world)
        found.append(killed(world.root, name, home, number, rng.uniform(0.3, longest), seed))
        print(seed, found[-1], flush=True)
    return found


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP, None])
def test_a_killed_process_leaves_all_but_the_last_second(
    world: World, own_home: Path, number: signal.Signals | None
):
    (found,) = outcomes(world, own_home, number, 1, 3.0)
    assert found.typed > 0
    assert found.holds_all_but_the_last_second, found


def test_a_polite_signal_loses_no_key_at_all(world: World, own_home: Path):
    found = killed(world.root, fresh(world), own_home, signal.SIGTERM, 1.0, 7)
    assert found.typed == found.kept


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_fifty_killed_processes(world: World, own_home: Path, number: signal.Signals):
    found = outcomes(world, own_home, number, 50, 6.0)
    assert sum(outcome.holds_all_but_the_last_second for outcome in found) >= 48
    assert not any(outcome.lags_by_more_than_three_seconds for outcome in found)
