"""Random commands by random people on real files: whatever they do, the benchmark stays sound."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from review.rule import FINAL
from schemas.acts import Review, Submit
from tests.world import World, filled

PEOPLE = ["ann", "bob", "cem", "dee", "kit", "nobody"]
PERSON = st.sampled_from(PEOPLE)
PICK = st.integers(0, 3)
FLAGS = st.sampled_from([(), (), ("rubric",), ("fit", "reference")])
VERSIONS = ["1.0.0", "1.1.0", "2.0.0"]


class Commands(RuleBasedStateMachine):
    """A benchmark of a few instances, and people who try everything."""

    prepared: Path

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="commands-"))
        shutil.copytree(self.prepared, self.folder / "bench", symlinks=True)
        self.world = World(self.folder / "bench")
        self.edits = 0

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize()
    def one_is_in_review(self) -> None:
        self.world.submitted()

    def name(self, pick: int) -> str:
        names = [loaded.name for loaded in self.world.load().instances]
        return names[pick % len(names)]

    def run(self, by: str, *words: str) -> None:
        """Run it. What is refused leaves no trace."""
        before = self.traces()
        result = self.world(*words, by=by, code=None)
        assert result.code in (0, 1, 2), result
        assert "Traceback" not in result.err
        # A submit of several that is refused for some has submitted the others.
        if result.code and "is submitted" not in result.out:
            assert result.err.strip()
            assert self.traces() == before, (words, result)
        if not result.code:
            assert not result.err.startswith("curate:")

    def traces(self) -> tuple[str, str, str]:
        git = self.world.git
        return git("rev-parse", "HEAD"), git("status", "--porcelain", "-uall"), git("tag")

    @rule(by=st.sampled_from(["ann", "bob", "kit"]))
    def begin_another(self, by):
        self.run(by, "new", "reasoning/tables")

    @rule(pick=PICK, field=st.sampled_from(["input", "reference_answer", "score_rubric", "notes"]))
    def edit(self, pick, field):
        self.edits += 1
        name = self.name(pick)
        text = filled(f"{name} {self.edits}").get(field, f"note {self.edits}")
        self.world.edit(name, **{**filled(name), field: text})

    @rule(by=PERSON, pick=PICK, answers=st.booleans())
    def submit(self, by, pick, answers):
        words = [f"--answer={f}=disagree:no" for f in ("fit", "reference", "rubric")]
        self.run(by, "submit", self.name(pick), *(words if answers else []))

    @rule(by=PERSON)
    def submit_all(self, by):
        self.run(by, "submit", "--all")

    @rule(by=PERSON, pick=PICK, flags=FLAGS, supersede=st.sampled_from([False, False, True]))
    def review(self, by, pick, flags, supersede):
        said = {"fit": "good", "reference": "acceptable", "rubric": "good"}
        said |= dict.fromkeys(flags, "bad")
        words = ["--task-fit", said["fit"], "--reference", said["reference"]]
        words += ["--rubric", said["rubric"], "--difficulty", "hard"]
        words += [word for flag in flags for word in ("--comment", f"{flag}=no")]
        words += ["--supersede"] if supersede else []
        self.run(by, "review", "file", self.name(pick), *words)

    @rule(by=st.sampled_from([["bob", "cem"], ["cem", "dee"], ["bob", "dee"]]), pick=PICK,
          flags=st.tuples(FLAGS, FLAGS))  # fmt: skip
    def both_review(self, by, pick, flags):
        for person, given in zip(by, flags, strict=True):
            self.review(person, pick, given, supersede=False)

    @rule(by=PERSON, pick=PICK,
          act=st.sampled_from(["adopt", "withdraw", "reopen", "recall", "eliminate"]))  # fmt: skip
    def decide(self, by, pick, act):
        self.run(by, act, self.name(pick), "--reason", "because")

    @rule(pick=PICK, act=st.sampled_from(["adopt", "withdraw", "reopen", "recall", "eliminate"]))
    def a_curator_decides(self, pick, act):
        self.run("kit", act, self.name(pick), "--reason", "because")

    @rule(by=st.sampled_from(["kit", "kit", "bob"]), pick=PICK,
          to=st.sampled_from(["", "", "cem", "ann", "dee"]))  # fmt: skip
    def assign(self, by, pick, to):
        self.run(by, "review", "assign", *([self.name(pick), "--to", to] if to else []))

    @rule(by=PERSON, pick=PICK)
    def hand_back(self, by, pick):
        self.run(by, "review", "hand-back", self.name(pick), "--reason", "no time")

    @rule(giver=PERSON, pick=PICK, to=st.sampled_from(["", "cem", "dee"]))
    def reassign(self, giver, pick, to):
        words = ["--to", to] if to else []
        name = self.name(pick)
        self.run("kit", "review", "reassign", name, "--from", giver, "--reason", "r", *words)

    @rule(giver=st.sampled_from(["ann", "bob", "dee"]), to=st.sampled_from(["ann", "bob", "dee"]))
    def hand_over(self, giver, to):
        self.run("kit", "people", "hand-over", giver, "--to", to, "--reason", "on leave")

    @rule(by=PERSON, pick=PICK)
    def discard(self, by, pick):
        if len(self.world.load().instances) > 1:
            self.run(by, "discard", self.name(pick))

    @rule(by=st.sampled_from(["ann", "kit"]), verb=st.sampled_from(["retire", "restore"]))
    def retire_or_restore(self, by, verb):
        reason = ["--reason", "dull"] if verb == "retire" else []
        self.run(by, "task", verb, "reasoning/tables", *reason)

    @rule(by=PERSON, version=st.sampled_from(VERSIONS), leave_out=st.booleans())
    def release(self, by, version, leave_out):
        out = self.folder / f"out-{len(list(self.folder.iterdir()))}"
        words = ["--leave-out-open"] if leave_out else []
        self.run(by, "release", "build", version, "--out", str(out), *words)

    @rule(
        by=PERSON,
        verb=st.sampled_from(["status", "validate", "sync", "doctor", "report", "oversight"]),
    )
    def look(self, by, verb):
        before = self.world.load().acts
        words = ["review", verb] if verb in ("report", "oversight") else [verb]
        self.world(*words, by=by, code=None)
        assert self.world.load().acts == before

    @invariant()
    def status_can_be_read_and_everything_open_has_a_next_act(self):
        status = self.world("status", "--json", by="nobody").json
        benchmark = self.world.load()
        assert status["instances"] == len(benchmark.instances)
        assert sum(status["by_status"].values()) == status["instances"]
        names = {entry["id"] for entry in status["next"]}
        for loaded in benchmark.instances:
            is_open = self.world.standing(loaded.name).status not in FINAL
            assert (loaded.name in names) == is_open
        for entry in status["next"]:
            assert entry["who"] or "nobody" in entry["why"]
            assert set(entry["who"]) <= set(benchmark.people)

    @invariant()
    def nobody_reviewed_their_own(self):
        for acts in self.world.load().acts.values():
            wrote = {
                p for a in acts if isinstance(a.act, Submit) for p in (a.act.by, *a.act.writers)
            }
            assert not wrote & {a.act.by for a in acts if isinstance(a.act, Review)}

    @invariant()
    def acts_are_committed_whole_and_unedited(self):
        assert self.world.git("status", "--porcelain", "-uall", "--", "tasks/*/*/reviews") == ""
        codes = {f["code"] for f in self.world("validate", "--json", code=None).json["findings"]}
        assert not codes & {"ACT_EDITED", "ACT_ASTRAY", "ACT_PERSON", "UNREADABLE", "SCHEMA"}


@pytest.fixture
def commands(_prepared: Path) -> type[Commands]:
    Commands.prepared = _prepared
    return Commands


def test_random_commands_of_random_people_leave_it_sound(commands):
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        commands, settings=settings(max_examples=5, stateful_step_count=12, deadline=None)
    )
