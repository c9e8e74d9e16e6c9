"""A benchmark with a task that can be augmented, and servers to ask."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from schemas.instance import ScoreRubric
from tests.augment.server import Action, Seen, Server
from tests.augment.tables import table
from tests.world import AS_KIT, World, begin, git

TASK = "reasoning/tables"
HUMANS = 4
Serve = Callable[[Callable[[Seen], Action]], Server]


def write_human(world: World, number: int, by: str, task: str = TASK, **more: Any) -> str:
    """A human instance of the shops; its id."""
    fields = table(number)
    rubric = ScoreRubric(**fields.pop("score_rubric"))
    return world.submitted(task, by, score_rubric=rubric, **{**fields, **more})


def set_up(world: World, **settings: Any) -> None:
    """Write how to augment into curate.yaml, and commit it."""
    file = world.root / "curate.yaml"
    text = file.read_text(encoding="utf-8").partition("augment:")[0]
    lines = "".join(f"  {name}: {value}\n" for name, value in settings.items())
    text += f"augment:\n{lines}similarity:\n  model: minilm\n"
    file.write_text(text, encoding="utf-8")
    git(world.root, *AS_KIT, "commit", "-qam", "Settings")


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
