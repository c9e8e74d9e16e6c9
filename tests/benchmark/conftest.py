"""Copies of one benchmark that share through a bare repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmark.kit import clone
from tests.world import World, git


@pytest.fixture
def shared(world: World, tmp_path: Path) -> Path:
    """A bare repository that holds the benchmark."""
    remote = tmp_path / "shared.git"
    git(tmp_path, "clone", "-q", "--bare", world.root, remote)
    return remote


@pytest.fixture
def copy_of(shared: Path, tmp_path: Path) -> Callable[[str], World]:
    """Makes a copy for somebody; git knows nobody in it, acts name who they are by."""
    return lambda name: clone(shared, tmp_path / name)
