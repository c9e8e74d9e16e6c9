"""What a release keeps in memory of an instance, once its texts are written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from struct import Struct
from sys import intern
from typing import Any, Final, Literal

from benchmark.load import LoadedInstance
from benchmark.release.outcome import Outcome
from schemas.fields import RUBRIC_FIELDS, TEXT_FIELDS
from schemas.instance import Source
from schemas.names import number_of

_NOT_TYPED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
# What readers that guess types take for a date or a number, if a whole column looks so.
_DATE_OR_NUMBER: Final = re.compile(
    r"\d{4}-\d\d-\d\d([ T]\d\d(:?\d\d(:?\d\d(\.\d+)?)?)?(Z|[+-]\d\d(:?\d\d)?)?)?"
    r"|[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"
)


_LENGTHS: Final = Struct("4I")


@dataclass(frozen=True, slots=True)
class Row:
    """A released instance without its texts.

    `not_typed` says that a text holds characters nobody types, `guessable` names the fields
    that look like a date or a number. `place` is where the spool has its line.
    """

    id: str
    key: str
    digest: str
    capability: str
    task: str
    language: str
    rubric_language: str
    origin: str
    model: str
    difficulty: tuple[str, ...]
    basis: Literal["reviewed", "adopted"]
    adopted_from: str
    sources: tuple[Source, ...]
    people: tuple[str, ...]
    packed_lengths: bytes
    not_typed: bool
    guessable: tuple[str, ...]
    replaces: str
    place: int

    @property
    def number(self) -> int:
        """Its number in its task."""
        return number_of(self.id, self.capability, self.task) or 0

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """Of system prompt, input, reference answer and rubric, in code points."""
        prompt, question, reference, rubric = _LENGTHS.unpack(self.packed_lengths)
        return prompt, question, reference, rubric


def row_of(loaded: LoadedInstance, outcome: Outcome, place: int, adopted_from: str = "") -> Row:
    """What to keep of an accepted instance whose line the spool has at `place`."""
    instance, origin = loaded.instance, loaded.instance.provenance
    prompt, question, reference = (getattr(instance, name) for name in TEXT_FIELDS)
    rubric = "".join(getattr(instance.score_rubric, name) for name in RUBRIC_FIELDS)
    capability, task = loaded.task
    return Row(
        id=loaded.name,
        key=instance.key,
        digest=loaded.digest,
        capability=intern(capability),
        task=intern(task),
        language=intern(instance.language),
        rubric_language=intern(instance.rubric_language),
        origin=origin.origin,
        model=intern(origin.model),
        difficulty=_one(outcome.difficulty),
        basis="adopted" if outcome.basis == "adopted" else "reviewed",
        adopted_from=intern(adopted_from),
        sources=tuple(instance.sources),
        people=_one((origin.author, origin.owner, origin.checked_by)),
        packed_lengths=_LENGTHS.pack(*map(len, (prompt, question, reference, rubric))),
        not_typed=any(map(_NOT_TYPED.search, (prompt, question, reference, rubric))),
        guessable=_one(
            tuple(n for n in TEXT_FIELDS if _DATE_OR_NUMBER.fullmatch(getattr(instance, n)))
        ),
        replaces=origin.replaces,
        place=place,
    )


@lru_cache(4096)
def _one(value: tuple[Any, ...]) -> tuple[Any, ...]:
    """One object for all equal values."""
    return value
