"""The review rule: what an instance's acts amount to.

A pure function of the content digest, the acts, the people and the policy. No clock takes part
and the order of the acts carries no meaning. Only the newest round counts; a round is opened by
a submit (or an adoption) and closed when everyone it needs has filed.

Following the cross-validation of the BiGGen Bench (Kim et al., 2024): two people who did not
write an instance judge it; both flag it: eliminated; one flags it: revised until verified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, TypeAlias, TypeVar

from benchmark.load import LoadedAct
from review.eligibility import WRITERS_BARS, Subject, barred, language_bar
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
from schemas.fields import FlagField
from schemas.person import Person
from schemas.settings import ReviewPolicy

Status: TypeAlias = Literal[
    "draft", "in_review", "recheck", "accepted", "eliminated", "revise", "withdrawn"
]
FINAL: Final[frozenset[Status]] = frozenset({"accepted", "eliminated", "withdrawn"})
REVIEWERS: Final = 2

A = TypeVar("A", Submit, Adopt, Assign, Eliminate, HandBack, Recall, Reopen, Review, Withdraw)


@dataclass(frozen=True)
class Need:
    """One act that has to come next.

    `who` are those who can do it: one person where it is theirs, several where it is anyone's
    of them, nobody where `why` says why not.
    """

    act: Literal["submit", "check", "review", "decide"]
    who: tuple[str, ...]
    why: str
    named: bool = True


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
    basis: Literal["", "reviewed", "adopted"] = ""
    reviews: tuple[NamedReview, ...] = ()
    open_flags: Mapping[FlagField, tuple[NamedReview, ...]] = field(default_factory=dict)
    late: tuple[LoadedAct, ...] = ()

    @property
    def is_final(self) -> bool:
        """Whether nothing more has to happen."""
        return self.status in FINAL


def judge(
    subject: Subject,
    acts: Iterable[LoadedAct],
    people: Mapping[str, Person],
    policy: ReviewPolicy,
) -> Standing:
    """The standing of one instance."""
    return _Case(subject, acts, people, policy).standing()


@dataclass(frozen=True)
class ClosedRound:
    """A round that is over, so that its verdicts are no secret.

    `reviews` are those that counted in it: of whoever was asked to first, then by name.
    """

    number: int
    reviews: tuple[NamedReview, ...]


def closed_rounds(
    subject: Subject,
    acts: Iterable[LoadedAct],
    people: Mapping[str, Person],
    policy: ReviewPolicy,
) -> tuple[ClosedRound, ...]:
    """The rounds of one instance that are over, oldest first.

    The newest is over once all it needs have filed, or it was recalled, reopened or ended by a
    curator. Not where its instance is withdrawn in the middle of it: that may go on. A round in
    which two contents were submitted has no reviews of one content and is left out.
    """
    return _Case(subject, acts, people, policy).closed()


@dataclass(frozen=True)
class _Round:
    """What one round's reviews come to."""

    complete: bool
    outcome: Literal["accepted", "eliminated", "revise", ""]
    reviews: tuple[NamedReview, ...]
    needs: tuple[Need, ...]


