"""What must be on disk before the app ends: also where its terminal is closed or it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from typing import Any, Final, Protocol, runtime_checkable

from textual.app import App

SIGNALS: Final = (signal.SIGHUP, signal.SIGTERM)
# A terminal that is gone may keep the app from ending in its own way (seconds).
_PATIENCE: Final = 2.0


@runtime_checkable
class Keeps(Protocol):
    """A screen that holds something typed."""

    def keep_now(self) -> None:
        """Have it on disk when this returns."""
        ...


def keep_everything(app: App[Any]) -> None:
    """Let every screen put down what it holds; one that fails keeps no other from it."""
    for screen in app.screen_stack:
        if isinstance(screen, Keeps):
            try:
                screen.keep_now()
            except Exception as error:  # noqa: BLE001 the others still have to be kept
                app.log.error(str(error))


def keep_on_signals(app: App[Any]) -> None:
    """From now on, SIGHUP and SIGTERM first keep what was typed and then end the app."""
    loop = asyncio.get_running_loop()
    for name in SIGNALS:
        # Only a main thread can: in others, as in some tests, the signals are not ours.
        with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):
            loop.add_signal_handler(name, _end, app, name)


def _end(app: App[Any], number: signal.Signals) -> None:
    keep_everything(app)
    loop = asyncio.get_running_loop()
    loop.remove_signal_handler(number)
    loop.call_later(_PATIENCE, os.kill, os.getpid(), number)
    app.exit(return_code=128 + number)
