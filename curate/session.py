"""What the global options say: which benchmark, and who acts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.errors import FileError, IdentityError, UsageError

if TYPE_CHECKING:
    from benchmark.identity import Actor
    from benchmark.load import Benchmark


@dataclass(frozen=True)
class Session:
    """One run of the command line."""

    directory: Path | None = None
    email: str | None = None

    @property
    def root(self) -> Path:
        """The benchmark's folder. Raises UsageError where there is none."""
        from benchmark.layout import find_root

        return find_root((self.directory or Path.cwd()).resolve())

    def load(self) -> Benchmark:
        """The benchmark as its files say it now."""
        from benchmark.load import load_folder

        return load_folder(self.root)

    def actor(self, benchmark: Benchmark) -> Actor:
        """Who acts. Raises IdentityError."""
        from benchmark.identity import who_acts

        return who_acts(benchmark, self.root, self.email)

    def reader(self, benchmark: Benchmark) -> str:
        """The id of who reads, empty where unknown: reading needs no identity."""
        try:
            return self.actor(benchmark).id
        except (IdentityError, FileError):
            return ""


_SESSION: ContextVar[Session] = ContextVar("session", default=Session())  # noqa: B039


def take_global_options(arguments: Sequence[str]) -> list[str]:
    """Note `-C DIR` and `--as EMAIL` wherever they stand; returns the rest of the line.

    They are taken out here because every verb has them, and because typer loads pydantic for
    any option of the group, help texts included. Raises UsageError where the value is missing.
    """
    found: dict[str, str] = {}
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *words]
        elif name in ("-C", "--as"):
            given = value if equals else next(words, None)
            if not given:
                raise UsageError(f"{name} needs a value")
            found[name] = given
        else:
            rest.append(word)
    directory = Path(found["-C"]) if "-C" in found else None
    _SESSION.set(Session(directory, found.get("--as") or os.environ.get("CURATE_USER") or None))
    return rest


def session() -> Session:
    """The session of the command that runs."""
    return _SESSION.get()
