"""A person reads what was generated: keeps, edits, replaces or discards it."""

from __future__ import annotations

from typing import Any

import pytest

from augment.overlap import shared
from tests.augment.bench import TASK
from tests.augment.conftest import Serve
from tests.augment.server import says
from tests.augment.tables import answer, table
from tests.world import World, git


@pytest.fixture
def generated(bench: World, serve: Serve) -> tuple[World, str, Any]:
    """One new draft, ann's to check, with a junk candidate beside it; the draft's round."""
    server = serve(lambda seen: says(answer(seen.number) if seen.number else "no"))
    result = bench(
        "augment", "--task", TASK, "--rounds", "1", "--candidates", "4", "--json",
        "--base-url", server.base_url,
    ).json  # fmt: skip
    (job,) = result["tasks"]
    return bench, job["kept"][0], job["rounds"][0]


def check_file(world: World) -> str:
    (file,) = world.root.glob("runs/*/reasoning/tables/checks/*.yaml")
    return file.read_text(encoding="utf-8")


def test_what_nobody_checked_cannot_be_submitted(generated):
    world, name, _ = generated
    assert "nobody has checked it" in world("submit", name, code=1).err


def test_all_candidates_are_shown_with_scores_reasons_and_the_closest_instance(generated):
    world, name, one = generated
    shown = world("augment", "check", name, "--json").json
    assert [c["index"] for c in shown["candidates"]] == [0, 1, 2, 3]
    for option, candidate in zip(shown["candidates"], one["candidates"], strict=True):
        assert option["dropped"] == candidate["dropped"]
        assert bool(option["score"]) == (candidate["score"] is not None)
    assert shown["closest"].startswith("reasoning_tables_")
    text = world("augment", "check", name).out
    assert "dropped: not_an_instance" in text
    assert "«" in text


def test_kept_as_it_is(generated):
    world, name, _ = generated
    world("augment", "check", name, "--keep", by="ann")
    loaded = world.find(name)
    assert loaded.instance.provenance.checked_by == "ann"
    assert "verdict: kept" in check_file(world)
    assert "Curate-Act: check" in git(world.root, "log", "-1", "--format=%B")
    assert git(world.root, "status", "--porcelain") == ""
    number = world("submit", name, by="ann").out.split()[-1].rstrip(".")
    assert world.standing(number).status == "in_review"


def test_edited_and_kept(generated):
    world, name, _ = generated
    world.edit(name, reference_answer="A better answer.")
    world("augment", "check", name, "--keep", by="ann")
    assert world.find(name).instance.reference_answer == "A better answer."
    assert "verdict: edited" in check_file(world)
    assert git(world.root, "status", "--porcelain") == ""


def test_another_candidate_is_taken(generated):
    world, name, one = generated
    other = next(
        c["index"] for c in one["candidates"] if not c["dropped"] and c["index"] != one["kept"]
    )
    world("augment", "check", name, "--take", str(other), by="ann")
    shown = world("augment", "check", name, "--json").json
    instance = world.find(name).instance
    assert instance.input == shown["candidates"][other]["input"]
    assert instance.provenance.checked_by == "ann"
    assert shown["checked"] == {"by": "ann", "verdict": "replaced"}
    assert f"candidate: '{other}'" in check_file(world)


def test_a_candidate_that_is_no_instance_is_not_taken(generated):
    world, name, one = generated
    junk = next(c["index"] for c in one["candidates"] if c["dropped"])
    refused = world("augment", "check", name, "--take", str(junk), by="ann", code=2)
    assert "is no instance" in refused.err


def test_a_discard_needs_a_reason_and_keeps_it(generated):
    world, name, _ = generated
    assert "say why" in world("augment", "check", name, "--discard", by="ann", code=2).err
    world("augment", "check", name, "--discard", "--reason", "The sums are wrong.", by="ann")
    assert name not in [loaded.name for loaded in world.load().instances]
    assert "The sums are wrong." in check_file(world)
    kept = list((world.root / ".git/curate/autosave/discarded").glob("*.yaml"))
    assert [file.stem for file in kept] == [name]
    assert git(world.root, "status", "--porcelain") == ""


def test_only_the_owner_or_a_curator_checks(generated):
    world, name, _ = generated
    assert "looked after by ann" in world("augment", "check", name, "--keep", by="bob", code=1).err
    world("augment", "check", name, "--keep", by="kit")
    assert world.find(name).instance.provenance.checked_by == "kit"


def test_what_was_submitted_is_not_checked_again(generated):
    world, name, _ = generated
    world("augment", "check", name, "--keep", by="ann")
    number = world("submit", name, by="ann").out.split()[-1].rstrip(".")
    assert "submitted already" in world("augment", "check", number, "--keep", by="ann", code=1).err
    assert world("augment", "check", number, "--json").json["checked"]["by"] == "ann"


def test_who_only_ran_it_may_review_and_who_checked_it_may_not(bench: World, serve: Serve):
    server = serve(lambda seen: says(answer(seen.number)))
    result = bench("augment", "--task", TASK, "--rounds", "1", "--candidates", "2", "--json",
                   "--base-url", server.base_url, by="dee").json  # fmt: skip
    name = result["tasks"][0]["kept"][0]
    bench("augment", "check", name, "--keep", by="ann")
    number = bench("submit", name, by="ann").out.split()[-1].rstrip(".")
    who = {person for need in bench.standing(number).needs for person in need.who}
    assert "dee" in who
    assert "ann" not in who


def test_those_that_wait_are_listed(generated):
    world, name, _ = generated
    listed = world("augment", "check", "--json").json
    assert [(one["id"], one["owner"]) for one in listed] == [(name, "ann")]
    world("augment", "check", name, "--keep", by="ann")
    assert world("augment", "check", "--json").json == []


def test_a_human_instance_has_no_candidates(bench: World):
    name = bench.load().instances[0].name
    assert "was not generated" in bench("augment", "check", name, code=2).err


def test_what_two_texts_share_is_marked_in_both():
    one, other = table(1)["input"], "Elsewhere. " + table(1)["input"].upper() + " And more."
    mine, theirs = shared(one, other)
    assert [one[s.begin : s.end].upper() for s in mine] == [other[s.begin : s.end] for s in theirs]
    assert sum(s.end - s.begin for s in mine) > 0.9 * len(one.rstrip())
    assert shared("a b c", "x y z") == ((), ())
    assert shared("", "x") == ((), ())
