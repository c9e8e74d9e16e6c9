"""Slugs, keys and ids; two tasks never give one id to two instances."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from schemas.names import KEY, draft_id, ids_collide, instance_id, is_slug, new_key, number_of
from tests.world import World

words = st.text("ab01", min_size=1, max_size=2)
slugs = st.lists(words, min_size=1, max_size=3).map("_".join)
tasks = st.tuples(slugs, slugs)


@pytest.mark.parametrize("slug", ["a", "1", "math", "math_proof", "a_1_b", "0", "x" * 80])
def test_a_slug(slug: str):
    assert is_slug(slug)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "_",
        "_a",
        "a_",
        "a__b",
        "A",
        "a-b",
        "a b",
        "a.b",
        "a/b",
        "é",
        "ａ",
        "١",
        "a\n",
        " a",
        "..",
    ],
    ids=ascii,
)
def test_no_slug(name: str):
    assert not is_slug(name)


def test_keys_are_eight_hex_digits_and_new_ones_differ():
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(KEY.fullmatch(key) for key in keys)


@settings(max_examples=200)
@given(tasks, st.integers(0, 10**6))
def test_the_number_comes_back_from_the_id(task: tuple[str, str], number: int):
    assert number_of(instance_id(*task, number), *task) == number


@pytest.mark.parametrize(
    "name",
    ["a_b_", "a_b_x", "a_b_1x", "a_b_01", "a_b_00", "a_b_-1", "a_b_+1", "a_b_1.0", "a_b_1 ",
     "a_b_١",
     "a_b_1_2", "a_b_1\n", "A_B_1", "a_c_1", "a_b1", "1", "", "new-0123abcd"],
    ids=ascii,
)  # fmt: skip
def test_a_name_that_is_no_id_of_the_task_has_no_number(name: str):
    assert number_of(name, "a", "b") is None


def test_a_draft_is_called_by_its_key():
    assert draft_id("0123abcd") == "new-0123abcd"


@pytest.mark.parametrize(
    ("one", "other", "collide"),
    [
        (("a", "b"), ("a", "b"), False),
        (("a", "b_c"), ("a_b", "c"), True),
        (("a", "b"), ("a", "b_1"), True),
        (("a", "b"), ("a_b", "1"), True),
        (("a", "b"), ("a", "b_1_2"), True),
        (("a", "b"), ("a", "b_1_c"), False),
        (("a", "b"), ("a", "b_c"), False),
        (("a", "b"), ("a", "b1"), False),
        (("a", "b"), ("b", "a"), False),
        (("a", "1"), ("a", "1_1"), True),
    ],
)
def test_which_tasks_could_be_mistaken(one: tuple, other: tuple, collide: bool):
    assert ids_collide(one, other) is collide
    assert ids_collide(other, one) is collide


@settings(max_examples=400)
@given(tasks, tasks, st.integers(0, 11), st.integers(0, 11))
def test_tasks_that_do_not_collide_share_no_id_and_read_no_id_of_the_other(one, other, n, m):
    assume(one != other)
    if not ids_collide(one, other):
        assert instance_id(*one, n) != instance_id(*other, m)
        assert number_of(instance_id(*one, n), *other) is None


def test_a_task_that_could_be_mistaken_for_another_is_refused(world: World):
    before = world.git("rev-parse", "HEAD")
    for name in ("reasoning/tables_1", "reasoning_tables/2"):
        refused = world("task", "add", name, code=1)
        assert "reasoning/tables" in refused.err
    assert world.git("rev-parse", "HEAD") == before
    world("task", "add", "reasoning/tables_of_values")


def test_tasks_that_met_in_a_merge_are_reported(world: World):
    card = world.root / "tasks/reasoning/tables_1/task.yaml"
    card.parent.mkdir(parents=True)
    card.write_text("description: d\n", encoding="utf-8")
    findings = world("validate", "--json", code=1).json["findings"]
    found = [f for f in findings if f["severity"] == "error"]
    assert [(f["code"], f["file"]) for f in found] == [
        ("TASK_AMBIGUOUS", "tasks/reasoning/tables_1/task.yaml")
    ]
