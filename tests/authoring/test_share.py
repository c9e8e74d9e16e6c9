"""My copy and the shared copy: said in words, fetched and sent, settled, nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.authoring.browsing import Browser, browsing
from tests.benchmark.conftest import copy_of, shared
from tests.benchmark.kit import files_of, hook, state_of
from tests.benchmark.test_sync_protected import PROTECTED
from tests.world import World, git

pytestmark = pytest.mark.anyio
__all__ = ["copy_of", "shared"]
Copy = Callable[[str], World]


async def sent(browser: Browser) -> str:
    """Open the share screen and fetch and send; what is on the screen then."""
    await browser.press("f", "f")
    await browser.until(lambda: "…" not in browser.flat.split("My copy")[-1])
    return browser.flat


def head(root: Path, name: str = "HEAD") -> str:
    return git(root, "rev-parse", name).strip()


async def test_the_first_line_says_how_the_copies_stand_and_sending_changes_it(copy_of, shared):
    one = copy_of("one")
    one.git("config", "remote.origin.url", "/nowhere")
    one.submitted()
    one.git("config", "remote.origin.url", str(shared))
    one.draft()
    async with browsing(one.root, "ann") as ann:
        assert "my copy: 2 changes not sent · shared copy: up to date" in ann.words
        await ann.press("f")
        assert "Submit reasoning_tables_0" in ann.words
        assert "draft " in ann.words
        assert "push" not in ann.words
        await ann.press("d")
        assert "In git's words" in ann.words
        await ann.press("f")
        assert "Sent 2 changes" in ann.flat or "sent 2 changes" in ann.flat
        await ann.press("escape")
        assert "my copy: all sent · shared copy: up to date" in ann.words
    assert head(shared, "main") == head(one.root)


async def test_only_fetching_brings_others_work_and_sends_nothing(copy_of, shared):
    one, two = copy_of("one"), copy_of("two")
    one.submitted()
    one("sync")
    two.draft(by="bob")
    before = head(shared, "main")
    async with browsing(two.root, "bob") as bob:
        await bob.press("f", "o")
        assert "Fetched 1 change" in bob.flat
        await bob.press("escape")
        assert "all instances 2" in bob.flat
        assert "1 change not sent" in bob.words
    assert head(shared, "main") == before


async def test_two_who_took_one_number_both_keep_their_instance_and_are_told(copy_of):
    one, two = copy_of("one"), copy_of("two")
    two.git("config", "remote.origin.url", "/nowhere")
    two.submitted(by="bob", system_prompt="Bob's own.")
    two.git("config", "remote.origin.url", str(two.root.parent / "shared.git"))
    one.submitted(system_prompt="Ann's own.")
    one("sync")
    async with browsing(two.root, "bob") as bob:
        said = await sent(bob)
        assert "reasoning_tables_0 is now reasoning_tables_1" in said
    prompts = {x.name: x.instance.system_prompt for x in two.load().instances}
    assert prompts == {"reasoning_tables_0": "Ann's own.", "reasoning_tables_1": "Bob's own."}


async def test_where_main_is_protected_the_work_goes_aside_and_the_words_say_so(copy_of, shared):
    hook(shared, "pre-receive", PROTECTED)
    one = copy_of("one")
    one.submitted()
    async with browsing(one.root, "ann") as ann:
        said = await sent(ann)
        assert "curate/ann" in said
        assert "until somebody takes it in" in said
        assert "https://forge.example" in said
        await ann.press("escape")
        assert "my copy: all sent · shared copy: 1 of mine wait to be taken in" in ann.words


async def test_offline_is_said_and_everything_stays(copy_of):
    one = copy_of("one")
    one.draft()
    one.git("config", "remote.origin.url", "/nowhere/at all.git")
    async with browsing(one.root, "ann") as ann:
        said = await sent(ann)
        assert "cannot be reached" in said
        assert "safe in this copy" in said
        await ann.press("escape")
        assert "shared copy: not reached" in ann.words
    assert len(one.load().instances) == 1


# -- both changed one place ---------------------------------------------------------------


@pytest.fixture
def clash(copy_of: Copy) -> tuple[World, str]:
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


async def test_what_both_changed_is_shown_side_by_side_and_settled(clash):
    two, name = clash
    async with browsing(two.root, "bob") as bob:
        await bob.press("f", "f")
        await bob.until(lambda: "Two versions of" in bob.words)
        assert "What" in bob.words
        assert "<<<<" not in bob.words
        await bob.press("2", "ctrl+s")
        await bob.until(lambda: "sent" in bob.flat.split("Shared copy")[-1])
    assert two.find(name).instance.input == "What ann asks."
    assert two.git("status", "--porcelain") == ""
    assert head(two.root) == head(two.root.parent / "shared.git", "main")


async def test_leaving_it_unsettled_keeps_both_versions_and_merges_nothing(clash):
    two, _ = clash
    two.git("fetch", "-q")
    before = state_of(two.root)
    async with browsing(two.root, "bob") as bob:
        await bob.press("f", "f")
        await bob.until(lambda: "Two versions of" in bob.words)
        await bob.press("escape")
        for _ in range(3):
            if "Not settled" in bob.words:
                break
            await bob.press("y")
        await bob.until(lambda: "Not settled" in bob.words)
    assert state_of(two.root) == before


async def test_a_card_both_changed_asks_only_for_the_field_both_changed(copy_of):
    one, two = copy_of("one"), copy_of("two")
    path = "tasks/reasoning/tables/task.yaml"
    for world, by, measures in ((one, "ann", ""), (two, "bob", "cells")):
        file = world.root / path
        text = file.read_text().replace('description: ""', f"description: By {by}.")
        file.write_text(text.replace('measures: ""', f'measures: "{measures}"'))
        address = f"user.email={by}@example.org"
        world.git("-c", f"user.name={by}", "-c", address, "commit", "-qam", "Card")
    one("sync")
    async with browsing(two.root, "bob") as bob:
        await bob.press("f", "f")
        await bob.until(lambda: "task.yaml: description" in bob.words)
        assert "By ann." in bob.words
        assert "By bob." in bob.words
        await bob.press("2")
        await bob.until(lambda: "sent" in bob.flat.split("Shared copy")[-1])
    [card] = two.load().tasks.values()
    assert (card.description, card.measures) == ("By ann.", "cells")


# -- states git can be in -----------------------------------------------------------------


async def test_states_of_git_are_said_in_words_and_typing_still_works(world, tmp_path):
    world.draft()
    async with browsing(world.root, "ann") as ann:
        assert "shared copy: none" in ann.words
        await ann.press("f")
        assert "git remote add origin" in ann.words
        await ann.press("f")
        assert "There is no shared copy" in ann.flat
    world.git("checkout", "-q", "--detach")
    async with browsing(world.root, "ann") as ann:
        assert "no branch is checked out" in ann.words
        await ann.press("f")
        assert "git switch main" in ann.flat
        await ann.press("escape", "n", "ctrl+s")
        assert "System prompt" in ann.words
    assert len(world.load().instances) == 2
    world.git("switch", "-q", "main")
    (world.root / ".git" / "MERGE_HEAD").write_text(head(world.root) + "\n")
    async with browsing(world.root, "ann") as ann:
        assert "a merge is under way" in ann.words


async def test_a_folder_without_git_is_read_and_says_what_is_missing(world):
    (world.root / ".git").rename(world.root.parent / "away")
    async with browsing(world.root, "ann") as ann:
        assert "not in a git repository" in ann.words
        await ann.press("f")
        assert "git init" in ann.flat


# -- who ----------------------------------------------------------------------------------


async def test_who_is_unknown_reads_and_can_say_who_they_are(world):
    before = files_of(world.root)
    async with browsing(world.root, None) as reader:
        assert "Reading only" in reader.words
        await reader.press("n")
        assert "git does not know who you are" in reader.flat
        await reader.press("w")
        await reader.type("Bob B.")
        await reader.press("tab")
        await reader.type("bob@example")
        await reader.type(".org")
        await reader.press("ctrl+s")
        await reader.until(lambda: "You are bob here" in reader.flat)
        await reader.settle()
        assert "Reading only" not in reader.words
    assert world.git("config", "--local", "user.email") == "bob@example.org\n"
    assert files_of(world.root) == before


async def test_who_is_not_among_the_people_is_told_whom_to_ask(world):
    async with browsing(world.root, None) as reader:
        await reader.press("w")
        await reader.type("Eve")
        await reader.press("tab", *"no address")
        await reader.press("ctrl+s")
        assert "is not an e-mail address" in reader.words
        await reader.press(*["backspace"] * 10)
        await reader.type("eve@example.org")
        await reader.press("enter")
        await reader.until(lambda: "Curators: Kit <kit@example.org>" in reader.flat)


async def test_a_reader_fetches_without_being_anybody(copy_of):
    one, two = copy_of("one"), copy_of("two")
    one.submitted()
    one("sync")
    async with browsing(two.root, "zoe") as zoe:
        assert "is not among the people" in zoe.words
        said = await sent(zoe)
        assert "Fetched 1 change" in said
        await zoe.press("escape")
        assert "all instances 1" in zoe.flat
