"""Random acts of random people on their own clones, merged by `curate sync` and by plain git.

Whatever happens in whatever order: no filed review is lost, nobody's own review counts, nothing
that is not final is without a next act and someone for it or a reason, every status is what the
reference says, and clones that have exchanged everything agree.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from benchmark.load import Benchmark, LoadedInstance
from review.rule import FINAL, Standing
from review.standings import standing_of
from schemas.acts import Submit
from tests.review.reference import Scene, verdict
from tests.review.test_three_copies import clones_of
from tests.world import World

PEOPLE = ("ann", "bob", "cem", "dee", "eva", "kit")
PERSON = st.sampled_from(PEOPLE)
AUTHOR = st.sampled_from(["ann", "ann", "bob"])
REVIEWER = st.sampled_from(["bob", "cem", "dee", "eva"])
PICK = st.integers(0, 5)
FLAGS = st.sampled_from([(), (), ("rubric",), ("rubric",), ("reference",), ("fit", "rubric")])
ANSWERS = [f"--answer={field}=disagree:no" for field in ("fit", "reference", "rubric")]
FITTING = {
    "recall": ["in_review", "recheck"],
    "withdraw": ["revise", "in_review"],
    "reopen": ["withdrawn", "eliminated", "accepted"],
    "eliminate": ["revise"],
}
Seen: Counter[str] = Counter()


class Clones(RuleBasedStateMachine):
    """A clone for each of six people, and the bare repository they share through."""

    prepared: Path

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="clones-"))
        shutil.copytree(self.prepared, self.folder / "all", symlinks=True)
        self.copies = {person: World(self.folder / "all" / person) for person in PEOPLE}
        for copy in self.copies.values():
            copy.git("remote", "set-url", "origin", self.folder / "all" / "shared.git")
        self.filed: set[tuple[str, str]] = set()
        self.edits = 0

    def teardown(self) -> None:
        try:
            self.all_exchange()
        finally:
            shutil.rmtree(self.folder)

    # -- acts -----------------------------------------------------------------------------

    def run(self, by: str, *words: str, as_: str = "") -> bool:
        """Run it in someone's clone; what is refused says so."""
        result = self.copies[by](*words, by=as_ or by, code=None)
        assert result.code in (0, 1), (by, words, result)
        assert "Traceback" not in result.err
        Seen[f"{' '.join(words[:2]) if words[0] in ('review', 'people') else words[0]}"] += (
            result.code == 0
        )
        return result.code == 0

    def pick(self, by: str, pick: int, *statuses: str) -> str:
        """The name of an instance as this clone knows it, in one of these states if there is."""
        benchmark = self.copies[by].load()
        fitting = [
            x.name for x in benchmark.instances if standing_of(benchmark, x).status in statuses
        ]
        names = fitting or [x.name for x in benchmark.instances] or ["none_yet_0"]
        return names[pick % len(names)]

    @rule(by=AUTHOR, korean=st.booleans())
    def write_and_submit(self, by, korean):
        copy = self.copies[by]
        if len(copy.load().instances) < 6 and not copy.load().people[by].left:
            name = copy.draft(by=by)
            copy.edit(name, language="ko" if korean else "en")
            self.run(by, "submit", name)

    @rule(by=AUTHOR, pick=PICK, part=st.sampled_from(["input", "rubric", "nothing"]))
    def revise_and_submit(self, by, pick, part):
        copy = self.copies[by]
        name = self.pick(by, pick, "revise", "draft")
        if name == "none_yet_0" or copy.standing(name).round_open:
            return
        self.edits += 1
        if part == "input":
            copy.edit(name, input=f"Which shop is the cheapest? ({self.edits})")
        elif part == "rubric":
            old = copy.find(name).instance.score_rubric
            new = old.model_copy(update={"score3_description": f"Two shops. {self.edits}"})
            copy.edit(name, score_rubric=new)
        if not self.run(by, "submit", name, *ANSWERS) and part != "nothing":
            copy.git("checkout", "-q", "--", copy.find(name).path)

    @rule(by=REVIEWER, pick=PICK, flags=FLAGS)
    def review_what_waits(self, by, pick, flags):
        waiting = self.copies[by]("review", "queue", "--json", by=by, code=None)
        if not waiting.code and (ids := [item["id"] for item in waiting.json]):
            self._review(by, ids[pick % len(ids)], flags)

    @rule(flags=st.tuples(FLAGS, FLAGS), pair=st.sampled_from([("bob", "cem"), ("dee", "eva")]))
    def two_review_at_once(self, flags, pair):
        for by, given in zip(pair, flags, strict=True):
            self.review_what_waits(by, 0, given)

    @rule(flags=st.lists(FLAGS, min_size=2, max_size=3), by_git=st.booleans(), pick=PICK)
    def a_round_goes_its_way(self, flags, by_git, pick):
        """Whoever is needed fetches it, files without having seen the others, and sends."""
        for person in ("ann", "bob", "kit"):
            self.share(person, by_git)
        name = self.pick("kit", pick, "in_review", "recheck")
        needed: list[str] = []
        for need in self.copies["kit"].standing(name).needs:
            needed += [p for p in need.who if p not in needed][:1] if need.act == "review" else []
        for person in needed:
            self.share(person, by_git)
        for person, given in zip(needed, flags, strict=False):
            if name in {x.name for x in self.copies[person].load().instances}:
                self._review(person, name, given)
        for person in (*needed, "ann", "bob", "kit"):
            self.share(person, by_git)

    @rule(by=AUTHOR, pick=PICK, part=st.sampled_from(["input", "rubric", "rubric"]))
    def fetch_revise_and_send(self, by, pick, part):
        self.share(by, by_git=False)
        self.revise_and_submit(by, pick, part)
        self.share(by, by_git=False)

    @rule(by=PERSON, pick=PICK, flags=FLAGS, supersede=st.booleans())
    def review_anything(self, by, pick, flags, supersede):
        name = self.pick(by, pick, "in_review", "recheck")
        self._review(by, name, flags, *(["--supersede"] if supersede else []))

    def _review(self, by: str, name: str, flags: tuple[str, ...], *more: str) -> None:
        copy = self.copies[by]
        if name == "none_yet_0":
            return
        before = {a.name for a in copy.load().acts_of(copy.find(name))}
        said = {"fit": "good", "reference": "good", "rubric": "good", **dict.fromkeys(flags, "bad")}
        words = ["--task-fit", said["fit"], "--reference", said["reference"]]
        words += ["--rubric", said["rubric"], "--difficulty", "hard", *more]
        words += [word for flag in flags for word in ("--comment", f"{flag}=no")]
        if self.run(by, "review", "file", name, *words):
            loaded = copy.find(name)
            new = [a for a in copy.load().acts_of(loaded) if a.name not in before]
            assert {a.act.act for a in new} == {"review"}
            writers = {
                p
                for a in copy.load().acts_of(loaded)
                if isinstance(a.act, Submit)
                for p in (a.act.by, *a.act.writers)
            }
            assert by not in writers | {loaded.instance.owner}
            self.filed |= {(loaded.instance.key, a.name) for a in new}

    @rule(seed=PICK)
    def assign(self, seed):
        self.run("kit", "review", "assign", "--seed", str(seed))

    @rule(by=REVIEWER, pick=PICK)
    def hand_back(self, by, pick):
        self.run(by, "review", "hand-back", self.name_for(by, pick), "--reason", "no time")

    @rule(giver=REVIEWER, pick=PICK, to=st.sampled_from(["", "cem", "eva"]))
    def reassign(self, giver, pick, to):
        words = ["--to", to] if to else []
        name = self.name_for("kit", pick)
        self.run("kit", "review", "reassign", name, "--from", giver, "--reason", "r", *words)

    def name_for(self, by: str, pick: int) -> str:
        name = self.pick(by, pick, "in_review", "recheck")
        return name if name != "none_yet_0" else self.pick("ann", 0)

    @rule(pick=PICK, act=st.sampled_from(["recall", "withdraw", "reopen", "reopen", "eliminate"]))
    def decide(self, pick, act):
        name = self.pick("kit", pick, *FITTING[act])
        self.run("kit", act, name, "--reason", "because")

    @rule(person=REVIEWER, leaves=st.booleans())
    def leave_or_come_back(self, person, leaves):
        self.run("kit", "people", "change", person, "--left" if leaves else "--back")

    @rule(giver=AUTHOR, to=st.sampled_from(["dee", "bob", "ann"]))
    def hand_over(self, giver, to):
        if giver != to:
            self.run("kit", "people", "hand-over", giver, "--to", to, "--reason", "on leave")

    # -- exchange -------------------------------------------------------------------------

    @rule(person=PERSON, by_git=st.booleans())
    def share(self, person, by_git):
        copy = self.copies[person]
        if not by_git:
            # Who has left acts through a curator's identity; a sync says what it cannot merge.
            self.run(person, "sync", as_="kit" if copy.load().people[person].left else "")
            return
        copy.git("fetch", "-q")
        try:
            copy.git("merge", "-q", "--no-edit", "origin/main")
            copy.git("push", "-q", "origin", "HEAD:main")
            Seen["plain git merge"] += 1
        except CalledProcessError:
            if (copy.root / ".git/MERGE_HEAD").exists():
                copy.git("merge", "--abort")

    def all_exchange(self) -> None:
        """Everyone has what everyone did; then all of it holds, and all clones agree."""
        for person in (*PEOPLE, *PEOPLE):
            self.settle(person)
        trees = {copy.git("rev-parse", "HEAD^{tree}") for copy in self.copies.values()}
        assert len(trees) == 1
        copies = self.copies.values()
        assert len({copy("status", "--json", by="kit").out for copy in copies}) == 1
        kit = self.copies["kit"].load()
        there = {(x.instance.key, a.name) for x in kit.instances for a in kit.acts_of(x)}
        assert self.filed <= there
        Seen["reviews kept"] += len(self.filed)

    def settle(self, person: str) -> None:
        """Sync; where both sides changed one place, take theirs, as a person would by hand."""
        copy = self.copies[person]
        if self.run(person, "sync", as_="kit"):
            return
        copy.git("fetch", "-q")
        copy.git("merge", "-q", "--no-edit", "-X", "theirs", "origin/main")
        copy.git("push", "-q", "origin", "HEAD:main")

    # -- what must hold -------------------------------------------------------------------

    @invariant()
    def every_clone_is_sound(self):
        for copy in self.copies.values():
            benchmark = copy.load()
            assert not benchmark.unreadable
            for loaded in benchmark.instances:
                self.check(benchmark, loaded)

    def check(self, benchmark: Benchmark, loaded: LoadedInstance) -> None:
        now = standing_of(benchmark, loaded)
        expected = verdict(scene_of(benchmark, loaded))
        needs = sorted((need.act, need.who) for need in now.needs)
        assert (now.status, needs) == (expected.status, expected.needs)
        assert {a.name for a in now.late} == expected.late
        self.check_next_act(benchmark, now)
        acts = [a.act for a in benchmark.acts_of(loaded)]
        wrote = {p for a in acts if isinstance(a, Submit) for p in (a.by, *a.writers)}
        assert not wrote & {item.review.by for item in now.reviews}
        Seen[f"status {now.status}"] += 1

    def check_next_act(self, benchmark: Benchmark, now: Standing) -> None:
        assert bool(now.needs) == (now.status not in FINAL)
        for need in now.needs:
            assert need.why
            assert need.who or "may review it" in need.why
            assert not any(benchmark.people[person].left for person in need.who)


