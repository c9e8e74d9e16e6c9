"""What every test has: a home of its own, no identity from outside, and no network."""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.world import World, begin

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("default")


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh home folder without any git configuration."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("GIT_", "CURATE_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to another machine is a mistake in a test."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else "localhost"
        assert host in ("127.0.0.1", "::1", "localhost"), f"a test connects to {host}"
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="session")
def _prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benchmark `world` starts from, made once."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("home-prepared")
        patch.setenv("HOME", str(home))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        root = tmp_path_factory.mktemp("prepared") / "bench"
        begin(root)
    return root


@pytest.fixture
def world(_prepared: Path, tmp_path: Path) -> World:
    """A benchmark with ann, bob, cem, dee (author, reviewer), kit (curator) and one task."""
    root = tmp_path / "bench"
    shutil.copytree(_prepared, root, symlinks=True)
    return World(root)
