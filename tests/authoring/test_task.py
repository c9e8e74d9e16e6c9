"""Tasks: begun, described, read through, corrected, cleared, retired, all from the app."""

from __future__ import annotations

import pytest

from benchmark import card_draft
from benchmark.load import load_folder
from review.writers import writers
from tests.authoring.browsing import browsing
from tests.benchmark.kit import author_of, paths_in
from tests.world import World

pytestmark = pytest.mark.anyio
TABLES = ("reasoning", "tables")
CARD = "tasks/reasoning/tables/task.yaml"


def card(world: World):
    return load_folder(world.root).tasks[TABLES]


# -- begin --------------------------------------------------------------------------------


async def test_an_instance_is_begun_in_a_language_and_opens_to_be_written(world):
    async with browsing(world.root, "ann") as ann:
        await ann.press("n")
        assert "A new instance" in ann.words
        assert "reasoning/tables" in ann.words
        await ann.press("tab", "backspace", "backspace", *"not a code!")
        assert "is not a language code" in ann.words
        await ann.press(*["backspace"] * 11, *"ko")
        assert "the task's languages are en" in ann.words
        await ann.press("ctrl+s")
        assert "System prompt" in ann.words
        [loaded] = world.load().instances
        assert loaded.instance.language == "ko"
        assert loaded.instance.provenance.author == "ann"
        await ann.press("escape")
        assert "my drafts" in ann.words


async def test_a_task_and_its_capability_are_added_in_one_commit(world):
    async with browsing(world.root, "kit") as kit:
        await kit.press("N")
        await kit.type("Planning")
        assert "not a name" in kit.words
        assert "Small letters" in kit.words
        await kit.press(*["backspace"] * 8, *"planning", "tab", *"trips", "tab")
        assert "planning is a new capability" in kit.words
        await kit.type("Trips within limits.")
        await kit.press("enter")
        assert "planning/trips is there" in kit.flat
        assert "trips" in kit.words
    assert paths_in(world.root) == {
        "tasks/planning/capability.yaml",
        "tasks/planning/trips/task.yaml",
    }
    new = load_folder(world.root).tasks["planning", "trips"]
    assert (new.description, new.owner) == ("Trips within limits.", "kit")


@pytest.mark.parametrize(
    ("capability", "task", "said"),
    [
        ("reasoning", "tables", "exists already"),
        ("reasoning", "tables_1", "mistaken"),
        ("all", "trips", "a meaning of its own"),
        ("reasoning", "", "name of the task is missing"),
        ("reasoning", "名", "not a name"),
    ],
)
async def test_a_name_that_cannot_be_is_refused_while_it_is_typed(world, capability, task, said):
    async with browsing(world.root, "kit") as kit:
        await kit.press("N", *["backspace"] * 20)
        await kit.type(capability)
        await kit.press("tab")
        if task:
            await kit.type(task)
        await kit.press("ctrl+s")
        assert said in kit.flat
        await kit.press("escape")
    assert list(load_folder(world.root).tasks) == [TABLES]


async def test_a_capability_alone_is_added(world):
    async with browsing(world.root, "kit") as kit:
        await kit.press("N", *["backspace"] * 20)
        await kit.type("safety")
        await kit.press("tab", "tab")
        await kit.type("Harmless and helpful.")
        await kit.press("ctrl+s")
        assert "The capability safety is there" in kit.flat
        assert load_folder(world.root).capabilities["safety"].description == "Harmless and helpful."
        await kit.press("ctrl+b", "end", "t")
        assert "Card of safety" in kit.words
        await kit.type("Both: ")
        await kit.press("ctrl+s")
    new = load_folder(world.root).capabilities["safety"]
    assert new.description == "Both: Harmless and helpful."
    assert paths_in(world.root) == {"tasks/safety/capability.yaml"}


# -- the card -----------------------------------------------------------------------------


