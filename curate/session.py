"""What the global options say: which benchmark, and who acts."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

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
        from schemas.errors import IdentityError

        try:
            return self.actor(benchmark).id
        except IdentityError:
            return ""


_SESSION: ContextVar[Session] = ContextVar("session", default=Session())  # noqa: B039


def begin(directory: Path | None, email: str | None) -> None:
    """Note the global options of the command that runs."""
    _SESSION.set(Session(directory, email))


def session() -> Session:
    """The session of the command that runs."""
    return _SESSION.get()
