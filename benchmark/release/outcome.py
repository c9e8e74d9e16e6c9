"""What a release needs to know of the reviews; it comes in as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from benchmark.load import Benchmark


@dataclass(frozen=True)
class Outcome:
    """Status of one instance, how it was accepted, and both reviewers' difficulty."""

    status: str
    why: str = ""
    is_final: bool = False
    was_submitted: bool = False
    basis: Literal["", "reviewed", "adopted"] = ""
    difficulty: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reviewed:
    """The outcome of each instance by its name, and the reviews in numbers, without names."""

    outcomes: Mapping[str, Outcome]
    statistics: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Judge:
    """Who knows the review rule: the outcome of each instance of a benchmark or of one task of
    it, by name, and the reviews of a whole benchmark in numbers, without names."""

    outcomes: Callable[[Benchmark], Mapping[str, Outcome]]
    statistics: Callable[[Benchmark], Mapping[str, Any]]