async def test_every_field_of_a_card_is_written_and_comments_stay(world):
    file = world.root / CARD
    file.write_text(file.read_text().replace("owner: kit", "# who answers\nowner: kit"))
    world.git(
        "-c", "user.name=Kit", "-c", "user.email=kit@example.org", "commit", "-qam", "Comment"
    )
    async with browsing(world.root, "kit", (120, 60)) as kit:
        await kit.press("t")
        assert "worth measuring" in kit.words
        await kit.type("Reading tables,\nline by line.")
        await kit.press("tab", *"cells", "tab", *"why", "tab")
        await kit.type("en, ko")
        await kit.press("tab", *["backspace"] * 3, *"ann", "tab")
        await kit.type("violence, slurs")
        await kit.press("tab", "space", "tab", "enter")
        await kit.type("https://example.org/tables")
        await kit.press("tab", *"CC0", "ctrl+s")
        assert "is saved" in kit.words
    new = card(world)
    assert new.description == "Reading tables,\nline by line."
    assert (new.measures, new.motivation, new.owner) == ("cells", "why", "ann")
    assert (new.languages, new.content_warnings) == (["en", "ko"], ["violence", "slurs"])
    assert new.may_leave is False
    assert [(s.ref, s.licence) for s in new.sources] == [("https://example.org/tables", "CC0")]
    assert "# who answers" in file.read_text()
    assert paths_in(world.root) == {CARD}
    assert author_of(world.root) == "Kit <kit@example.org>"


async def test_what_is_wrong_with_a_card_is_said_and_nothing_is_written(world):
    before = (world.root / CARD).read_bytes()
    async with browsing(world.root, "kit") as kit:
        await kit.press("t", "tab", "tab", "tab")
        await kit.type("english!")
        await kit.press("tab", *["backspace"] * 3, *"zoe")
        await kit.until(lambda: "zoe' is nobody in people/" in kit.words)
        assert "'english!' is not a language code" in kit.words
        await kit.press("ctrl+s")
    assert (world.root / CARD).read_bytes() == before


async def test_a_card_opened_and_left_is_not_touched(world):
    before = (world.root / CARD).read_bytes()
    head = world.git("rev-parse", "HEAD")
    async with browsing(world.root, "kit") as kit:
        await kit.press("t", "tab", "tab", "ctrl+s", "escape")
        assert "all instances" in kit.words
    assert (world.root / CARD).read_bytes() == before
    assert world.git("rev-parse", "HEAD") == head


async def test_what_is_typed_into_a_card_is_not_lost(world):
    async with browsing(world.root, "kit") as kit:
        await kit.press("t")
        await kit.type("Half a sentence")
        await kit.until(lambda: card_draft.kept(world.root, "kit", CARD, type(card(world))))
        await kit.press("escape")
        assert "The card is not saved" in kit.words
        await kit.press("k")
    assert card(world).description == ""
    async with browsing(world.root, "kit") as kit:
        await kit.press("t")
        assert "was not saved" in kit.words
        assert "Half a sentence" in kit.words
        await kit.press("t", "ctrl+s")
    assert card(world).description == "Half a sentence"
    assert card_draft.kept(world.root, "kit", CARD, type(card(world))) is None


async def test_a_card_a_colleague_changed_meanwhile_keeps_both(world):
    async with browsing(world.root, "kit") as kit:
        await kit.press("t")
        await kit.type("Mine.")
        file = world.root / CARD
        file.write_text(file.read_text().replace('measures: ""', "measures: theirs"))
        await kit.press("ctrl+s")
        assert "A colleague changed this card meanwhile" in kit.flat
        assert "theirs" in kit.words
        assert card(world).description == ""
        await kit.press("ctrl+s")
        assert (card(world).description, card(world).measures) == ("Mine.", "theirs")


async def test_a_reviewer_reads_the_card_and_cannot_write_it(world):
    (world.root / "people" / "eve.yaml").write_text(
        "name: Eve\nemails: [eve@example.org]\nroles: [reviewer]\n"
    )
    async with browsing(world.root, "eve") as eve:
        await eve.press("t")
        assert "You read this card" in eve.words
        await eve.press(*"words", "ctrl+s", "escape")
        assert "all instances" in eve.words
    assert card(world).description == ""


# -- the lead's reading -------------------------------------------------------------------


async def test_a_task_s_instances_are_read_one_after_another(world):
    first, second = world.submitted(input="First."), world.submitted(input="Second.")
    async with browsing(world.root, "kit", (120, 60)) as kit:
        await kit.press("r")
        assert "1 of 2" in kit.words
        assert first in kit.words
        assert "First." in kit.words
        assert "Score 5" in kit.words
        assert "author ann" in kit.words
        await kit.press("n")
        assert second in kit.words
        await kit.press("n")
        assert "That was the last instance" in kit.flat
        await kit.press("p", "p")
        assert "This is the first one" in kit.flat


