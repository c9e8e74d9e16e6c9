"""A benchmark with a task that can be augmented, and servers to ask."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.augment.bench import set_up, write_human
from tests.augment.server import Action, Seen, Server
from tests.world import World, begin

HUMANS = 4
Serve = Callable[[Callable[[Seen], Action]], Server]


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benchmark `bench` starts from, made once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home-written")))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        root = tmp_path_factory.mktemp("written") / "bench"
        world = begin(root)
        for number in range(HUMANS):
            write_human(world, 1000 + number, ("ann", "bob")[number % 2])
        set_up(world, model="loopback", retries=2)
    return root


@pytest.fixture
def bench(written: Path, tmp_path: Path) -> World:
    """One task with four human instances in review, written by ann and bob in turn."""
    root = tmp_path / "bench"
    shutil.copytree(written, root, symlinks=True)
    return World(root)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start servers that are gone after the test."""
    with ExitStack() as stack:
        yield lambda behave: stack.enter_context(Server(behave))
