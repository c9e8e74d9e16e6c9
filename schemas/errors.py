"""The one tree of errors whose text is meant for the person at the keyboard.

An error says what is wrong, where (file, line, column, field) and what to do. Exit codes and
screens are mapped from the classes here, each in one place.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Where:
    """A place in a file. `line` and `column` count from 1; 0 means unknown."""

    file: str = ""
    line: int = 0
    column: int = 0
    field: str = ""

    def __str__(self) -> str:
        """`file:line:column (field)`, leaving out what is unknown."""
        place = self.file
        if self.line:
            place += f":{self.line}" + (f":{self.column}" if self.column else "")
        if self.field:
            place += f" ({self.field})" if place else self.field
        return place


class CurateError(Exception):
    """Base of every error of ours. `what` and `advice` are sentences for people."""

    def __init__(self, what: str, *, where: Where | None = None, advice: str = "") -> None:
        self.what = what
        self.where = where or Where()
        self.advice = advice
        super().__init__(str(self))

    def __str__(self) -> str:
        """Place, what is wrong and what to do, on as few lines as they need."""
        place = str(self.where)
        head = f"{place}: {self.what}" if place else self.what
        return f"{head}\n  {self.advice}" if self.advice else head


class FileError(CurateError):
    """A file cannot be read, does not mean anything here, or cannot be written as meant.

    `code` is what `curate validate` lists it under.
    """

    def __init__(
        self, what: str, *, where: Where | None = None, advice: str = "", code: str = "FILE"
    ) -> None:
        self.code = code
        super().__init__(what, where=where, advice=advice)


class RefusedError(CurateError):
    """The act is against the rules of the benchmark or of the review."""


class UsageError(CurateError):
    """The command was given something it cannot take."""


class IdentityError(RefusedError):
    """Who acts is unknown, and the act needs to know."""


class ChangedOnDiskError(RefusedError):
    """The file is no longer the one that was loaded; `theirs` is what is there now."""

    def __init__(self, what: str, *, where: Where, advice: str, theirs: bytes | None) -> None:
        super().__init__(what, where=where, advice=advice)
        self.theirs = theirs


class GitError(CurateError):
    """Git refused or failed; the message holds git's own last words."""


class ServiceError(CurateError):
    """Something outside this machine failed: a remote, a model server, a hub."""
