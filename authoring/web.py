"""The app in a browser on this machine."""

from __future__ import annotations

import logging
import shlex
import sys
from collections.abc import Sequence
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from textual_serve.server import Server
from yarl import URL

LOOPBACK: Final = "127.0.0.1"
_NAMES: Final = frozenset({LOOPBACK, "localhost", "::1"})
_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:*; frame-ancestors 'none'"
)


class LoopbackServer(Server):
    """Serves to this machine only, and only to pages of its own.

    There is no login, so a page of somebody else's, open in the same browser, must not reach the
    app: requests that name another host or come from another page are refused, and so are
    resources of other servers.
    """

    def __init__(self, command: Sequence[str], port: int) -> None:
        super().__init__(shlex.join(command), host=LOOPBACK, port=port, title="Curate")

    def initialize_logging(self) -> None:
        """Only what goes wrong."""
        logging.basicConfig(level=logging.WARNING, format="%(message)s")

    async def on_startup(self, app: web.Application) -> None:
        """Nothing: who starts the server says where it is."""

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(_only_own_pages(self.port))
        app.on_response_prepare.append(_nothing_from_elsewhere)
        return app


def app_command(root: str) -> list[str]:
    """What each browser tab runs: the app, asking first who sits there."""
    return [sys.executable, "-m", "curate", "-C", root, "edit", "--ask-who"]


def _only_own_pages(port: int) -> Middleware:
    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        for said in (f"http://{request.host}", request.headers.get("Origin")):
            if said is not None and not _is_ours(said, port):
                raise web.HTTPForbidden(text="This server answers to its own pages only.")
        return await handler(request)

    return guard


def _is_ours(address: str, port: int) -> bool:
    try:
        url = URL(address)
    except ValueError:
        return False
    return url.scheme == "http" and url.host in _NAMES and url.port == port


async def _nothing_from_elsewhere(_: web.Request, response: web.StreamResponse) -> None:
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
