"""The way in: a terminal gets the app, anything else help; the shell is there before the data."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from authoring.app import CurateApp
from tests.authoring.browsing import browsing
from tests.authoring.looking import words_on
from tests.benchmark.kit import with_code
from tests.world import World, run


def in_a_terminal(words: list[str], cwd: Path, until: str, then: bytes = b"\x11") -> str:
    """Run `curate` in a terminal of 100×30 until a text is on it; what was on it, as bytes came."""
    master, slave = pty.openpty()
    env = {**with_code(), "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    process = subprocess.Popen(
        [sys.executable, "-m", "curate", *words],
        cwd=cwd, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    seen = b""
    give_up = time.monotonic() + 60
    try:
        while until.encode() not in seen and time.monotonic() < give_up:
            if select.select([master], [], [], 0.5)[0]:
                seen += os.read(master, 65536)
        os.write(master, then)
        while time.monotonic() < give_up and process.poll() is None:
            if select.select([master], [], [], 0.1)[0]:
                try:
                    seen += os.read(master, 65536)
                except OSError:
                    break
        process.wait(10)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(master)
    return seen.decode("utf-8", "replace")


def test_bare_curate_opens_the_app_in_a_terminal_and_ctrl_q_leaves_it(world):
    name = world.submitted()
    seen = in_a_terminal(["--as", "kit@example.org"], world.root, name)
    assert name in seen
    assert "Traceback" not in seen


def test_bare_curate_without_a_terminal_prints_help(world):
    result = run("-C", world.root)
    assert result.code == 0
    assert "Write, cross-validate and freeze" in result.out
    assert "join" in result.out


def test_edit_without_a_terminal_says_what_it_needs(world):
    result = world("edit", code=2)
    assert "needs a terminal" in result.err
    assert "curate serve" in result.err


def test_outside_of_a_benchmark_it_is_said_how_to_get_into_one(tmp_path):
    seen = in_a_terminal([], tmp_path, "curate init")
    assert "no benchmark here" in seen


@pytest.mark.anyio
async def test_the_shell_is_painted_before_anything_is_read(world):
    name = world.submitted()
    app = CurateApp(world.root, "kit@example.org")
    async with app.run_test(size=(100, 30)) as pilot:
        assert app.snapshot is None
        first = words_on(app)
        await app.workers.wait_for_complete()
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert name in words_on(app)
    assert "reading …" in first
    assert "Filter" in first
    assert name not in first


@pytest.mark.anyio
async def test_an_instance_named_on_the_command_line_is_opened(world):
    name = world.draft(input="The one that is meant.")
    async with browsing(world.root, "ann", instance=name) as ann:
        assert "The one that is meant." in ann.words
    async with browsing(world.root, "ann", instance="reasoning_tables_77") as ann:
        assert "there is no instance reasoning_tables_77" in ann.flat
        assert "my drafts" in ann.words


@pytest.mark.anyio
async def test_an_act_on_behalf_of_somebody_is_theirs(world: World) -> None:
    async with browsing(world.root, "bob") as bob:
        assert " bob" in bob.words.split("\n")[0]
        await bob.press("n", "ctrl+s")
    assert [x.instance.provenance.author for x in world.load().instances] == ["bob"]


@pytest.mark.anyio
async def test_a_benchmark_whose_settings_cannot_be_read_is_read_only(world):
    world.draft()
    (world.root / "curate.yaml").write_text("name: [half\n")
    async with browsing(world.root, "kit") as kit:
        assert "Reading only" in kit.words
        assert "curate.yaml" in kit.words
        assert "all instances · 1 of 1" in kit.words
        await kit.press("n")
        assert kit.app.is_running