class _Case:
    """The acts of one instance, sorted into rounds."""

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

    # -- the status -----------------------------------------------------------------------

    def standing(self) -> Standing:
        round = self.newest
        if self.subject.task_retired:
            return Standing("withdrawn", round, "its task is retired")
        undone = {act.of for _, act in self.of(Reopen)}
        if withdrawals := [act for name, act in self.of(Withdraw) if name not in undone]:
            return Standing("withdrawn", round, withdrawals[0].reason)
        if round == 0:
            return self._draft("not submitted yet")
        if self.of(Reopen, round):
            return self._draft("reopened")
        if any(act.digest == self.subject.digest for _, act in self.of(Adopt, round)):
            return Standing("accepted", round, "adopted", basis="adopted", late=self.late())
        if eliminations := self.of(Eliminate, round):
            return Standing("eliminated", round, eliminations[0][1].reason, late=self.late())
        submits = self.submits(round)
        if not submits:
            return self._draft("the content is not what was adopted")
        if len({act.digest for act in submits}) > 1:
            return self._draft(f"two different contents were submitted as round {round}")
        if self.of(Recall, round):
            return self._draft(f"round {round} was recalled")
        return self._by_reviews(round, submits[0])

    def _by_reviews(self, round: int, submit: Submit) -> Standing:
        found = self.close(round)
        edited = self.subject.digest != submit.digest
        if self.frozen and not edited and found.outcome != "accepted":
            return Standing(
                "accepted", round, "a release holds it", basis="reviewed",
                reviews=found.reviews, late=self.late(),
            )  # fmt: skip
        if found.outcome == "eliminated" and not self.frozen:
            return Standing(
                "eliminated", round, "every reviewer flagged it",
                reviews=found.reviews, late=self.late(),
            )  # fmt: skip
        if edited and (self.frozen or found.outcome != "revise"):
            return self._draft("the content is not what was submitted", open=not found.complete)
        if not found.complete:
            status: Status = "in_review" if round == 1 else "recheck"
            return Standing(
                status, round, "waits for reviews", found.needs, round_open=True,
                reviews=found.reviews, late=self.late(),
            )  # fmt: skip
        if found.outcome == "accepted":
            return Standing(
                "accepted", round, "no reviewer flagged it", basis="reviewed",
                reviews=found.reviews, late=self.late(),
            )  # fmt: skip
        return self._revise(round, found)

    def _revise(self, round: int, found: _Round) -> Standing:
        if round >= self.policy.max_rounds:
            why = f"still flagged after {round} rounds: adopt, eliminate, withdraw or reopen it"
            needs = (self._curators("decide", why),)
        else:
            needs = (self._owner("submit", "a reviewer flagged it"),)
        return Standing(
            "revise", round, "a reviewer flagged it", needs, reviews=found.reviews,
            open_flags=self.open_flags(), late=self.late(),
        )  # fmt: skip

    def _draft(self, why: str, *, open: bool = False) -> Standing:
        if self.subject.needs_check:
            need = self._owner("check", "it was generated and nobody has checked it")
        elif open:
            way = "ask a curator to recall it" if self.reviews(self.newest) else "recall it first"
            need = self._owner("submit", f"{why}: put the submitted text back, or {way}")
        else:
            need = self._owner("submit", why)
        return Standing(
            "draft", self.newest, why, (need,), round_open=open,
            reviews=tuple(self.reviews(self.newest)),
            open_flags={} if open else self.open_flags(), late=self.late(),
        )  # fmt: skip

    # -- rounds ---------------------------------------------------------------------------

    @cached_property
    def newest(self) -> int:
        """The newest round anyone opened; 0 before the first."""
        return max((a.act.round for a in self.acts if isinstance(a.act, Submit | Adopt)), default=0)

    def submits(self, round: int) -> list[Submit]:
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

    def close(self, round: int, visible: frozenset[str] | None = None) -> _Round:
        """What a round's reviews come to; its submits all have one digest."""
        filed = self.reviews(round, visible)
        needs = self.needs(round, filed)
        if needs:
            return _Round(False, "", tuple(filed), needs)
        flagged = [bool(item.review.flags) for item in filed]
        people = {item.review.by for item in filed}
        if not any(flagged):
            return _Round(True, "accepted", tuple(filed), ())
        if all(flagged) and len(people) >= REVIEWERS:
            return _Round(True, "eliminated", tuple(filed), ())
        return _Round(True, "revise", tuple(filed), ())

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
        named = [p for p in flaggers if p in done or self._able(p, round)]
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
        return (*needs, *self._anyone(round, needs, done, places - (len(needs) - len(waiting))))

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
        return any(act.by == person for _, act in self.of(HandBack, round))

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

    # -- whose turn -----------------------------------------------------------------------

    def _owner(self, act: Literal["submit", "check"], why: str) -> Need:
        owner = self.people.get(self.subject.owner)
        if owner is None:
            return self._curators(act, f"{why}; its author is not known here")
        if owner.left:
            return self._curators(act, f"{why}; {self.subject.owner} has left")
        if not {"author", "curator"}.intersection(owner.roles):
            return self._curators(act, f"{why}; {self.subject.owner} is not an author any more")
        return Need(act, (self.subject.owner,), why)

    def _curators(self, act: Literal["submit", "check", "decide"], why: str) -> Need:
        able = tuple(
            sorted(p for p, who in self.people.items() if "curator" in who.roles and not who.left)
        )
        if not able:
            return Need(act, (), f"{why}; there is no curator", named=False)
        return Need(act, able, why, named=len(able) == 1)
