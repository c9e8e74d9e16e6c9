"""Numbers: given at the first submit, never twice, and settled where two copies took one."""

from __future__ import annotations

import pytest

from tests.benchmark.kit import files_of, named, state_of
from tests.world import AS_KIT, TASK, World, git

INSTANCES = "tasks/reasoning/tables/instances"


def names(world: World) -> list[str]:
    return [loaded.name for loaded in world.load().instances]


def texts(world: World) -> dict[str, str]:
    """Input by key: what must not get lost, whatever it is called."""
    return {x.instance.key: x.instance.input for x in world.load().instances}


def acts(world: World) -> dict[str, set[str]]:
    """Names of acts by the key of their instance."""
    benchmark = world.load()
    return {x.instance.key: {a.name for a in benchmark.acts_of(x)} for x in benchmark.instances}


def test_drafts_and_discarded_ones_take_no_number(world):
    world("discard", world.draft())
    world.draft()
    assert world.submitted() == "reasoning_tables_0"
    world("discard", world.draft())
    assert world.submitted() == "reasoning_tables_1"


def test_a_submit_that_is_refused_takes_no_number(world):
    empty = world("new", TASK).out.split("/")[-1].split(".yaml")[0]
    world("submit", empty, code=1)
    assert world.submitted() == "reasoning_tables_0"


def test_one_named_twice_takes_one_number(world):
    name = world.draft()
    world("submit", name, name)
    assert world.submitted() == "reasoning_tables_1"
    assert len(world.load().acts_of(world.find("reasoning_tables_0"))) == 1


def test_several_submitted_at_once_get_numbers_in_a_row(world):
    for _ in range(3):
        world.draft()
    world("submit", "--all")
    assert names(world) == [f"reasoning_tables_{n}" for n in range(3)]
    assert world.git("rev-list", "--count", "HEAD~1..HEAD") == "1\n"


def test_each_task_counts_for_itself(world):
    world("task", "add", "reasoning/maps", by="kit")
    world.submitted()
    assert world.submitted("reasoning/maps") == "reasoning_maps_0"


def test_a_withdrawn_number_does_not_come_back(world):
    world("withdraw", world.submitted(), "--reason", "double")
    assert world.submitted() == "reasoning_tables_1"


@pytest.mark.parametrize(
    "gone",
    [
        f"{INSTANCES}/reasoning_tables_1.yaml",
        "tasks/reasoning/tables/reviews/reasoning_tables_1",
        f"{INSTANCES}/reasoning_tables_1.yaml tasks/reasoning/tables/reviews/reasoning_tables_1",
    ],
    ids=["the file", "its acts", "both"],
)
def test_the_number_of_a_removed_instance_does_not_come_back(world, gone):
    world.submitted()
    world.submitted()
    world.git("rm", "-rq", *gone.split())
    world.git(*AS_KIT, "commit", "-qm", "Remove")
    assert world.submitted() == "reasoning_tables_2"


def test_a_number_of_the_shared_copy_is_taken_without_being_merged(copy_of):
    one, two = copy_of("one"), copy_of("two")
    one.submitted()
    one("sync")
    assert two.submitted(by="bob") == "reasoning_tables_1"


def test_a_number_of_a_shared_copy_that_was_only_added_as_a_remote_is_taken_too(world, shared):
    other = World(world.root.parent / "other")
    git(shared.parent, "clone", "-q", shared, other.root)
    other.submitted(by="bob")
    other("sync", by="bob")
    world.git("remote", "add", "origin", shared)
    assert world.submitted() == "reasoning_tables_1"


@pytest.fixture
def collided(copy_of):
    """Two copies took the numbers 0 and 1 for instances of their own, reviewed in each."""
    one, two = copy_of("one"), copy_of("two")
    for world, by, reviewer in ((one, "ann", "cem"), (two, "bob", "dee")):
        for number in (0, 1):
            world.git("config", "remote.origin.url", "/nowhere")
            name = world.submitted(by=by, input=f"{by} asks {number}?")
            assert name == f"reasoning_tables_{number}"
            world.review(name, reviewer, "rubric")
        world.git("config", "remote.origin.url", str(world.root.parent / "shared.git"))
    return one, two


def both(one: World, two: World):
    return {**texts(one), **texts(two)}, {**acts(one), **acts(two)}


