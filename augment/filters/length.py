"""A part far shorter or longer than anything the task has."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from augment.candidate import Draft
from augment.filters.task import Task
from schemas.fields import RUBRIC_FIELDS

_TIMES: Final = {
    # How many times shorter than the shortest, and longer than the longest. An answer may be as
    # short as it likes: "563" can be all there is to say.
    "input": (12.0, 6.0),
    "reference_answer": (math.inf, 6.0),
    "rubric": (3.0, 3.0),
}


@dataclass(frozen=True)
class Length:
    """Bounds in characters for each part."""

    bounds: tuple[tuple[str, float, float], ...]

    def fault(self, draft: Draft) -> str | None:
        """Which part is how long."""
        for part, least, most in self.bounds:
            size = _size(part, draft)
            if size < least:
                return f"{part} has {size} characters; the task's own have {least:.0f} and more"
            if size > most:
                return f"{part} has {size} characters; the task's own have {most:.0f} at most"
        return None


def _size(part: str, draft: Draft) -> int:
    if part == "rubric":
        return sum(len(getattr(draft.score_rubric, name).strip()) for name in RUBRIC_FIELDS)
    return len(str(getattr(draft, part)).strip())


def make(task: Task, width: int) -> Length:
    """Wider: the factors doubled."""
    bounds = []
    for part, (shorter, longer) in _TIMES.items():
        sizes = [_size(part, draft) for draft in task.drafts]
        if sizes:
            factor = 2.0**width
            bounds.append((part, min(sizes) / shorter / factor, max(sizes) * longer * factor))
    return Length(tuple(bounds))
