"""The command line in processes of its own, started fast so that many can be killed.

One process imports what a run needs and then forks for every command it is told. Nothing has
computed in it before a fork, so no threads are lost.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self


class Launcher:
    """Starts commands; a context manager."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.augment.launcher"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(30)

    def start(self, arguments: list[str], output: Path) -> int:
        """Start a command whose output goes to a file; its process id."""
        return int(self._tell({"start": arguments, "output": str(output)}))

    def wait(self, pid: int) -> int:
        """Wait for a command; its exit code, negative for the signal that ended it."""
        return int(self._tell({"wait": pid}))

    def kill(self, pid: int, number: int = signal.SIGKILL) -> int:
        """Send a signal and wait."""
        os.kill(pid, number)
        return self.wait(pid)

    def _tell(self, order: dict[str, Any]) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()


def _serve() -> None:
    import bert_score
    import openai
    import sentence_transformers
    import torch
    import transformers

    import augment.begin
    import curate.verbs.augment
    import review.standings

    del bert_score, openai, sentence_transformers, torch, transformers
    del augment.begin, curate.verbs.augment, review.standings
    for line in sys.stdin:
        order = json.loads(line)
        if "wait" in order:
            answer = os.waitstatus_to_exitcode(os.waitpid(order["wait"], 0)[1])
        else:
            answer = os.fork()
            if answer == 0:
                _run(order)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


def _run(order: dict[str, Any]) -> None:
    from curate.main import main

    output = os.open(order["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    code = 70
    try:
        main(order["start"])
    except SystemExit as stop:
        code = int(stop.code or 0)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    _serve()
