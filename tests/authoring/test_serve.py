from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator

import aiohttp
import pytest

from tests.world import World


@pytest.fixture
def served(world: World) -> Iterator[int]:
    """The port of a real server over a benchmark."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "curate", "-C", world.root, "serve", "--port", str(port)]
    environment = {**os.environ}
    environment.pop("PYTHONUNBUFFERED", None)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            assert f"http://127.0.0.1:{port}" in server.stdout.readline()
            assert "no login" in server.stdout.readline()
            asyncio.run(_listening(port))
            yield port
        finally:
            server.terminate()


async def _listening(port: int) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return


async def seen_in_a_tab(port: int, words: str) -> str:
    """What the app has painted when these words are among it."""
    painted = b""
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(
            f"ws://127.0.0.1:{port}/ws?width=100&height=30",
            headers={"Origin": f"http://localhost:{port}"},
        ) as tab,
    ):
        while words.encode() not in painted:
            message = await tab.receive(timeout=120)
            assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), message
            if message.type == aiohttp.WSMsgType.BINARY:
                painted += message.data
    return painted.decode("utf-8", "replace")


def test_a_browser_tab_gets_the_app_and_is_asked_who_sits_there(served: int) -> None:
    painted = asyncio.run(seen_in_a_tab(served, "Only read"))
    assert "Nobody checks this answer" in painted
    assert "Bob" in painted


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Host": "evil.example"}, 403),
    ],
)
def test_only_its_own_pages_reach_the_app(
    served: int, headers: dict[str, str], status: int
) -> None:
    async def ask() -> tuple[int, str]:
        async with (
            aiohttp.ClientSession() as client,
            client.get(f"http://127.0.0.1:{served}/", headers=headers) as answer,
        ):
            return answer.status, answer.headers.get("Content-Security-Policy", "")

    found, policy = asyncio.run(ask())
    assert found == status
    assert status != 200 or "default-src 'self'" in policy


def test_it_listens_to_this_machine_only(served: int) -> None:
    listening = subprocess.run(
        ["ss", "-ltnH", f"sport = :{served}"], capture_output=True, text=True, check=False
    ).stdout
    if not listening:
        pytest.skip("no `ss` to look with")
    assert listening.split()[3] == f"127.0.0.1:{served}"
