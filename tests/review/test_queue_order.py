"""The order of a queue: drawn once for each reviewer, tasks kept together."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import Path

from benchmark.load import Benchmark
from review.queue import Progress, progress, queue
from review.since import since_my_review
from tests.review.stories import bench, story
from tests.world import World


def many(instances: int = 24) -> Benchmark:
    return bench(*(story("submit", task=("c", f"t{n % 6}")) for n in range(instances)))


def order(benchmark: Benchmark, person: str) -> list[str]:
    return [item.loaded.name for item in queue(benchmark, person)]


def test_the_instances_of_a_task_stay_together():
    tasks = [item.loaded.task for item in queue(many(), "bob")]
    assert len([task for task, _ in groupby(tasks)]) == 6


def test_each_reviewer_has_an_order_of_their_own_that_stays():
    assert order(many(), "bob") == order(many(), "bob")
    assert order(many(), "bob") != order(many(), "cem")


def test_another_seed_draws_another_order():
    benchmark = many()
    policy = benchmark.settings.review.model_copy(update={"seed": 7})
    other = replace(benchmark, settings=benchmark.settings.model_copy(update={"review": policy}))
    assert order(other, "bob") != order(benchmark, "bob")


def test_new_instances_do_not_stir_up_the_rest():
    before = order(many(24), "bob")
    after = order(many(36), "bob")
    assert [name for name in after if name in before] == before


def test_what_one_is_asked_for_comes_before_what_is_anyones():
    asked = [story("submit", "ask bob", task=("c", f"t{n % 3}")) for n in range(6)]
    free = [story("submit", task=("c", f"t{n % 3}")) for n in range(6)]
    named = [item.need.named for item in queue(bench(*free, *asked), "bob")]
    assert named == [True] * 6 + [False] * 6


def test_progress_counts_what_is_filed_and_what_waits():
    benchmark = bench(
        story("submit", "bob"), story("submit", "bob rubric", "cem", "edit score_rubric", "submit"),
        story("submit"), story("submit", "cem", "dee"),
    )  # fmt: skip
    assert progress(benchmark, "bob") == Progress(filed=2, waiting=2)


def test_what_a_text_was_is_found_in_git_though_it_was_renamed(world: World, tmp_path: Path):
    name = world.draft()
    world.git("add", "-A")
    world.git("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-qm", "Draft")
    world("submit", name)
    name = "reasoning_tables_0"
    world.review(name, "bob", "reference")
    world.review(name, "cem")
    old = world.find(name).instance.reference_answer
    world.edit(name, reference_answer="Shop B, with 2 euro, and not shop A.")
    world("submit", name)
    benchmark = world.load()
    found = since_my_review(world.root, benchmark, benchmark.find(name), "bob")
    assert found is not None
    assert found.changed(benchmark.find(name).instance) == [
        ("reference_answer", old, "Shop B, with 2 euro, and not shop A.")
    ]
    assert since_my_review(world.root, benchmark, benchmark.find(name), "dee") is None
    world.git("clone", "-q", "--depth", "1", f"file://{world.root}", str(tmp_path / "shallow"))
    shallow = World(tmp_path / "shallow")
    known = since_my_review(shallow.root, shallow.load(), shallow.find(name), "bob")
    assert known is not None
    assert known.before is None
