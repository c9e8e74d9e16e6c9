"""Who is asked for which review, through the command line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from schemas.acts import Assign, HandBack
from tests.review.test_three_copies import by_plain_git, by_sync, clones_of
from tests.world import World


def asked(world: World, name: str) -> set[str]:
    """Who is named for a review of the instance."""
    needs = world.standing(name).needs
    return {need.who[0] for need in needs if need.act == "review" and need.named}


def change(world: World, person: str, line: str) -> None:
    file = world.root / "people" / f"{person}.yaml"
    file.write_text(file.read_text() + line + "\n")


def assign(world: World, *words: str | Path, code: int | None = 0):
    return world("review", "assign", *words, by="kit", code=code)


@pytest.fixture
def six(world: World) -> list[str]:
    """Six instances in review, three by ann and three by bob."""
    return [world.submitted(by=by) for by in ("ann", "bob") * 3]


def test_every_instance_gets_two_and_the_loads_are_even(world, six):
    said = assign(world, "--json").json
    assert all(len(asked(world, name)) == 2 for name in six)
    assert said["unassigned"] == []
    assert Counter(pair["reviewer"] for pair in said["assigned"]) == {
        "ann": 3, "bob": 3, "cem": 3, "dee": 3,
    }  # fmt: skip
    assert said["loads"]["cem"] == {"before": 0, "after": 3}


def test_who_wrote_nothing_in_the_task_goes_first(world, six):
    change(world, "cem", "review_limit: 2")
    world("people", "add", "eva@example.org", by="kit")
    world("people", "add", "fay@example.org", by="kit")
    assign(world)
    # Twelve places, ann and bob wrote in the task, cem takes two: dee, eva, fay cannot take all.
    taken = Counter(person for name in six for person in asked(world, name))
    assert taken["cem"] == 2
    assert max(taken.values()) - min(n for p, n in taken.items() if p != "cem") <= 1


def test_one_commit_holds_one_act_for_each_pair(world, six):
    before = world.git("rev-list", "--count", "HEAD")
    assign(world)
    assert int(world.git("rev-list", "--count", "HEAD")) == int(before) + 1
    acts = [a.act for acts in world.load().acts.values() for a in acts]
    assert sum(isinstance(act, Assign) for act in acts) == 12
    assert (
        world.git("log", "-1", "--format=%(trailers:key=Curate-Act,valueonly)").strip() == "assign"
    )
    assert world("validate", "--json").json["errors"] == 0


def test_a_dry_run_says_the_same_and_asks_nobody(world, six):
    would = assign(world, "--dry-run", "--json").json
    assert not any(asked(world, name) for name in six)
    assert assign(world, "--json").json == would


def test_again_after_new_instances_nobody_is_moved(world, six):
    assign(world)
    before = {name: asked(world, name) for name in six}
    fresh = world.submitted(by="cem")
    said = assign(world, "--json").json
    assert {pair["id"] for pair in said["assigned"]} == {fresh}
    assert {name: asked(world, name) for name in six} == before
    assert "Nothing waits" in assign(world).out


def test_the_same_seed_asks_the_same_people(world, six):
    plans = [assign(world, "--dry-run", "--json", "--seed", seed).json for seed in "1123456"]
    assert plans[0] == plans[1]
    assert len({str(plan["assigned"]) for plan in plans}) > 1


def test_what_is_in_the_way_is_named(world):
    name = world.submitted()
    for person, line in (
        ("bob", "capabilities: [planning]"), ("cem", "review_limit: 1"), ("dee", "left: true"),
    ):  # fmt: skip
        change(world, person, line)
    other = world.submitted()
    assign(world, "--json")
    said = assign(world, "--json").json["unassigned"]
    assert {entry["id"] for entry in said} == {name, other}
    text = " ".join(entry["why"] for entry in said)
    assert "bob does not review reasoning" in text
    assert "dee has left" in text
    assert "cem (1)" in text


def test_a_content_warning_someone_avoids_keeps_it_from_them(world):
    card = world.root / "tasks/reasoning/tables/task.yaml"
    card.write_text(card.read_text() + "content_warnings: [violence]\n")
    change(world, "bob", "avoid: [violence]")
    name = world.submitted()
    assign(world)
    assert asked(world, name) == {"cem", "dee"}


@pytest.mark.parametrize(("rule", "least"), [("one", 1), ("both", 2), ("none", 0)])
def test_the_language_rule_is_kept(world, rule, least):
    settings = world.root / "curate.yaml"
    settings.write_text(
        settings.read_text().replace("language_rule: one", f"language_rule: {rule}")
    )
    for person, languages in (("bob", "en"), ("cem", "ko"), ("dee", "ko")):
        change(world, person, f"languages: [{languages}]")
    for by in ("bob", "cem"):
        world("people", "add", f"{by}x@example.org", "--language", "en", by="kit")
    names = [world.submitted() for _ in range(4)]
    for name in names:
        world.edit(name, language="ko")
    assign(world)
    for name in names:
        found = asked(world, name)
        assert len(found) == 2
        assert len(found & {"cem", "dee"}) >= least


def test_an_instance_only_outsiders_could_read_gets_one_and_says_why(world):
    for person in ("bob", "cem", "dee"):
        change(world, person, "languages: [en]")
    name = world.submitted()
    world.edit(name, language="ko")
    (entry,) = assign(world, "--json").json["unassigned"]
    assert entry["missing"] == 1
    assert "has to know ko" in entry["why"]


def test_only_a_curator_assigns(world, six):
    assert "curator" in world("review", "assign", by="bob", code=1).err
    assert not any(asked(world, name) for name in six)


# -- by hand ------------------------------------------------------------------------------------


def test_one_person_can_be_asked_for_some(world, six):
    assign(world, six[0], six[2], "--to", "cem")
    assert asked(world, six[0]) == asked(world, six[2]) == {"cem"}
    assign(world)
    assert all(len(asked(world, name)) == 2 for name in six)


@pytest.mark.parametrize(
    ("person", "words"),
    [("ann", "wrote it"), ("kit", "is not a reviewer"), ("nobody", "nobody called"),
     ("eva", "does not review reasoning")],
)  # fmt: skip
def test_who_may_not_review_it_cannot_be_asked(world, six, person, words):
    world("people", "add", "eva@example.org", "--can", "planning", by="kit")
    head = world.git("rev-parse", "HEAD")
    assert words in assign(world, six[0], "--to", person, code=None).err
    assert world.git("rev-parse", "HEAD") == head


def test_a_reviewer_hands_back_and_another_is_found(world, six):
    assign(world)
    name = six[0]
    giver, stays = sorted(asked(world, name))
    world("review", "hand-back", name, "--reason", "I know the author well", by=giver)
    assert asked(world, name) == {stays}
    assert "handed it back" in world.review(name, giver, code=1).err
    assign(world)
    assert len(asked(world, name)) == 2
    assert giver not in asked(world, name)


def test_what_is_not_yours_cannot_be_handed_back(world, six):
    assign(world, six[0], "--to", "cem")
    assign(world, six[0], "--to", "dee")
    assert (
        "does not wait"
        in world("review", "hand-back", six[0], "--reason", "r", by="bob", code=1).err
    )
    world.review(six[0], "cem")
    world("review", "hand-back", six[0], "--reason", "r", by="cem", code=1)


@pytest.mark.parametrize("to", [[], ["--to", "dee"]])
def test_a_curator_takes_a_review_off_one_and_asks_another(world, six, to):
    assign(world, six[0], "--to", "cem")
    assign(world, six[0], "--to", "bob")
    said = world("review", "reassign", six[0], "--from", "cem", "--reason", "ill", *to, by="kit")
    assert said.out == f"dee is to review {six[0]} instead of cem.\n"
    assert asked(world, six[0]) == {"bob", "dee"}
    (act,) = [
        a.act for a in world.load().acts_of(world.find(six[0])) if isinstance(a.act, HandBack)
    ]
    assert (act.by, act.reviewer, act.reason) == ("kit", "cem", "ill")


def test_a_recheck_is_reassigned_and_the_other_stands_in(world, six):
    name = six[0]
    world.review(name, "bob", "rubric")
    world.review(name, "cem")
    rubric = world.find(name).instance.score_rubric
    world.edit(name, score_rubric=rubric.model_copy(update={"criteria": "Is it shop B?"}))
    world("submit", name)
    assert asked(world, name) == {"bob"}
    world(
        "review", "reassign", name, "--from", "bob", "--reason", "on leave", "--to", "dee", by="kit"
    )
    assert asked(world, name) == {"dee"}
    world.review(name, "dee")
    assert world.standing(name).status == "accepted"


def test_who_left_is_replaced_and_reopens_nothing_by_coming_back(world, six):
    name = six[0]
    world.review(name, "bob", "rubric")
    world.review(name, "cem")
    rubric = world.find(name).instance.score_rubric
    world.edit(name, score_rubric=rubric.model_copy(update={"criteria": "Is it shop B?"}))
    world("submit", name)
    file = world.root / "people" / "bob.yaml"
    stayed = file.read_text()
    change(world, "bob", "left: true")
    assert asked(world, name) == {"cem"}
    world.review(name, "cem")
    assert world.standing(name).status == "accepted"
    file.write_text(stayed)
    assert world.standing(name).status == "accepted"


def test_who_was_asked_and_left_is_replaced(world, six):
    assign(world)
    name = six[0]
    gone = sorted(asked(world, name))[0]
    change(world, gone, "left: true")
    assert len(asked(world, name)) == 1
    assign(world)
    assert len(asked(world, name)) == 2
    assert gone not in asked(world, name)


@pytest.mark.parametrize("share", [by_sync, by_plain_git])
def test_two_curators_who_assigned_at_once_end_with_two_reviewers(world, six, tmp_path, share):
    copies = clones_of(world, tmp_path, ("kit", "ann"))
    assign(copies["kit"], "--seed", "1")
    assign(copies["ann"], "--seed", "2")
    for person in ("kit", "ann", "kit"):
        share(copies, person)
    for name in six:
        assert len(asked(copies["kit"], name)) == 2
        assert asked(copies["kit"], name) == asked(copies["ann"], name)
    assert "Nothing waits" in assign(copies["kit"]).out
