"""A loopback server that speaks the chat-completions protocol, and misbehaves when told to."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


@dataclass(frozen=True)
class Seen:
    """A request as it arrived. `number` counts from 0 in the order of arrival."""

    number: int
    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    at: float

    @property
    def seed(self) -> int:
        """What tells one candidate's request from another's."""
        return int(self.body.get("seed", -1))


@dataclass(frozen=True)
class Action:
    """What to do with a request: wait, then send all of it, a part of it, or nothing at all.

    `cut_after` bytes of the body the connection is cut off. `hang` never answers.
    """

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    cut_after: int | None = None
    hang: bool = False


def completion(
    content: str | list[Any] | None,
    *,
    finish: str | None = "stop",
    refusal: str | None = None,
    usage: dict[str, int] | None = None,
) -> bytes:
    """The body of a chat completion with one choice."""
    data = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "loopback",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": content, "refusal": refusal},
            }
        ],
        "usage": usage or {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150},
    }
    return json.dumps(data).encode()


def says(content: str | list[Any] | None, **more: Any) -> Action:
    """Answer with this message."""
    delay = more.pop("delay", 0.0)
    return Action(body=completion(content, **more), delay=delay)


def fails(
    status: int,
    message: str = "no",
    *,
    param: str | None = None,
    code: str | None = None,
    **headers: str,
) -> Action:
    """An error as OpenAI words it."""
    error = {"message": message, "type": "error", "param": param, "code": code}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Action(status, json.dumps({"error": error}).encode(), named)


class Server:
    """`behave` decides on every request; `seen` holds them all. A context manager."""

    def __init__(self, behave: Callable[[Seen], Action]) -> None:
        self.behave = behave
        self.seen: list[Seen] = []
        self.answered: list[int] = []
        self.released = threading.Event()
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                outer.handle(self)

            def log_message(self, *_: object) -> None:
                pass

        self._http = _Quiet(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._http.shutdown()
        self._http.server_close()

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        """Read one request, note it, and act."""
        length = int(handler.headers.get("content-length", 0))
        raw = handler.rfile.read(length)
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self._lock:
            seen = Seen(len(self.seen), handler.path, json.loads(raw), headers, time.monotonic())
            self.seen.append(seen)
        self._act(handler, seen, self.behave(seen))

    def _act(self, handler: BaseHTTPRequestHandler, seen: Seen, action: Action) -> None:
        if action.hang:
            self.released.wait(60)
            return
        if action.delay:
            time.sleep(action.delay)
        try:
            handler.send_response(action.status)
            kind = "application/json" if action.body[:1] in (b"{", b"[") else "text/html"
            handler.send_header("content-type", action.headers.get("content-type", kind))
            handler.send_header("content-length", str(len(action.body)))
            for name, value in action.headers.items():
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(action.body[: action.cut_after])
            handler.wfile.flush()
        except OSError:
            return  # whoever asked is gone
        with self._lock:
            self.answered.append(seen.number)
        if action.cut_after is not None:
            _reset(handler.connection)
            handler.close_connection = True

    def bodies(self) -> list[dict[str, Any]]:
        """The bodies of all requests, in the order of arrival."""
        return [seen.body for seen in self.seen]


class _Quiet(ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """Whoever asked was killed: that is what some tests are about."""


def _reset(connection: socket.socket) -> None:
    """Close so that the other side sees a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
