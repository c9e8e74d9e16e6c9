"""A shared copy whose main branch takes no push, or that takes nothing from us at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.identity import who_acts
from benchmark.sync import BothChangedError, Settled, sync
from tests.benchmark.kit import files_of, hook, state_of
from tests.world import World, git

PROTECTED = """\
while read old new ref; do
  if [ "$ref" = refs/heads/main ]; then
    echo "GH006: Protected branch update failed for refs/heads/main." >&2
    echo "Changes must be made through a pull request." >&2
    exit 1
  fi
  echo "Create a pull request for it by visiting:" >&2
  echo "     https://forge.example/bench/pull/new/${ref#refs/heads/}" >&2
done
"""


def head(root: Path, name: str = "HEAD") -> str:
    return git(root, "rev-parse", name).strip()


def taken_in(shared: Path, branch: str) -> None:
    """Somebody with the right to do so merges a branch, as a forge does it."""
    git(shared, "update-ref", "refs/heads/main", f"refs/heads/{branch}")


@pytest.fixture
def protected(shared):
    hook(shared, "pre-receive", PROTECTED)
    return shared


def test_work_goes_to_a_branch_of_ones_own_and_it_is_said(copy_of, protected):
    one = copy_of("one")
    before = head(protected, "main")
    one.submitted()
    result = one("sync")
    assert "is protected" in result.out
    assert "curate/ann" in result.out
    assert "pull request" in result.out
    assert "https://forge.example/bench/pull/new/curate/ann" in result.out
    assert head(protected, "curate/ann") == head(one.root)
    assert head(protected, "main") == before
    assert one.git("status", "--porcelain") == ""


def test_later_syncs_send_what_is_new_to_the_same_branch(copy_of, protected):
    one = copy_of("one")
    one.submitted()
    one("sync")
    one.submitted()
    result = one("sync")
    assert "Fetched 0, sent 1" in result.out
    assert "2 commits wait" in result.out
    assert head(protected, "curate/ann") == head(one.root)
    assert "sent 0" in one("sync").out


def test_once_it_is_taken_in_nothing_waits_and_work_goes_on(copy_of, protected):
    one, two = copy_of("one"), copy_of("two")
    mine = one.submitted()
    one("sync")
    taken_in(protected, "curate/ann")
    assert "protected" not in one("sync").out
    two("sync", by="bob")
    two.review(mine, "bob")
    assert "curate/bob" in two("sync", by="bob").out
    taken_in(protected, "curate/bob")
    one("sync")
    assert files_of(one.root) == files_of(two.root)


def test_two_copies_of_one_person_share_the_branch(copy_of, protected):
    desk, laptop = copy_of("desk"), copy_of("laptop")
    desk.submitted(system_prompt="From the desk.")
    desk("sync")
    url = laptop.git("config", "remote.origin.url").strip()
    laptop.git("config", "remote.origin.url", "/nowhere")
    laptop.submitted(system_prompt="From the laptop.")
    laptop.git("config", "remote.origin.url", url)
    result = laptop("sync")
    assert "reasoning_tables_0 is now reasoning_tables_1" in result.out
    desk("sync")
    assert files_of(desk.root) == files_of(laptop.root)
    assert len(desk.load().instances) == 2


def test_a_copy_that_may_only_read_is_told_so(copy_of, shared):
    one = copy_of("one")
    hook(shared, "pre-receive", 'echo "Permission to bench denied to ann." >&2; exit 1')
    one.submitted()
    before = state_of(one.root)
    result = one("sync", code=3)
    assert "denied to ann" in result.err
    assert "may read the shared copy but not send" in result.err
    assert state_of(one.root) == before
    assert "curate/" not in git(shared, "for-each-ref")


# -- both copies changed one place --------------------------------------------------------


@pytest.fixture
def clash(copy_of):
    """The second copy and the shared one both changed the input of one instance."""
    one, two = copy_of("one"), copy_of("two")
    name = one.submitted()
    one("sync")
    two("sync", by="bob")
    for world, by in ((one, "ann"), (two, "bob")):
        world.edit(name, input=f"What {by} asks.")
        address = f"user.email={by}@example.org"
        world.git("-c", f"user.name={by}", "-c", address, "commit", "-qam", "By hand")
    one("sync")
    return two, name


def actor_of(world: World, by: str):
    return who_acts(world.load(), world.root, f"{by}@example.org")


def test_a_clash_names_the_files_and_the_other_version(clash):
    two, name = clash
    before = state_of(two.root)
    with pytest.raises(BothChangedError) as caught:
        sync(two.root, actor_of(two, "bob"))
    path = two.find(name).path
    assert caught.value.paths == (path,)
    assert "What ann asks." in two.git("show", f"{caught.value.theirs}:./{path}")
    assert state_of(two.root) == before


def test_what_was_settled_is_what_the_merge_holds(clash):
    two, name = clash
    with pytest.raises(BothChangedError) as caught:
        sync(two.root, actor_of(two, "bob"))
    loaded = two.find(name)
    text = loaded.document.source.replace("What bob asks.", "What both ask.")
    done = sync(
        two.root,
        actor_of(two, "bob"),
        settled=Settled(caught.value.theirs, {loaded.path: text.encode()}),
    )
    assert done.sent == 2
    assert two.find(name).instance.input == "What both ask."
    assert two.git("status", "--porcelain") == ""
    assert "<<<<" not in two.find(name).document.source
    assert len(two.git("log", "-1", "--format=%P").split()) == 2


def test_what_was_settled_against_an_older_version_is_not_used(clash):
    two, name = clash
    loaded = two.find(name)
    before = state_of(two.root)
    with pytest.raises(BothChangedError):
        sync(two.root, actor_of(two, "bob"), settled=Settled("0" * 40, {loaded.path: b"key: x\n"}))
    assert state_of(two.root) == before


def test_fetching_alone_sends_nothing_and_commits_no_drafts(copy_of):
    one, two = copy_of("one"), copy_of("two")
    one.submitted()
    one("sync")
    two.draft(by="bob")
    done = sync(two.root, actor_of(two, "bob"), send=False)
    assert (done.fetched, done.sent, len(done.left)) == (1, 0, 1)
    assert two.find("reasoning_tables_0")
