"""The review rule: what an instance's acts amount to.

A pure function of the content digest, the acts, the people and the policy. No clock takes part
and the order of the acts carries no meaning. Only the newest round counts; a round is opened by
a submit (or an adoption) and closed when everyone it needs has filed.

Following the cross-validation of the BiGGen Bench (Kim et al., 2024): two people who did not
write an instance judge it; both flag it: eliminated; one flags it: revised until verified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from benchmark.load import LoadedAct
from review.eligibility import Subject
from review.rounds import Round, Rounds
from review.standing import FINAL, ClosedRound, NamedReview, Need, Standing, Status
from schemas.acts import Adopt, Eliminate, Recall, Reopen, Submit, Withdraw
from schemas.person import Person
from schemas.settings import ReviewPolicy

__all__ = [
    "FINAL",
    "ClosedRound",
    "NamedReview",
    "Need",
    "Standing",
    "Status",
    "closed_rounds",
    "judge",
]


def judge(
    subject: Subject,
    acts: Iterable[LoadedAct],
    people: Mapping[str, Person],
    policy: ReviewPolicy,
) -> Standing:
    """The standing of one instance."""
    return _Case(subject, acts, people, policy).standing()


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


class _Case(Rounds):
    """The acts of one instance, judged."""

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

    def _revise(self, round: int, found: Round) -> Standing:
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
