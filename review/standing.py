"""What the review rule says of an instance: where it stands, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from benchmark.load import LoadedAct
from schemas.acts import Review
from schemas.fields import FlagField

Basis: TypeAlias = Literal["", "reviewed", "adopted"]
Status: TypeAlias = Literal[
    "draft", "in_review", "recheck", "accepted", "eliminated", "revise", "withdrawn"
]
FINAL: Final[frozenset[Status]] = frozenset({"accepted", "eliminated", "withdrawn"})


@dataclass(frozen=True)
class Need:
    """One act that has to come next.

    `who` are those who can do it: one person where it is theirs, several where it is anyone's
    of them, nobody where `why` says why not. `instead_of` is whose flag a review looks into,
    where that person cannot.
    """

    act: Literal["submit", "check", "review", "decide", "repair"]
    who: tuple[str, ...]
    why: str
    named: bool = True
    instead_of: str = ""


@dataclass(frozen=True)
class NamedReview:
    """A review that counts, with its act's name."""

    name: str
    review: Review


@dataclass(frozen=True)
class Standing:
    """Where an instance stands.

    `round` is the newest one, 0 before the first. `round_open`: it waits for reviews, so its
    verdicts are hidden and the content is locked. `open_flags`: per field, the reviews whose
    flags the author has to answer. `late`: reviews that change nothing, for the curator.
    """

    status: Status
    round: int
    why: str
    needs: tuple[Need, ...] = ()
    round_open: bool = False
    basis: Basis = ""
    reviews: tuple[NamedReview, ...] = ()
    open_flags: Mapping[FlagField, tuple[NamedReview, ...]] = field(default_factory=dict)
    late: tuple[LoadedAct, ...] = ()

    @property
    def is_final(self) -> bool:
        """Whether nothing more has to happen."""
        return self.status in FINAL


@dataclass(frozen=True)
class ClosedRound:
    """A round that is over, so that its verdicts are no secret.

    `reviews` are those that counted in it: of whoever was asked to first, then by name.
    """

    number: int
    reviews: tuple[NamedReview, ...]