def scene_of(benchmark: Benchmark, loaded: LoadedInstance) -> Scene:
    origin = loaded.instance.provenance
    return Scene(
        digest=loaded.digest,
        acts={a.name: a.act for a in benchmark.acts_of(loaded)},
        people=benchmark.people,
        policy=benchmark.settings.review,
        owner=origin.owner or origin.author,
        capability=loaded.task[0],
        language=loaded.instance.language,
    )


@pytest.fixture
def clones(world: World, tmp_path: Path) -> type[Clones]:
    """The machine over fresh clones: one instance is sent back, one accepted, one flagged by the
    first of its two; eva reads Korean only."""
    world("people", "add", "eva@example.org", "--name", "Eva", "--language", "ko", by="kit")
    for person in ("ann", "bob", "cem"):
        world("people", "add", f"{person}@example.org", "--language", "en", by="kit")
    sent_back, accepted, flagged_once = (world.submitted(by="ann") for _ in range(3))
    world.review(sent_back, "bob", "rubric")
    world.review(flagged_once, "dee", "reference")
    for name in (sent_back, accepted):
        world.review(name, "cem")
    world.review(accepted, "dee")
    world("review", "assign", by="kit")
    (tmp_path / "all").mkdir()
    clones_of(world, tmp_path / "all", PEOPLE)
    Clones.prepared = tmp_path / "all"
    Seen.clear()
    return Clones


def run_machine(clones: type[Clones], examples: int, steps: int) -> None:
    run_state_machine_as_test(
        clones, settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None)
    )
    sys.stdout.write("".join(f"{n:6} {what}\n" for what, n in sorted(Seen.items())))


def test_random_acts_on_clones_stay_sound(clones):
    run_machine(clones, 3, 10)


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
def test_random_acts_on_clones_stay_sound_at_length(clones, part):
    """Thirty-five examples in all, in parts that can run side by side."""
    run_machine(clones, 7, 20)
