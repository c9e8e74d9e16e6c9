"""Rounds of review: whom each needs, what its reviews come to, and which are over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from benchmark.load import LoadedAct
from review.eligibility import WRITERS_BARS, barred, language_bar
from review.history import History
from review.standing import ClosedRound, NamedReview, Need
from schemas.acts import Assign, Eliminate, HandBack, Recall, Reopen, Review, Submit
from schemas.fields import FlagField

REVIEWERS: Final = 2


@dataclass(frozen=True)
class Round:
    """What one round's reviews come to."""

    complete: bool
    outcome: Literal["accepted", "eliminated", "revise", ""]
    reviews: tuple[NamedReview, ...]
    needs: tuple[Need, ...]


class Rounds(History):
    """The rounds of one instance."""

    def close(self, round: int, visible: frozenset[str] | None = None) -> Round:
        """What a round's reviews come to; its submits all have one digest."""
        filed = self.reviews(round, visible)
        needs = self.needs(round, filed)
        if needs:
            return Round(False, "", tuple(filed), needs)
        flagged = [bool(item.review.flags) for item in filed]
        people = {item.review.by for item in filed}
        if not any(flagged):
            return Round(True, "accepted", tuple(filed), ())
        if all(flagged) and len(people) >= REVIEWERS:
            return Round(True, "eliminated", tuple(filed), ())
        return Round(True, "revise", tuple(filed), ())

    def needs(self, round: int, filed: list[NamedReview]) -> tuple[Need, ...]:
        """Whom a round still needs.

        Whoever had an open flag; where only flagged fields changed since a round that closed as
        revise, nobody else; otherwise as many more as make two, earlier reviewers first.
        """
        earlier = self.latest(self.seen(round), round)
        flaggers = sorted(p for p, rs in earlier.items() if any(r.review.flags for r in rs))
        narrow = bool(flaggers) and self._only_flagged_changed(round, flaggers, earlier)
        total = len(flaggers) if narrow else max(REVIEWERS, len(flaggers))
        done = {item.review.by for item in filed}
        stood_for = {item.review.instead_of for item in filed}
        named = [p for p in flaggers if p in done or (self._able(p, round) and p not in stood_for)]
        absent = [p for p in flaggers if p not in named and p not in stood_for]
        waiting = [p for p in named if p not in done]
        places = max(0, total - len(named) - len(done.difference(named)))
        needs = [Need("review", (p,), "had flagged it") for p in waiting]
        assigned = sorted({act.reviewer for _, act in self.of(Assign, round)})
        by_recency = sorted(earlier, key=lambda p: (-earlier[p][0].review.round, p))
        for person, why in (
            *((p, "was asked to") for p in assigned),
            *((p, "reviewed it before") for p in by_recency),
        ):
            if len(needs) - len(waiting) == places:
                break
            taken = {need.who[0] for need in needs} | done | set(named)
            if person not in taken and self._able(person, round):
                needs.append(Need("review", (person,), why))
        free = self._anyone(round, needs, done, places - (len(needs) - len(waiting)))
        others = [*needs[len(waiting) :], *free]
        stand_ins = [
            replace(need, instead_of=person) for need, person in zip(others, absent, strict=False)
        ]
        return (*needs[: len(waiting)], *stand_ins, *others[len(absent) :])

    def _anyone(self, round: int, named: list[Need], done: set[str], places: int) -> list[Need]:
        """The places that are open to everyone who may review it."""
        if places <= 0:
            return []
        others = done | {need.who[0] for need in named}
        bars = {
            person: self.bar(person, round, others, places)
            for person in sorted(self.people)
            if person not in others
        }
        able = tuple(person for person, bar in bars.items() if not bar)
        # Who wrote it is not for its reviewers to know.
        reasons = "; ".join(
            dict.fromkeys(
                f"someone {bar}" if bar in WRITERS_BARS else f"{person} {bar}"
                for person, bar in bars.items()
                if bar and bar != "is not a reviewer"
            )
        )
        whom = "nobody else" if able or others else "nobody"
        nobody = f"{whom} may review it ({reasons or 'there is no other reviewer'})"
        # Two places need two people: with one able person left, the second place stays empty.
        return [
            Need("review", able, "anyone of them", named=False)
            if len(able) > place
            else Need("review", (), nobody, named=False)
            for place in range(places)
        ]

    def bar(self, person: str, round: int, others: Iterable[str], places: int) -> str:
        """Why a person may not take one of a round's free places; empty where they may."""
        if self._handed_back(person, round):
            return "handed it back"
        known = self.people[person]
        return barred(person, known, self.subject, self.writers) or language_bar(
            known, self.subject, self.policy, self.people, others, places
        )

    def _able(self, person: str, round: int) -> bool:
        known = self.people.get(person)
        return (
            known is not None
            and not barred(person, known, self.subject, self.writers)
            and not self._handed_back(person, round)
        )

    def _handed_back(self, person: str, round: int) -> bool:
        return any(act.of == person for _, act in self.of(HandBack, round))

    def _only_flagged_changed(
        self, round: int, flaggers: list[str], earlier: dict[str, list[NamedReview]]
    ) -> bool:
        previous = self.submits(round - 1)
        if len({act.digest for act in previous}) != 1 or self.of(Recall, round - 1):
            return False
        if self.close(round - 1, self.seen(round)).outcome != "revise":
            return False
        flagged = {f for p in flaggers for item in earlier[p] for f in item.review.flags}
        now, before = self.submits(round)[0].fields, previous[0].fields
        return {name for name in now if now[name] != before.get(name)} <= flagged

    def closed(self) -> tuple[ClosedRound, ...]:
        """The rounds that are over, oldest first."""
        return tuple(
            ClosedRound(round, tuple(self._counted(round)))
            for round in range(1, self.newest + 1)
            if len({act.digest for act in self.submits(round)}) == 1 and self._is_over(round)
        )

    def _is_over(self, round: int) -> bool:
        return (
            round < self.newest
            or bool(self.of(Recall, round) or self.of(Reopen, round) or self.of(Eliminate, round))
            or self.close(round).complete
        )

    def _counted(self, round: int) -> list[NamedReview]:
        """The reviews of a round that is over, without those that came too late for it."""
        later = [act for _, act in self.of(Submit) if act.round > round]
        if later:
            found = self.reviews(round, frozenset(name for act in later for name in act.seen))
        else:
            frozen = round == self.newest and self.frozen
            found = [i for i in self.reviews(round) if not (frozen and i.review.flags)]
        asked = {act.reviewer for _, act in self.of(Assign, round)}
        return sorted(found, key=lambda item: (item.review.by not in asked, item.name))

    # -- flags and latecomers -------------------------------------------------------------

    def open_flags(self) -> dict[FlagField, tuple[NamedReview, ...]]:
        """Per field, the latest reviews that flag it: what the next submit has to answer."""
        every = frozenset(name for name, _ in self.of(Review))
        flags: dict[FlagField, list[NamedReview]] = {}
        for items in self.latest(every, self.newest + 1).values():
            for item in items:
                for name in item.review.flags:
                    flags.setdefault(name, []).append(item)
        return {name: tuple(items) for name, items in sorted(flags.items())}

    @cached_property
    def frozen(self) -> bool:
        """Whether a release holds the newest round: its content, and the clean reviews it took.

        Released content that is only submitted again is a round of its own.
        """
        digests = {act.digest for act in self.submits(self.newest)}
        if len(digests) != 1 or not digests <= self.subject.released:
            return False
        clean = frozenset(name for name, act in self.of(Review, self.newest) if not act.flags)
        return self.close(self.newest, clean).complete

    def late(self) -> tuple[LoadedAct, ...]:
        """Reviews that change nothing: of an older round and not seen by any submit; of another
        content; by someone who wrote it; or flagging a round that a release holds."""
        rounds = range(1, self.newest + 1)
        valid = {item.name for round in rounds for item in self._valid(round)}
        current = {item.name for round in rounds for item in self.reviews(round)}
        seen = frozenset(name for _, act in self.of(Submit) for name in act.seen)
        late = {
            a.name
            for a in self.acts
            if isinstance(a.act, Review)
            and a.name not in seen
            and (a.name not in valid or (a.name in current and a.act.round < self.newest))
        }
        if self.frozen:
            late |= {item.name for item in self.reviews(self.newest) if item.review.flags}
        return tuple(a for a in self.acts if a.name in late)
