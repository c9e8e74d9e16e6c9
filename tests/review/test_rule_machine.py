"""Random acts of random people on two copies that are merged now and then, against the reference.

Nothing here asks whether an act was allowed: a merge, a hand-made file or an older tool can
bring any of them, and the rule has to make sense of what is there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from benchmark.load import LoadedAct
from review.eligibility import Subject
from review.rule import FINAL, Standing, judge
from schemas.acts import (
    Act,
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
from schemas.fields import CONTENT_FIELDS, FLAG_FIELDS, ContentField
from schemas.person import Person
from schemas.settings import ReviewPolicy
from tests.review.golden import KEY, acts, histories, people
from tests.review.reference import Scene, Verdict, verdict

ROLES = {
    "ann": ["author", "reviewer"],
    "bob": ["author", "reviewer"],
    "cem": ["reviewer"],
    "dee": ["reviewer"],
    "eva": ["reviewer"],
    "kit": ["author", "curator"],
}
PEOPLE = sorted(ROLES)
PERSON = st.sampled_from(PEOPLE)
REVIEWER = st.sampled_from(["bob", "cem", "dee", "eva"])
ROUND = st.sampled_from([0, 0, 0, -1, -2])
FLAGS = st.sampled_from(
    [(), (), (), ("score_rubric",), ("reference_answer",), ("task_fit", "score_rubric")]
)
FLAG_SETS = st.sampled_from([("score_rubric",), ("reference_answer",), ("task_fit",)])
SIDE = st.sampled_from([0, 0, 0, 1])
CHANGED = st.sampled_from(
    [(), ("score_rubric",), ("score_rubric",), ("reference_answer",), ("input", "score_rubric")]
)
SIMPLE = {"recall": Recall, "withdraw": Withdraw, "adopt": Adopt, "eliminate": Eliminate}

Texts = dict[ContentField, int]


@dataclass
class Copy:
    """What one clone holds: acts by name, and the content as it stands there."""

    acts: dict[str, Act] = field(default_factory=dict)
    texts: Texts = field(default_factory=lambda: dict.fromkeys(CONTENT_FIELDS, 0))

    @property
    def digest(self) -> str:
        return "c" + "".join(str(self.texts[name]) for name in CONTENT_FIELDS)

    @property
    def fields(self) -> dict[ContentField, str]:
        return {name: f"f{value}" for name, value in self.texts.items()}

    def of(self, *kinds: type[Act]) -> dict[str, Act]:
        return {name: act for name, act in self.acts.items() if isinstance(act, kinds)}

    @property
    def newest(self) -> int:
        return max((act.round for act in self.of(Submit, Adopt).values()), default=0)


def standing(scene: Scene, order: Callable[[list[LoadedAct]], Iterable[LoadedAct]]) -> Standing:
    loaded = [LoadedAct(name, f"{name}.yaml", act) for name, act in scene.acts.items()]
    subject = Subject(
        key=KEY, digest=scene.digest, owner=scene.owner, capability=scene.capability,
        language=scene.language, warnings=scene.warnings, needs_check=scene.needs_check,
        checked_by=scene.checked_by, task_retired=scene.retired, released=scene.released,
    )  # fmt: skip
    return judge(subject, order(loaded), scene.people, scene.policy)


def shuffled(acts: list[LoadedAct]) -> list[LoadedAct]:
    return random.Random(len(acts)).sample(acts, len(acts))


def told(standing: Standing) -> Verdict:
    needs = sorted((need.act, need.who) for need in standing.needs)
    return Verdict(standing.status, needs, frozenset(act.name for act in standing.late))


def renamed(acts: dict[str, Act], at: str) -> tuple[dict[str, Act], dict[str, str]]:
    """The same acts made at other times, so with other names; and the new names by the old."""
    names: dict[str, str] = {"": ""}
    result: dict[str, Act] = {}
    for old, act in sorted(
        acts.items(), key=lambda item: (isinstance(item[1], Submit), item[1].at)
    ):
        changes: dict[str, Any] = {"at": at}
        if isinstance(act, Review):
            changes["supersedes"] = names[act.supersedes]
        if isinstance(act, Submit):
            changes["seen"] = sorted(names[name] for name in act.seen)
        if isinstance(act, Reopen):
            changes["of"] = names[act.of]
        new = act.model_copy(update=changes)
        # Two acts that differed in nothing but their time stay two.
        name = f"{new.name()}{len(result):03d}"
        names[old], result[name] = name, new
    return result, names


class Rounds(RuleBasedStateMachine):
    """Two copies of one instance and its acts."""

    def __init__(self) -> None:
        super().__init__()
        self.copies = [Copy(), Copy()]
        self.people = {
            name: Person(name=name, emails=[f"{name}@example.org"], roles=roles)
            for name, roles in ROLES.items()
        }
        self.scene = Scene("", {}, {}, ReviewPolicy())
        self.clock = 0

    @initialize(
        language_rule=st.sampled_from(["both", "one", "none"]),
        max_rounds=st.sampled_from([3, 3, 2, 1]),
        readers=st.sampled_from([None, ("cem",), ("cem", "dee"), ()]),
        language=st.sampled_from(["en", "th"]),
        owner=st.sampled_from(["ann", "ann", "ann", "cem", "zoe", ""]),
        checked_by=st.sampled_from(["", "", "dee"]),
        needs_check=st.sampled_from([False, False, True]),
        curator=st.sampled_from([True, True, False]),
    )
    def begin(self, language_rule, max_rounds, readers, language, owner, checked_by, needs_check,
              curator):  # fmt: skip
        self.scene = replace(
            self.scene,
            policy=ReviewPolicy(language_rule=language_rule, max_rounds=max_rounds),
            language=language, owner=owner, warnings=("violence",),
            checked_by=checked_by, needs_check=needs_check and not checked_by,
        )  # fmt: skip
        if readers is not None:
            for name in PEOPLE:
                self._change(name, languages=["en", "th"] if name in readers else ["en"])
        if not curator:
            self._change("kit", roles=["author"])
        for copy in self.copies:
            self._submit(copy, "ann", 1, ())
        self.copies[1].acts = dict(self.copies[0].acts)

    # -- helpers --------------------------------------------------------------------------

    def _change(self, name: str, **changes: Any) -> None:
        self.people[name] = self.people[name].model_copy(update=changes)

    def _scene(self, copy: Copy) -> Scene:
        return replace(self.scene, digest=copy.digest, acts=dict(copy.acts), people=self.people)

    def _different(self) -> list[Copy]:
        return self.copies[:1] if self.copies[0] == self.copies[1] else self.copies

    def _now(self, copy: Copy) -> Standing:
        return standing(self._scene(copy), list)

    def _put(self, copy: Copy, kind: type[Act], by: str, round: int, **rest: Any) -> str:
        self.clock += 1
        act = kind(
            instance=KEY, by=by, round=max(1, round), at=f"{self.clock:06d}",
            **{"digest": copy.digest, **rest},
        )  # fmt: skip
        copy.acts[act.name()] = act
        return act.name()

    def _review(self, copy: Copy, by: str, round: int, flags: tuple[str, ...], **rest: Any) -> str:
        digests = sorted({act.digest for act in copy.of(Submit).values() if act.round == round})
        bad = {name: "bad" if name in flags else "good" for name in FLAG_FIELDS}
        content = {"digest": digests[0]} if digests else {}
        return self._put(
            copy, Review, by, round, fields=copy.fields, difficulty="easy",
            comments=dict.fromkeys(flags, "because"), **bad, **{**content, **rest},
        )  # fmt: skip

    def _submit(self, copy: Copy, by: str, round: int, seen: Iterable[str], *writers: str) -> None:
        self._put(
            copy, Submit, by, round, fields=copy.fields, writers=sorted({by, *writers}),
            seen=sorted(seen),
        )  # fmt: skip

    # -- the ordinary way -----------------------------------------------------------------

    def _author_submits(self, copy: Copy, changed: Iterable[ContentField]) -> None:
        if any(need.act == "submit" for need in self._now(copy).needs):
            for name in changed:
                copy.texts[name] += 1
            self._submit(copy, "ann", copy.newest + 1, copy.of(Review))

    def _someone_files(self, copy: Copy, flags: tuple[str, ...], pick: int) -> None:
        now = self._now(copy)
        able = [(p, need) for need in now.needs if need.act == "review" for p in need.who]
        if able:
            person, need = able[pick % len(able)]
            self._review(copy, person, now.round, flags, instead_of=need.instead_of)

    @rule(side=SIDE, changed=CHANGED)
    def the_author_revises_and_submits(self, side, changed):
        self._author_submits(self.copies[side], changed)

    @rule(side=SIDE, flags=FLAGS, pick=st.integers(0, 5))
    def whoever_may_files(self, side, flags, pick):
        self._someone_files(self.copies[side], flags, pick)

    @rule(side=SIDE, changed=CHANGED, flags=st.lists(FLAGS, min_size=2, max_size=3))
    def a_whole_round(self, side, changed, flags):
        self._author_submits(self.copies[side], changed)
        for given in flags:
            self._someone_files(self.copies[side], given, 0)

    @rule(side=SIDE, fields=st.lists(FLAG_SETS, min_size=2, max_size=4))
    def rounds_with_one_flag_each(self, side, fields):
        """The flagged field alone is changed each time, and flagged again or another is."""
        copy = self.copies[side]
        changed: list[ContentField] = []
        for flags in fields:
            self._author_submits(copy, changed)
            for given in (flags, (), ()):
                self._someone_files(copy, given, 0)
            changed = [name for name in flags if name != "task_fit"]

    @rule(side=SIDE, flags=st.lists(FLAG_SETS, min_size=2, max_size=3))
    def several_flag_and_one_does_not(self, side, flags):
        copy = self.copies[side]
        if self._now(copy).round_open and copy.newest == 1:
            for by, given in zip(["bob", "cem", "dee"], flags, strict=False):
                self._review(copy, by, 1, given)
            self._review(copy, "eva", 1, ())

    @rule(side=SIDE)
    def a_curator_reopens_what_ended(self, side):
        copy = self.copies[side]
        if self._now(copy).status not in FINAL:
            return
        undone = {act.of for act in copy.of(Reopen).values()}
        ended = [name for name in copy.of(Withdraw, Adopt, Eliminate) if name not in undone]
        for name in ended or [""]:
            self._put(copy, Reopen, "kit", copy.newest, reason="because", of=name)

    @rule(side=SIDE, name=st.sampled_from(CONTENT_FIELDS))
    def someone_edits(self, side, name):
        self.copies[side].texts[name] += 1

    @rule(side=SIDE, name=st.sampled_from(CONTENT_FIELDS))
    def someone_takes_an_edit_back(self, side, name):
        self.copies[side].texts[name] = max(0, self.copies[side].texts[name] - 1)

    @rule(content=st.sampled_from([0, 1]))
    def the_copies_are_merged(self, content):
        together = {**self.copies[0].acts, **self.copies[1].acts}
        texts = self.copies[content].texts
        self.copies = [Copy(dict(together), dict(texts)) for _ in self.copies]

    def _is_released(self, copy: Copy) -> bool:
        for _ in range(3):
            self._author_submits(copy, ())
            self._someone_files(copy, (), 0)
        if accepted := self._now(copy).basis == "reviewed":
            self.scene = replace(self.scene, released=self.scene.released | {copy.digest})
        return accepted

    @rule(side=SIDE, by=REVIEWER, flags=FLAG_SETS, edited=st.booleans())
    def a_flag_comes_after_the_release(self, side, by, flags, edited):
        copy = self.copies[side]
        if self._is_released(copy):
            copy.texts["input"] += edited
            before = told(self._now(copy))
            own = [n for n, act in copy.of(Review).items() if act.by == by]
            self._review(copy, by, copy.newest, flags, supersedes=own[-1] if own else "")
            after = told(self._now(copy))
            assert (after.status, after.needs) == (before.status, before.needs)

    @rule(side=SIDE)
    def what_is_released_is_reopened_and_submitted_unchanged(self, side):
        copy = self.copies[side]
        if self._is_released(copy):
            self.a_curator_reopens_what_ended(side)
            self._submit(copy, "ann", copy.newest + 1, copy.of(Review))
            assert self._now(copy).round_open

    # -- any act --------------------------------------------------------------------------

    @rule(side=SIDE, by=st.sampled_from(["ann", "kit", "bob"]),
          next_round=st.booleans(), seen=st.sampled_from(["all", "none", "some"]),
          writers=st.sampled_from([(), (), ("dee",)]))  # fmt: skip
    def any_submit(self, side, by, next_round, seen, writers):
        copy = self.copies[side]
        known = sorted(copy.of(Review))
        names = {"all": known, "none": [], "some": known[::2]}[seen]
        self._submit(copy, by, copy.newest + next_round, names, *writers)

    @rule(side=SIDE, by=PERSON, flags=FLAGS, back=ROUND,
          other_content=st.sampled_from([False, False, False, True]),
          instead_of=st.sampled_from(["", "", "", "bob", "cem"]))  # fmt: skip
    def any_review(self, side, by, flags, back, other_content, instead_of):
        copy = self.copies[side]
        rest = {"digest": "c_other"} if other_content else {}
        self._review(copy, by, copy.newest + back, flags, instead_of=instead_of, **rest)

    @precondition(lambda self: any(copy.of(Review) for copy in self.copies))
    @rule(side=SIDE, pick=st.integers(0, 20), flags=FLAGS,
          same_person=st.sampled_from([True, True, False]),
          other_content=st.sampled_from([False, False, True]))  # fmt: skip
    def a_review_replaces_another(self, side, pick, flags, same_person, other_content):
        copy = self.copies[side]
        if known := sorted(copy.of(Review)):
            name = known[pick % len(known)]
            old = copy.acts[name]
            rest = {"digest": "c_other"} if other_content else {}
            by = old.by if same_person else "eva"
            self._review(copy, by, old.round, flags, supersedes=name, **rest)

    @rule(side=SIDE, by=REVIEWER, back=ROUND, taken_off=st.booleans())
    def hand_back(self, side, by, back, taken_off):
        copy = self.copies[side]
        whose = {"reviewer": by} if taken_off else {}
        who = "kit" if taken_off else by
        self._put(copy, HandBack, who, copy.newest + back, reason="no time", **whose)

    @rule(side=SIDE, reviewer=PERSON, back=ROUND)
    def assign(self, side, reviewer, back):
        copy = self.copies[side]
        self._put(copy, Assign, "kit", copy.newest + back, reviewer=reviewer)

    @rule(side=SIDE, kind=st.sampled_from(sorted(SIMPLE)), back=ROUND,
          by=st.sampled_from(["ann", "kit"]))  # fmt: skip
    def a_decision(self, side, kind, back, by):
        """Any of them, at any time."""
        copy = self.copies[side]
        round = copy.newest + (back or 1) if kind == "adopt" else copy.newest + back
        self._put(copy, SIMPLE[kind], by, round, reason="because")

    @rule(side=SIDE, pick=st.integers(-1, 5), back=ROUND)
    def reopen(self, side, pick, back):
        copy = self.copies[side]
        ended = ["", *sorted(copy.of(Withdraw, Adopt, Eliminate))]
        self._put(
            copy, Reopen, "kit", copy.newest + back, reason="because", of=ended[pick % len(ended)]
        )

    # -- people ---------------------------------------------------------------------------

    @rule(name=PERSON, left=st.sampled_from([True, False]))
    def leave_or_return(self, name, left):
        self._change(name, left=left)

    @rule(name=REVIEWER, capabilities=st.sampled_from([[], ["c"], ["other"]]),
          avoid=st.sampled_from([[], [], ["violence"]]))  # fmt: skip
    def change_what_someone_reviews(self, name, capabilities, avoid):
        self._change(name, capabilities=capabilities, avoid=avoid)

    @rule(side=SIDE, name=REVIEWER, flags=FLAGS)
    def someone_leaves_is_replaced_and_comes_back(self, side, name, flags):
        copy = self.copies[side]
        self._change(name, left=True)
        for _ in range(3):
            self._someone_files(copy, flags, 0)
        before = self._now(copy)
        own_flag = any(item.review.by == name for item in before.reviews)
        self._change(name, left=False)
        if before.status == "accepted" and before.basis == "reviewed" and not own_flag:
            assert self._now(copy).status == "accepted"

    # -- what must hold -------------------------------------------------------------------

    @rule(side=SIDE, by=PERSON, flags=FLAGS, pick=st.integers(0, 20))
    def a_review_of_an_older_round_changes_nothing(self, side, by, flags, pick):
        copy = self.copies[side]
        newest = copy.newest
        if newest < 2:
            return
        before = told(self._now(copy))
        round = 1 + pick % (newest - 1)
        own = [n for n, act in copy.of(Review).items() if act.by == by and act.round == round]
        self._review(copy, by, round, flags, supersedes=own[0] if own and pick % 2 else "")
        after = told(self._now(copy))
        assert (after.status, after.needs) == (before.status, before.needs)

    @invariant()
    def it_is_what_the_reference_says(self):
        for copy in self._different():
            scene = self._scene(copy)
            assert told(standing(scene, list)) == verdict(scene)

    @rule()
    def order_names_and_times_mean_nothing(self):
        for copy in self._different():
            scene = self._scene(copy)
            now = standing(scene, list)
            assert standing(scene, reversed) == now
            assert standing(scene, shuffled) == now
            other_acts, names = renamed(copy.acts, "1999-01-01T00:00:00Z")
            other = told(standing(replace(scene, acts=other_acts), list))
            expected = told(now)
            late = frozenset(names[name] for name in expected.late)
            assert other == replace(expected, late=late)

    @invariant()
    def nobody_counts_on_what_they_wrote(self):
        for copy in self._different():
            now = self._now(copy)
            wrote = {p for act in copy.of(Submit).values() for p in (act.by, *act.writers)}
            wrote.add(self.scene.checked_by)
            assert not wrote & {item.review.by for item in now.reviews}
            assert not wrote & {p for need in now.needs if need.act == "review" for p in need.who}

    @invariant()
    def what_is_not_final_has_a_next_act_and_someone_or_a_reason(self):
        for copy in self._different():
            now = self._now(copy)
            assert bool(now.needs) == (now.status not in FINAL)
            for need in now.needs:
                assert need.why
                assert need.who or "may review it" in need.why or "no curator" in need.why
                assert not any(self.people[p].left for p in need.who)

    @invariant()
    def accepted_and_eliminated_are_earned(self):
        for copy in self._different():
            now = self._now(copy)
            flagged = {item.review.by for item in now.reviews if item.review.flags}
            people = {item.review.by for item in now.reviews}
            acts = [act for act in copy.acts.values() if act.round == copy.newest]
            if now.status == "accepted" and now.basis == "adopted":
                assert any(isinstance(a, Adopt) and a.digest == copy.digest for a in acts)
            elif now.status == "accepted":
                assert people
                assert not flagged or copy.digest in self.scene.released
            elif now.status == "eliminated" and not any(isinstance(a, Eliminate) for a in acts):
                assert len(people) >= 2
                assert flagged == people

    @rule()
    def a_retired_task_withdraws(self):
        for copy in self._different():
            scene = replace(self._scene(copy), retired=True)
            assert told(standing(scene, list)) == verdict(scene) == Verdict("withdrawn", [])

    @rule()
    def an_end_stays_an_end_whoever_leaves_and_an_elimination_whatever_is_edited(self):
        for copy in self._different():
            scene = self._scene(copy)
            status = standing(scene, list).status
            if status not in FINAL:
                continue
            for name in PEOPLE:
                gone = self.people[name].model_copy(update={"left": True})
                without = replace(scene, people={**self.people, name: gone})
                assert standing(without, list).status == status
            if status in ("eliminated", "withdrawn"):
                assert standing(replace(scene, digest="c_edited"), list).status == status


TestRounds = Rounds.TestCase
TestRounds.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)


@pytest.mark.parametrize("history", histories("review_histories.yaml"), ids=lambda h: h["name"])
def test_the_reference_comes_to_what_the_given_histories_expect(history):
    expected = history["expect"]
    scene = Scene(
        digest=history["now"],
        acts={recorded.name: recorded.act for recorded in acts(history)},
        people=people(history.get("left", [])),
        policy=ReviewPolicy(),
    )
    found = verdict(scene)
    assert found.status == expected["status"]
    waiting = [who for _, who in found.needs]
    for label in expected["needs"]:
        if label != "reviewer":
            waiting.remove((label,))
    assert len(waiting) == expected["needs"].count("reviewer")
    assert all(len(who) > 1 for who in waiting)
    assert {scene.acts[name].by for name in found.late} == set(expected.get("late", []))
