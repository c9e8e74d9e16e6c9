"""The list: what is mine to do first, nothing shown that would unblind, quick to find things."""

from __future__ import annotations

import pytest

from authoring.browse.outline import LEAST, outline
from tests.authoring.browsing import browsing
from tests.world import World, git

pytestmark = pytest.mark.anyio


def recorded(world: World, by: str = "kit") -> None:
    """Commit what was changed by hand."""
    who = ("-c", f"user.name={by}", "-c", f"user.email={by}@example.org")
    git(world.root, *who, "commit", "-qam", "By hand")


@pytest.fixture
def story(world: World) -> dict[str, str]:
    """One instance of each standing."""
    names = {"accepted": world.submitted(), "revise": world.submitted(), "review": ""}
    world.review(names["accepted"], "bob")
    world.review(names["accepted"], "cem")
    world.review(names["revise"], "bob", "rubric", "reference")
    world.review(names["revise"], "cem")
    names["review"] = world.submitted(by="bob")
    names["draft"] = world.draft()
    return names


# -- what is mine to do -------------------------------------------------------------------


async def test_what_was_sent_back_to_me_is_what_the_app_opens_with(world, story):
    async with browsing(world.root, "ann") as ann:
        assert "sent back to me · 1 of 1" in ann.words
        assert story["revise"] in ann.words
        assert "✎" in ann.words
        assert "revise · r1" in ann.words
        assert "flagged: reference, rubric" in ann.words
        assert "rubric: not good" in ann.words
        for place in ("to review", "my drafts", "all instances"):
            assert place in ann.words


async def test_what_waits_for_my_review_opens_the_review_screen(world, story):
    async with browsing(world.root, "dee") as dee:
        assert "to review · 1 of 1" in dee.words
        await dee.press("enter")
        assert "Does it fit the task" in dee.flat


async def test_with_nothing_to_do_all_instances_are_shown(world):
    name = world.submitted()
    async with browsing(world.root, "kit") as kit:
        assert "all instances · 1 of 1" in kit.words
        assert name in kit.words


async def test_an_empty_benchmark_says_how_to_begin(world):
    async with browsing(world.root, "ann") as ann:
        assert "no instance yet" in ann.words
        await ann.press("s", "d", "enter", "r")
        assert "no instance" in ann.words


# -- tasks --------------------------------------------------------------------------------


async def test_tasks_show_accepted_of_wanted_and_a_mark_where_they_are_short(world, story):
    world("task", "add", "planning/trips", by="kit")
    async with browsing(world.root, "ann") as ann:
        assert "tables             1/10 !" in ann.words
        await ann.press("ctrl+b", "end", "enter")
        assert "planning/trips · 0 of 0" in ann.words
        assert "target 5 written + 5 augmented" in ann.flat
        assert "! 10 more wanted" in ann.flat


async def test_an_instance_nobody_may_review_is_said_to_be_stuck(world):
    for person in ("bob", "cem", "dee"):
        file = world.root / "people" / f"{person}.yaml"
        file.write_text(file.read_text().replace("[author, reviewer]", "[author]"))
    recorded(world)
    world.submitted()
    async with browsing(world.root, "ann") as ann:
        assert "1 wait for an act that nobody can do" in ann.flat
        assert "nobody here may write it" in ann.flat


def test_thousands_of_names_are_known_before_a_file_is_read(tmp_path):
    folder = tmp_path / "tasks/reasoning/tables/instances"
    folder.mkdir(parents=True)
    (tmp_path / "curate.yaml").write_text("name: x\n")
    for number in range(LEAST - 1):
        (folder / f"reasoning_tables_{number}.yaml").touch()
    assert outline(tmp_path) == ()
    (folder / "new-0123abcd.yaml").touch()
    names = outline(tmp_path)
    assert len(names) == LEAST
    assert [names[0].title, names[-1].name] == ["new · 0123abcd", f"reasoning_tables_{LEAST - 2}"]


async def test_the_card_of_the_task_stands_beside_and_warnings_come_before_the_text(world):
    name = world.submitted(input="A violent question.")
    card = world.root / "tasks/reasoning/tables/task.yaml"
    text = card.read_text().replace('description: ""', "description: Reading tables.")
    card.write_text(text + "content_warnings: [violence]\n")
    recorded(world)
    async with browsing(world.root, "kit") as kit:
        assert name in kit.words
        assert "Reading tables." in kit.words
        assert "content: violence" in kit.words
        assert "A violent question." not in kit.words


# -- blind --------------------------------------------------------------------------------


async def test_who_wrote_it_is_hidden_from_those_who_may_come_to_review_it(world, story):
    async with browsing(world.root, "dee") as dee:
        await dee.press("ctrl+b", "down", "enter")
        await dee.filter("status:revise")
        row = next(line for line in dee.words.split("\n") if story["revise"] in line)
        assert "hidden" in row
        assert "ann" not in row
        assert "to be submitted" not in dee.words
    async with browsing(world.root, "kit") as kit:
        await kit.filter("status:revise")
        row = next(line for line in kit.words.split("\n") if story["revise"] in line)
        assert "ann" in row