async def test_texts_behind_a_warning_are_shown_when_asked_for(world):
    world.submitted(input="Violent words.")
    file = world.root / CARD
    file.write_text(file.read_text() + "content_warnings: [violence]\n")
    async with browsing(world.root, "kit") as kit:
        await kit.press("r")
        assert "content: violence" in kit.words
        assert "Violent words." not in kit.words
        await kit.press("w")
        assert "Violent words." in kit.words


async def test_a_lead_s_correction_bars_the_lead_and_leaves_the_author(world):
    world("people", "add", "kit@example.org", "--role", "reviewer", by="kit")
    name = world.draft(input="A questoin about shops and prices in the table.")
    world("sync")
    async with browsing(world.root, "kit") as kit:
        await kit.press("r", "e")
        await kit.press("tab", "end", *" corrected")
        await kit.press("ctrl+s", "escape")
        assert "somebody else wrote" in kit.flat
        await kit.press("r")
        assert "is on record" in kit.flat
    assert "Curate-Act: editorial" in world.git("log", "-1", "--format=%B")
    assert paths_in(world.root) == {world.find(name).path}
    benchmark = world.load()
    loaded = benchmark.find(name)
    assert loaded.instance.provenance.author == "ann"
    world("submit", name)
    benchmark = world.load()
    [submitted] = benchmark.instances
    [act] = benchmark.acts_of(submitted)
    assert act.act.writers == ["ann", "kit"]
    world.review(submitted.name, "kit", code=1)


def test_a_correction_under_another_git_identity_counts_for_who_made_it(world):
    from benchmark.identity import who_acts
    from review.editorial import record_editorial

    name = world.draft()
    world("sync")
    world.git("config", "user.name", "Bob")
    world.git("config", "user.email", "bob@example.org")
    world.edit(name, input="Corrected: which shop is the cheapest of the two in the table?")
    benchmark = world.load()
    kit = who_acts(benchmark, world.root, "kit@example.org")
    record_editorial(world.root, benchmark, kit, benchmark.find(name))
    benchmark = world.load()
    ann = who_acts(benchmark, world.root, "ann@example.org")
    loaded = benchmark.find(name)
    assert writers(world.root, benchmark, ann, [loaded])[name] == ["ann", "kit"]


# -- clear and retire ---------------------------------------------------------------------


async def test_a_task_is_cleared_and_a_later_change_shows(world):
    name = world.draft()
    async with browsing(world.root, "kit") as kit:
        await kit.press("r", "c")
        assert "let them pass" in kit.flat
        await kit.press("c")
        assert "is cleared" in kit.flat
        assert "cleared by kit" in kit.flat
        world.edit(name, input="Another question about the shops of the table?")
        await kit.until(lambda: "changed since" in kit.flat)
    assert card(world).cleared_by == "kit"


async def test_a_task_is_retired_with_a_reason_and_brought_back(world):
    name = world.submitted()
    async with browsing(world.root, "kit") as kit:
        await kit.press("r", "x")
        assert "1 instance" in kit.flat
        await kit.press("ctrl+s")
        assert "a reason is needed" in kit.words
        await kit.type("Confusing to everyone.")
        await kit.press("ctrl+s")
        assert "is retired" in kit.flat
        assert (card(world).status, card(world).reason) == ("retired", "Confusing to everyone.")
        assert world.standing(name).status == "withdrawn"
        await kit.press("escape")
        assert "retired" in kit.words
        await kit.press("t", "f4", "r")
        assert card(world).status == "active"


async def test_who_is_no_curator_is_told_that_it_takes_one(world):
    world.submitted()
    async with browsing(world.root, "ann") as ann:
        await ann.press("ctrl+b", "end", "enter", "r", "x")
        await ann.type("Because.")
        await ann.press("ctrl+s")
        assert "the role 'curator'" in ann.flat
        await ann.press("c", "c")
        assert "the role 'curator'" in ann.flat
    assert (card(world).status, card(world).cleared_by) == ("active", "")


def test_clear_on_the_command_line(world):
    assert "no instance to read" in world("task", "clear", "reasoning/tables", by="kit", code=1).err
    world.draft()
    assert "curator" in world("task", "clear", "reasoning/tables", by="ann", code=1).err
    result = world("task", "clear", "reasoning/tables", "--reason", "Reads well.", by="kit")
    assert "cleared by kit" in result.out
    assert "Reads well." in world.git("log", "-1", "--format=%B")
    assert "already" in world("task", "clear", "reasoning/tables", by="kit", code=1).err
    world("task", "retire", "reasoning/tables", "--reason", "No.", by="kit")
    assert "retired" in world("task", "clear", "reasoning/tables", by="kit", code=1).err
