"""`curate serve`: the app in a browser on this machine."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from curate.session import session


def serve(
    port: Annotated[int, typer.Option(help="Where to listen.", min=1, max=65535)] = 8000,
) -> None:
    """Open the app to a browser on this machine."""
    from authoring.web import LOOPBACK, LoopbackServer, app_command
    from curate.output import say

    root = session().root
    server = LoopbackServer(app_command(str(root)), port)
    say(f"Open http://{LOOPBACK}:{port} in a browser on this machine. Ctrl-C ends it.")
    say("There is no login: the page asks who you are and believes the answer.")
    sys.stdout.flush()
    server.serve()
