"""Search text for a benchmark's canary: where it shows up, the benchmark's texts have leaked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from schemas.errors import UsageError


@dataclass(frozen=True)
class Sighting:
    """A line that holds the canary, counted from 1."""

    line: int
    text: str


def sightings(lines: Iterable[str], canary: str) -> Iterator[Sighting]:
    """Every line with the canary, whatever its case and however its parts are joined.

    Raises UsageError for a canary too short to mean anything.
    """
    parts = re.findall(r"[0-9a-z]+", canary.lower())
    if sum(map(len, parts)) < 12:
        raise UsageError(f"'{canary}' is too short for a canary")
    joined = r"[^0-9a-zA-Z]{0,3}".join(map(re.escape, parts))
    pattern = re.compile(joined, re.IGNORECASE)
    for number, line in enumerate(lines, 1):
        if pattern.search(line):
            yield Sighting(number, line.rstrip("\n"))
