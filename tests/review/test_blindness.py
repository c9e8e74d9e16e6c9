"""While a round is open, nothing that anyone else is shown depends on what a review says.

Two copies of one benchmark differ only in what bob's review says. Every command is given by
every reader in both: what is printed has to be the same, and never holds bob's words.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest

from curate.group import VERBS
from tests.world import World

WORDS = "MARKER two levels read alike"
READING = [
    "status", "status --json", "review queue", "review queue --json", "review show ID",
    "review show ID --json", "validate", "validate --json", "validate --github",
    "validate --strict", "doctor", "export biggen --out out.json",
    "release build 1.0.0 --dry-run", "release build 1.0.0 --dry-run --json",
    "submit ID", "submit --all", "reopen ID --reason r", "eliminate ID --reason r",
    "review report", "review report --json", "review report --svg out.json",
    "review oversight", "review oversight --json", "review sent-back", "review sent-back --json",
    "review history ID", "review history ID --json", "review signers",
    "review assign --dry-run", "review assign --dry-run --json", "canary",
    "preview ID --out out.json",
]  # fmt: skip
ACTING = [
    "review assign", "review assign --json", "review assign ID --to cem",
    "review hand-back ID --reason r", "review reassign ID --from bob --reason r",
    "review reassign ID --from cem --reason r", "people hand-over ann --to dee --reason r",
    "people hand-over ann --to bob --reason r", "people change bob --left",
    "task retire reasoning/tables --reason r", "discard ID", "new reasoning/tables",
    "recall ID --reason r", "withdraw ID --reason r", "adopt --all --reason r", "sync",
    "submit ID --answer rubric=disagree:no", "release build 1.0.0 --leave-out-open --out ../out",
    "review file ID --task-fit good --difficulty easy --reference good --rubric good --supersede",
]  # fmt: skip
# They read or write nothing of a benchmark that has reviews in it, or begin with no review.
ELSEWHERE = {
    "init", "demo", "join", "schema", "people add", "task add", "task restore", "task clear",
    "import biggen", "import jsonl", "import release", "release verify", "release diff",
    "release withdraw", "release publish", "release parquet", "release errata add",
    "release errata list", "augment", "augment check", "edit", "serve",
}  # fmt: skip
READERS = ["cem", "ann", "kit", "nobody"]
CLEAN = ["--difficulty", "easy", "--rubric", "good", "--comment", "rubric=MARKER fine"]
FLAGGED = ["--difficulty", "hard", "--rubric", "bad", "--comment", f"rubric={WORDS}"]


@dataclass(frozen=True)
class Pair:
    """One benchmark with a clean review by bob, and the same with a flagging one."""

    name: str
    clean: World
    flagged: World

    def said(self, command: str, reader: str, copy_to: Path | None = None) -> tuple[str, str]:
        """What the command prints and writes in either."""
        words = [self.name if word == "ID" else word for word in command.split()]
        texts = []
        for world in (self.clean, self.flagged):
            if copy_to:
                target = copy_to / world.root.parent.name / "bench"
                shutil.copytree(world.root, target, symlinks=True)
                world = World(target)
            with contextlib.chdir(world.root):
                result = world(*words, by=reader, code=None)
            assert result.code in (0, 1, 2)
            text = result.out + result.err
            for file in (world.root / "out.json", *world.root.glob("../out/**/*.*")):
                text += file.read_text(encoding="utf-8") if file.is_file() else ""
            text = text.replace(str(world.root.parent), "")
            texts.append(re.sub(r"\b[0-9a-f]{8,64}\b", "HASH", text))
        return texts[0], texts[1]


def first_round(world: World) -> str:
    return world.submitted()


def wide_recheck(world: World) -> str:
    """Cem had flagged it, and an unflagged field was changed: cem and bob look again."""
    name = world.submitted()
    world.review(name, "cem", "rubric")
    world.review(name, "bob")
    world.edit(name, input="Which of the two shops is cheaper?")
    world("submit", name, "--answer", "rubric=disagree:it can be told apart")
    return name


def left_alone(world: World, name: str) -> None:
    pass


def corrected(world: World, name: str) -> None:
    """Bob replaces his review by one that says the same."""
    old = next(world.root.glob(f"tasks/*/*/reviews/{name}/*-review-bob-*.yaml")).read_text()
    verdict = FLAGGED if WORDS in old else CLEAN
    world("review", "file", name, "--task-fit", "good", "--reference", "good", *verdict,
          "--supersede", by="bob")  # fmt: skip


def edited(world: World, name: str) -> None:
    world.edit(name, reference_answer="Shop B.")
    world.git("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-qam", "Edit")


def spoilt(world: World, name: str) -> None:
    """An editor's slip in bob's act: `badd` or `goodd`, so that it is none any more."""
    act = next(world.root.glob(f"tasks/*/*/reviews/{name}/*-review-bob-*.yaml"))
    act.write_text(re.sub(r"score_rubric: (\w+)", r"score_rubric: \1d", act.read_text()))


STATES: Mapping[str, tuple[Callable[[World], str], Callable[[World, str], None]]] = {
    "in review": (first_round, left_alone),
    "in review and corrected": (first_round, corrected),
    "in review and edited": (first_round, edited),
    "in review with a spoilt act": (first_round, spoilt),
    "in recheck": (wide_recheck, left_alone),
    "in recheck and edited": (wide_recheck, edited),
}


def different_lines(clean: str, flagged: str) -> list[tuple[str, str]]:
    pairs = zip_longest(clean.split("\n"), flagged.split("\n"), fillvalue="")
    return [pair for pair in pairs if pair[0] != pair[1]]


def made(state: str, world: World, folder: Path) -> Pair:
    begin, after = STATES[state]
    name = begin(world)
    worlds = []
    for kind, verdict in (("clean", CLEAN), ("flagged", FLAGGED)):
        shutil.copytree(world.root, folder / kind / "bench", symlinks=True)
        copy = World(folder / kind / "bench")
        copy(
            "review", "file", name, "--task-fit", "good", "--reference", "good", *verdict, by="bob"
        )
        after(copy, name)
        worlds.append(copy)
    return Pair(name, *worlds)


@pytest.mark.parametrize("state", STATES)
def test_no_verdict_of_an_open_round_shows(state: str, world: World, tmp_path: Path):
    pair = made(state, world, tmp_path)
    for reader in READERS:
        for command in READING:
            clean, flagged = pair.said(command, reader)
            assert different_lines(clean, flagged) == [], (command, reader)
            assert "MARKER" not in flagged, (command, reader)


@pytest.mark.parametrize("state", ["in review", "in recheck and edited"])
@pytest.mark.parametrize("reader", ["cem", "ann", "kit"])
def test_no_act_draws_a_verdict_out_of_an_open_round(
    state: str, reader: str, world: World, tmp_path: Path
):
    pair = made(state, world, tmp_path)
    for command in ACTING:
        clean, flagged = pair.said(command, reader, tmp_path / command.replace("/", ""))
        assert different_lines(clean, flagged) == [], command
        assert "MARKER" not in flagged, command


def verbs(table: Mapping[str, object], before: str = "") -> Iterator[str]:
    for name, target in table.items():
        called = f"{before} {name}".strip()
        if isinstance(target, dict):
            yield from verbs(target, called)
        else:
            yield called


def test_no_verb_is_forgotten_here():
    tried = [*READING, *ACTING]
    for verb in verbs(VERBS):
        is_tried = any(f"{command} ".startswith(f"{verb} ") for command in tried)
        assert is_tried != (verb in ELSEWHERE), verb


def seen_by(world: World, name: str, reader: str) -> set[str]:
    """Whose reviews `review show` shows."""
    return {r["by"] for r in world("review", "show", name, "--json", by=reader).json["reviews"]}


def test_who_has_filed_sees_their_own_review(world):
    name = world.submitted()
    world.review(name, "bob", "rubric")
    assert seen_by(world, name, "bob") == {"bob"}
    assert "not good" in world("review", "show", name, by="bob").out


def test_a_closed_round_is_shown_to_everyone(world):
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world.review(name, "cem")
    for reader in READERS:
        assert seen_by(world, name, reader) == {"bob", "cem"}


def test_a_recheck_hides_its_own_verdicts_and_tells_no_other(world):
    name = wide_recheck(world)
    world.review(name, "cem", "reference")
    assert seen_by(world, name, "bob") == set()
    assert seen_by(world, name, "cem") == {"cem"}


def test_who_filed_hears_nothing_of_the_other_until_the_round_closes(world):
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world.submitted()
    said = world("status", "--json", by="cem").out
    assert "rubric" not in said
    assert world.review(name, "cem").out.split("\n")[1] == "Round 1 is closed: revise."


PRIVATE = {"author", "origin", "notes"}


def private(world: World, name: str, reader: str) -> set[str]:
    view = world("review", "show", name, "--json", by=reader).json
    text = world("review", "show", name, by=reader).out
    assert ("Written by ann" in text) == ("author" in view)
    assert ("my aunt's shops" in text) == ("notes" in view)
    return PRIVATE & set(view)


@pytest.fixture
def noted(world: World) -> str:
    """An instance in review whose author left a note."""
    return world.submitted(notes="From my aunt's shops.")


@pytest.mark.parametrize("reader", ["bob", "dee", "nobody"])
def test_author_origin_and_notes_are_hidden_from_who_may_come_to_review(world, noted, reader):
    assert private(world, noted, reader) == set()


@pytest.mark.parametrize("reader", ["ann", "kit"])
def test_author_origin_and_notes_are_shown_to_who_will_not_review(world, noted, reader):
    assert private(world, noted, reader) == PRIVATE


def test_author_origin_and_notes_are_shown_to_who_has_filed(world, noted):
    world.review(noted, "bob")
    assert private(world, noted, "bob") == PRIVATE
    assert private(world, noted, "cem") == set()


def test_author_origin_and_notes_stay_hidden_when_the_text_is_edited_in_the_open_round(
    world, noted
):
    edited(world, noted)
    assert private(world, noted, "bob") == set()


def test_author_and_notes_of_a_draft_are_hidden_from_its_later_reviewers(world):
    name = world.draft(notes="From my aunt's shops.")
    assert private(world, name, "bob") == set()
    assert private(world, name, "ann") == PRIVATE


def test_author_and_notes_are_no_secret_once_it_is_accepted(world, noted):
    world.review(noted, "bob")
    world.review(noted, "cem")
    assert private(world, noted, "dee") == PRIVATE


READ_ALL = [command for command in READING if command.split()[0] in ("review", "status")]


@pytest.mark.parametrize("reader", ["bob", "nobody"])
def test_no_list_tells_who_wrote_what_its_reader_may_review(world, noted, reader):
    """Kit put the submit down for ann, and ann took it back and withdrew it later."""
    world.git("config", "user.name", "Kit")
    world.git("config", "user.email", "kit@example.org")
    world("recall", noted, "--reason", "r")
    world("submit", noted)
    world("people", "change", "ann", "--publish-as", "A.", by="kit")
    for command in READ_ALL:
        words = [noted if word == "ID" else word for word in command.split()]
        with contextlib.chdir(world.root):
            result = world(*words, by=reader, code=None)
        assert not re.search(r"\bann\b", result.out + result.err), command


@pytest.mark.parametrize("command", ["submit ID", "recall ID --reason r", "discard ID"])
def test_a_refusal_does_not_tell_a_reviewer_who_wrote_it(world, noted, command):
    words = [noted if word == "ID" else word for word in command.split()]
    refused = world(*words, by="bob", code=1)
    assert "ann" not in refused.err.replace("cannot", "").replace("wanted", "")


def test_the_reason_why_nobody_may_review_does_not_name_the_writer(world, noted):
    for person in ("cem", "dee"):
        file = world.root / "people" / f"{person}.yaml"
        file.write_text(file.read_text() + "left: true\n")
    said = world("status", "--json", by="bob").json["next"]
    assert [entry["who"] for entry in said] == [["bob"], []]
    assert said[1]["why"] == (
        "nobody else may review it (someone wrote it; cem has left; dee has left)"
    )