async def test_no_filter_finds_what_is_hidden(world, story):
    world.edit(story["draft"], notes="zebra crossing")
    async with browsing(world.root, "dee") as dee:
        await dee.press("ctrl+b", "down", "enter")
        assert "all instances · 4 of 4" in dee.words
        for wanted in ("author:ann", "author:hidden", "origin:human", "zebra", "hidden"):
            await dee.filter(wanted)
            assert "· 1 of 4" in dee.words or "· 0 of 4" in dee.words, wanted
            assert story["revise"] not in dee.words
            await dee.press("escape")
    async with browsing(world.root, "ann") as ann:
        await ann.press("ctrl+b", "home", "down", "down", "down", "enter")
        await ann.filter("zebra")
        assert "· 1 of 4" in ann.words


async def test_verdicts_of_an_open_round_are_not_shown(world):
    name = world.submitted()
    world.review(name, "bob", "rubric")
    for person in ("ann", "kit", "dee"):
        async with browsing(world.root, person) as reader:
            await reader.filter(name)
            assert "in review" in reader.words
            assert "not good" not in reader.words
            assert "flagged" not in reader.words
            assert "bob" not in reader.words


# -- the filter ---------------------------------------------------------------------------


async def test_the_filter_looks_at_id_text_status_and_author(world, story):
    world.edit(story["draft"], input="Ein Satz über Äpfel.")
    async with browsing(world.root, "kit") as kit:
        for wanted, found in (
            ("äpfel", "new · "),
            ("STATUS:accepted", story["accepted"]),
            ("author:bob", story["review"]),
            ("tables_1", story["revise"]),
            ("in review bob", story["review"]),
        ):
            await kit.filter(wanted)
            assert "· 1 of 4" in kit.words, wanted
            assert found in kit.words
            await kit.press("escape")
        await kit.filter("nothing like it")
        assert "nothing here matches" in kit.words
        await kit.press("escape")
        assert "· 4 of 4" in kit.words


async def test_the_list_follows_while_the_filter_is_typed(world, story):
    async with browsing(world.root, "kit") as kit:
        await kit.press("slash", *"accepted")
        await kit.until(lambda: "· 1 of 4" in kit.words)
        await kit.press("backspace")
        await kit.press(*"x")
        await kit.until(lambda: "· 0 of 4" in kit.words)


# -- under its feet -----------------------------------------------------------------------


async def test_files_that_change_under_the_app_are_noticed(world, story):
    async with browsing(world.root, "kit") as kit:
        assert "· 4 of 4" in kit.words
        await kit.press("down", "down")
        before = kit.app.screen.listing.row.name
        world.draft(by="bob")
        await kit.until(lambda: "· 5 of 5" in kit.words)
        assert kit.app.screen.listing.row.name == before


async def test_a_file_that_cannot_be_read_is_named_and_hides_no_other(world, story):
    path = world.find(story["draft"]).path
    (world.root / path).write_text("key: [half\n")
    async with browsing(world.root, "kit") as kit:
        assert "A file cannot be read" in kit.words
        assert "· 3 of 3" in kit.words


async def test_hostile_text_is_shown_and_never_obeyed(world):
    world.draft(input="[/foo] list[int] \x1b[2J [red]")
    card = world.root / "tasks/reasoning/tables/task.yaml"
    card.write_text(card.read_text().replace('description: ""', "description: '[/foo] list[int]'"))
    recorded(world)
    settings = world.root / "curate.yaml"
    settings.write_text(settings.read_text().replace("Test bench", "'[/b] bench'"))
    async with browsing(world.root, "kit") as kit:
        assert "[/foo] list[int] ␛[2J [red]" in kit.words
        assert "[/b] bench" in kit.words
        await kit.filter("[/foo] \x1b[2J")
        await kit.press("escape")
        for key in ("t", "r", "f", "n", "N", "question_mark"):
            await kit.press(key)
            assert kit.app.is_running
            await kit.press("escape")


# -- sizes --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 10)])
async def test_every_size_shows_list_and_left_column(world, story, size):
    async with browsing(world.root, "kit", size) as kit:
        assert story["accepted"] in kit.words
        await kit.press("ctrl+b")
        assert "all instances" in kit.words
        await kit.press("enter")
        assert story["accepted"] in kit.words
        for key in ("t", "r", "f", "n", "N", "question_mark"):
            await kit.press(key)
            await kit.press("escape")
        assert story["accepted"] in kit.words


async def test_every_key_has_an_id_and_words_and_is_in_the_palette(world):
    async with browsing(world.root, "kit") as kit:
        for active in kit.app.screen.active_bindings.values():
            own = [b.action for b in type(active.node).__dict__.get("BINDINGS", ())]
            if (
                type(active.node).__module__.startswith("authoring")
                and active.binding.action in own
            ):
                assert active.binding.id, active.binding
                assert active.tooltip, active.binding
        await kit.press("ctrl+p")
        await kit.type("throw away")
        await kit.until(lambda: "Discard draft" in kit.words)
        await kit.press("escape")
        await kit.press("question_mark")
        assert "left column" in kit.flat
        assert "[browse.new]" in kit.words


async def test_keys_of_ones_own_are_used_and_a_broken_file_is_said(world, own_home, story):
    file = own_home / ".config" / "curate" / "keys.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[keys]\n"browse.filter" = "ctrl+f"\n')
    async with browsing(world.root, "kit") as kit:
        await kit.press("ctrl+f", *"accepted", "enter")
        assert "· 1 of 4" in kit.words
    file.write_text("[keys\n")
    async with browsing(world.root, "kit") as kit:
        assert "The keys are as they come" in kit.words
        assert "· 4 of 4" in kit.words