def test_who_reached_the_shared_copy_first_keeps_the_number_and_nothing_is_lost(collided):
    one, two = collided
    all_texts, all_acts = both(one, two)
    one("sync")
    said = two("sync", by="bob").out
    assert "reasoning_tables_0 is now reasoning_tables_2" in said
    assert "reasoning_tables_1 is now reasoning_tables_3" in said
    one("sync")
    assert files_of(one.root) == files_of(two.root)
    assert names(one) == [f"reasoning_tables_{n}" for n in range(4)]
    assert [x.instance.input for x in one.load().instances] == [
        "ann asks 0?", "ann asks 1?", "bob asks 0?", "bob asks 1?"
    ]  # fmt: skip
    assert (texts(one), acts(one)) == (all_texts, all_acts)
    assert one("validate").code == 0
    for world in collided:
        assert world.git("status", "--porcelain") == ""


def test_rounds_go_on_under_the_new_number(collided):
    one, two = collided
    one("sync")
    two("sync", by="bob")
    two.review("reasoning_tables_2", "ann")
    two.edit(
        "reasoning_tables_2", score_rubric=two.find("reasoning_tables_3").instance.score_rubric
    )
    two("submit", "reasoning_tables_2", by="bob")
    two.review("reasoning_tables_2", "dee")
    assert two.standing("reasoning_tables_2").status == "accepted"
    submits = [
        a.act for a in two.load().acts_of(two.find("reasoning_tables_2")) if a.act.act == "submit"
    ]
    assert all(act.writers == ["bob"] for act in submits)


def test_a_renumbered_copy_merges_with_plain_git(collided):
    one, two = collided
    all_texts, all_acts = both(one, two)
    one("sync")
    two("sync", by="bob")
    named(one.root, "ann")
    extra = one.submitted()  # meanwhile, and without a merge
    one.git("pull", "-q", "--no-rebase", "--no-edit")
    assert extra == "reasoning_tables_4"
    assert all_texts.items() <= texts(one).items()
    assert all_acts.items() <= acts(one).items()
    assert one("validate").code == 0
    one.git("push", "-q")
    two.git("pull", "-q", "--no-rebase")
    assert files_of(one.root) == files_of(two.root)


def test_an_instance_with_uncommitted_changes_is_not_renumbered_behind_its_writers_back(collided):
    one, two = collided
    one("sync")
    two.edit("reasoning_tables_1", input="Typed, not committed.")
    before = state_of(two.root)
    result = two("sync", by="bob", code=1)
    assert "reasoning_tables_1.yaml" in result.err
    assert "commit" in result.err
    assert state_of(two.root) == before
    two.git("-c", "user.name=Dee", "-c", "user.email=dee@example.org", "commit", "-qam", "Typed")
    two("sync", by="bob")
    assert two.find("reasoning_tables_3").instance.input == "Typed, not committed."


def test_three_copies_that_took_one_number_all_keep_their_work(copy_of):
    copies = [copy_of(name) for name in ("one", "two", "three")]
    for world, by in zip(copies, ("ann", "bob", "cem"), strict=True):
        world.git("config", "remote.origin.url", "/nowhere")
        world.submitted(by=by, input=f"{by}'s question")
        world.git("config", "remote.origin.url", str(world.root.parent / "shared.git"))
    for world, by in zip(copies, ("ann", "bob", "cem"), strict=True):
        world("sync", by=by)
    for world, by in zip(copies, ("ann", "bob", "cem"), strict=True):
        world("sync", by=by)
        assert [x.instance.input for x in world.load().instances] == [
            "ann's question", "bob's question", "cem's question"
        ]  # fmt: skip
        assert world("validate").code == 0


def test_the_name_of_an_instance_that_has_moved_is_not_given_to_its_writer_again(collided):
    """The history of the number belongs to another instance now: its writers are not mixed up."""
    one, two = collided
    one("sync")
    two.edit("reasoning_tables_0", input="Bob asks better.")
    two.git("-c", "user.name=Bob", "-c", "user.email=bob@example.org", "commit", "-qam", "Better")
    two("sync", by="bob")
    one("sync")
    two("recall", "reasoning_tables_0", "--reason", "a slip", by="kit")
    two.edit("reasoning_tables_0", input="Better asked.")
    two("submit", "reasoning_tables_0", "--answer", "rubric=fixed:reworded", by="ann")
    writers = {
        person
        for a in two.load().acts_of(two.find("reasoning_tables_0"))
        if a.act.act == "submit"
        for person in a.act.writers
    }
    assert writers == {"ann"}
