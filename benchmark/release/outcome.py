"""What the release needs to know of an instance's review; it comes in as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Outcome:
    """Status, how it was accepted, and both reviewers' difficulty."""

    status: str
    why: str = ""
    is_final: bool = False
    was_submitted: bool = False
    basis: Literal["", "reviewed", "adopted"] = ""
    difficulty: tuple[str, ...] = ()
