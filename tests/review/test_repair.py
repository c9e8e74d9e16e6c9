"""An act that cannot be read any more: nothing is built on what is left until it is mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.world import World


@pytest.fixture
def spoilt(world: World) -> tuple[str, Path]:
    """An instance that bob reviewed, its submit spoilt by an editor; and the submit's file."""
    name = world.submitted()
    world.review(name, "bob", "rubric")
    act = next(world.root.glob(f"tasks/*/*/reviews/{name}/r1-submit-*.yaml"))
    act.write_text(act.read_text().replace("act: submit", "act: sumbit"))
    return name, act


def test_it_is_a_curators_to_repair_and_named(world, spoilt):
    name, act = spoilt
    (entry,) = world("status", "--json").json["next"]
    assert (entry["id"], entry["act"], entry["who"]) == (name, "repair", ["kit"])
    assert act.name in entry["why"]


@pytest.mark.parametrize(
    "words", [["submit"], ["withdraw", "--reason", "r"], ["adopt", "--reason", "r"]]
)
def test_no_act_is_put_on_top_of_it(world, spoilt, words):
    name, act = spoilt
    head = world.git("rev-parse", "HEAD")
    verb, *rest = words
    assert act.name in world(verb, name, *rest, by="kit", code=1).err
    assert act.name in world.review(name, "cem", code=1).err
    assert world.git("rev-parse", "HEAD") == head


def test_no_review_of_it_is_shown_meanwhile(world, spoilt):
    for reader in ("ann", "cem", "kit"):
        assert world("review", "show", spoilt[0], "--json", by=reader).json["reviews"] == []


def test_it_stands_where_it_stood_once_the_act_is_back(world, spoilt):
    name, act = spoilt
    world.git("checkout", "-q", "--", act)
    assert world.standing(name).status == "in_review"
