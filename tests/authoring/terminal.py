"""A real process in a real pseudo-terminal: keys go in, and it is known when each one shows."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

_SEQUENCE = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_()].?)"
)


@dataclass
class Screen:
    """Everything that was written to the terminal, and when."""

    chunks: list[tuple[float, bytes]] = field(default_factory=list)
    arrived: threading.Condition = field(default_factory=threading.Condition)


class Terminal:
    """Runs a command in a terminal of its own, which it controls as a shell's would."""

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        cwd: Path,
        env: dict[str, str] | None = None,
        columns: int = 100,
        rows: int = 30,
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [str(word) for word in command],
            cwd=cwd,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", **(env or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.screen = Screen()
        self._open = True
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while self._open:
            try:
                if not select.select([self._master], [], [], 0.2)[0]:
                    continue
                data = os.read(self._master, 65536)
            except (OSError, ValueError):
                break
            if not data:
                break
            with self.screen.arrived:
                self.screen.chunks.append((time.monotonic(), data))
                self.screen.arrived.notify_all()

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def shows(self, text: str, *, since: int = 0, within: float = 30.0) -> float:
        """When the text had arrived on the screen, among what came after the first `since` chunks.

        Raises TimeoutError, with what is there instead.
        """
        wanted = text.encode()
        end = time.monotonic() + within
        with self.screen.arrived:
            while True:
                chunks = self.screen.chunks[since:]
                plain = _SEQUENCE.sub(b"", b"".join(data for _, data in chunks))
                if wanted in plain:
                    return chunks[-1][0]
                left = end - time.monotonic()
                if left <= 0 or not self._reader.is_alive():
                    raise TimeoutError(f"{text!r} is not in {plain[-3000:]!r}")
                self.screen.arrived.wait(left)

    @property
    def chunks(self) -> int:
        """How many pieces of output have come so far."""
        return len(self.screen.chunks)

    def kill(self, number: signal.Signals) -> None:
        """Send a signal, to the process alone."""
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """Close the terminal window: the kernel tells the process."""
        if self._open:
            self._open = False
            self._reader.join(timeout=2)
            os.close(self._master)

    def close(self) -> None:
        """End it, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=10)
        self.hang_up()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
