"""Text that says one thing again and again."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from augment.candidate import Draft
from augment.filters.task import Task
from augment.filters.wording import bare, normal, words
from schemas.fields import RUBRIC_FIELDS

_UNIT = re.compile(r"[\n.!?。！？؟।]+")
# Nothing but blanks and commas between them: not `3x + 4x`, not `country_1, country_2`.
_RUN = re.compile(r"(?<!\w)(\w{2,})(?:[\s,.;:!?،。、]+\1(?!\w)){5,}")
_PERIOD = re.compile(r"(.{1,40}?)\1{5,}", re.DOTALL)
_FEW_WORDS: Final = 10


@dataclass(frozen=True)
class Repetition:
    """`factor` makes every limit laxer; `compare` also sets fields against each other."""

    factor: float
    compare: bool

    def fault(self, draft: Draft) -> str | None:
        """Which field repeats what."""
        for field, text in draft.texts():
            for what in self._within(text):
                return f"{field}: {what}"
        return next(self._between(draft), None) if self.compare else None

    def _within(self, text: str) -> Iterator[str]:
        said = words(text)
        if found := _RUN.search(normal(text)):
            run = len(words(found.group()))
            if run >= 6 * self.factor:
                yield f"'{found.group(1)}' {run} times in a row"
        if len(said) >= _FEW_WORDS * self.factor:
            word, count = Counter(said).most_common(1)[0]
            if count > min(0.9, 0.4 * self.factor) * len(said):
                yield f"{count} of {len(said)} words are '{word}'"
        yield from self._units(text)
        yield from self._periods(text)

    def _units(self, text: str) -> Iterator[str]:
        units = [unit for unit in map(bare, _UNIT.split(text)) if len(unit) > 10]
        if len(units) < 3 * self.factor:
            return
        unit, count = Counter(units).most_common(1)[0]
        if count >= 3 * self.factor and count * len(unit) > 0.5 * sum(map(len, units)):
            yield f"one sentence {count} times"

    def _periods(self, text: str) -> Iterator[str]:
        length = len(text.strip())
        if length < 20:
            return
        for found in _PERIOD.finditer(text[:4000]):
            if len(found.group()) > min(0.95, 0.5 * self.factor) * length and bare(found.group(1)):
                yield f"'{found.group(1).strip()[:20]}' again and again"
        if length > 300:
            data = text.encode("utf-8", "replace")
            if len(zlib.compress(data, 9)) < 0.1 / self.factor * len(data):
                yield "nearly nothing but repetitions"

    def _between(self, draft: Draft) -> Iterator[str]:
        levels = [bare(getattr(draft.score_rubric, name)) for name in RUBRIC_FIELDS[1:]]
        if len(set(levels)) < len(levels):
            yield "rubric: two of the five score descriptions are the same"
        asked, answer = bare(draft.input), bare(draft.reference_answer)
        if asked == answer and len(asked) > 20:
            yield "reference_answer says just what input says"
        criteria = bare(draft.score_rubric.criteria)
        if criteria in {*levels, asked, answer}:
            yield "rubric.criteria says just what another field says"


def make(task: Task, width: int) -> Repetition:
    """Wider: every limit doubled, and fields are not compared."""
    del task
    return Repetition(2.0**width, compare=width == 0)
