"""What is on record of one instance: its acts, sorted by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeVar

from benchmark.load import LoadedAct
from review.eligibility import Subject
from review.standing import NamedReview
from schemas.acts import (
    Adopt,
    Assign,
    Eliminate,
    HandBack,
    Recall,
    Reopen,
    Review,
    Submit,
    Withdraw,
)
from schemas.person import Person
from schemas.settings import ReviewPolicy

A = TypeVar("A", Submit, Adopt, Assign, Eliminate, HandBack, Recall, Reopen, Review, Withdraw)


class History:
    """The acts of one instance, and which of its reviews count."""

    def __init__(
        self,
        subject: Subject,
        acts: Iterable[LoadedAct],
        people: Mapping[str, Person],
        policy: ReviewPolicy,
    ) -> None:
        self.subject = subject
        self.people = people
        self.policy = policy
        self.acts = sorted((a for a in acts if a.act.instance == subject.key), key=lambda a: a.name)

    def of(self, kind: type[A], round: int | None = None) -> list[tuple[str, A]]:
        """The acts of one kind with their names, of one round or of all."""
        return [
            (a.name, a.act)
            for a in self.acts
            if isinstance(a.act, kind) and round in (None, a.act.round)
        ]

    @cached_property
    def newest(self) -> int:
        """The newest round anyone opened; 0 before the first."""
        return max((a.act.round for a in self.acts if isinstance(a.act, Submit | Adopt)), default=0)

    def submits(self, round: int) -> list[Submit]:
        """The submits of a round; more than one where two copies opened it."""
        return [act for _, act in self.of(Submit, round)]

    @cached_property
    def writers(self) -> frozenset[str]:
        """Everyone who ever wrote or submitted the content."""
        return frozenset(person for _, act in self.of(Submit) for person in (act.by, *act.writers))

    def reviews(self, round: int, visible: frozenset[str] | None = None) -> list[NamedReview]:
        """The reviews of a round that count: of its content, not by a writer, not superseded.

        `visible` limits them to those of these names.
        """
        valid = [item for item in self._valid(round) if visible is None or item.name in visible]
        # What does not count itself replaces nothing: a correction that a submit had not seen,
        # or one made on another text, leaves the review it was meant for as it is.
        replaced = {(item.review.by, item.review.supersedes) for item in valid}
        return [item for item in valid if (item.review.by, item.name) not in replaced]

    def _valid(self, round: int) -> list[NamedReview]:
        """The reviews of a round that are of its content and not by a writer."""
        digests = {act.digest for act in self.submits(round)}
        return [
            NamedReview(name, act)
            for name, act in self.of(Review, round)
            if act.digest in digests
            and act.by not in self.writers
            and act.by != self.subject.checked_by
        ]

    def seen(self, round: int) -> frozenset[str]:
        """Names of the earlier reviews the submits of a round had before them."""
        return frozenset(name for act in self.submits(round) for name in act.seen)

    def latest(self, names: frozenset[str], before: int) -> dict[str, list[NamedReview]]:
        """Each person's latest review among those of these names from rounds before this one.

        More than one where a merge brought two of a round: then all of them count.
        """
        found: dict[str, list[NamedReview]] = {}
        for round in range(1, before):
            of_round: dict[str, list[NamedReview]] = {}
            for item in self.reviews(round, names):
                of_round.setdefault(item.review.by, []).append(item)
            found.update(of_round)
        return found
