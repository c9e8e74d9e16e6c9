"""One hostile text in every place a text can come from, carried through every screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.content import Content
from textual.screen import Screen

from authoring.app import CurateApp
from authoring.check.screen import CheckScreen
from authoring.conflict.screen import ConflictScreen
from authoring.curator.pick import PickDialog
from authoring.curator.screen import CuratorScreen
from authoring.dialogs.form import Form, Line
from authoring.edit.choice import Choice
from authoring.edit.screen import EditScreen
from authoring.reason import ReasonDialog
from authoring.review.open import open_queue
from authoring.review.pages import GuidelinesPage, TaskPage
from authoring.review.sent_back import SentBackScreen
from authoring.share.screen import ShareScreen
from authoring.task.reading import ReadingScreen
from authoring.task.screen import TaskScreen
from authoring.who.screen import WhoScreen
from benchmark.layout import parse_task
from schemas.cards import CapabilityCard, TaskCard
from schemas.errors import RefusedError, Where
from schemas.instance import ScoreRubric, Source
from schemas.yamldoor import update
from tests.authoring.browsing import browsing
from tests.authoring.generated import generated
from tests.world import AS_KIT, TASK, World

pytestmark = pytest.mark.anyio

BOMB = "[/foo] list[int] \x1b[2J [red"
SEEN = "[/foo] list[int] ␛[2J [red"
PLACE = parse_task(TASK)


@pytest.fixture
def hostile(world: World) -> dict[str, str]:
    """A benchmark whose every text is hostile; names of its instances by what they are for."""
    names = {
        "sent back": world.submitted(),
        "to review": world.submitted(by="bob"),
        "draft": world.draft(),
    }
    world.review(names["sent back"], "bob")
    world.review(names["sent back"], "cem", "fit", comment=BOMB)
    names["to check"] = generated(world, closest=names["sent back"], near=names["to review"])
    for kind, name in names.items():
        if kind in ("draft", "to check"):
            world.edit(name, **_texts(name))
    sources = [Source(ref=BOMB, licence=BOMB)]
    prose = dict.fromkeys(("description", "measures", "motivation"), BOMB)
    card = TaskCard(**prose, content_warnings=[BOMB], sources=sources)
    _change(world, f"tasks/{TASK}/task.yaml", card)
    _change(world, "tasks/reasoning/capability.yaml", CapabilityCard(description=BOMB))
    person = world.root / "people" / "bob.yaml"
    person.write_text(person.read_text().replace("Bob", '"[/b] list[int] \\e[2J"'))
    settings = world.root / "curate.yaml"
    settings.write_text(settings.read_text().replace("Test bench", '"[/n] list[int] \\e[2J"'))
    (world.root / "guidelines.md").write_text(BOMB, encoding="utf-8")
    world.git("add", ".")
    world.git(*AS_KIT, "commit", "-qm", BOMB)
    return names


def _texts(name: str) -> dict[str, object]:
    return {
        "system_prompt": BOMB,
        "input": f"{name}: {BOMB}",
        "reference_answer": BOMB,
        "notes": BOMB,
        "sources": [Source(ref=BOMB, licence=BOMB)],
        "score_rubric": ScoreRubric(criteria=BOMB, score1_description=BOMB),
    }


def _change(world: World, path: str, card: CapabilityCard | TaskCard) -> None:
    file = world.root / path
    file.write_text(update(file.read_text(encoding="utf-8"), card, path), encoding="utf-8")


def dialogs(names: dict[str, str], world: World) -> list[Callable[[], Screen[object]]]:
    draft = world.find(names["draft"]).instance
    theirs = draft.model_copy(update={"input": f"theirs {BOMB}"})
    return [
        lambda: EditScreen(names["draft"]),
        lambda: ConflictScreen(BOMB, None, draft, theirs, BOMB),
        lambda: TaskScreen(PLACE),
        lambda: TaskScreen("reasoning"),
        lambda: ReadingScreen(PLACE),
        lambda: ShareScreen(),
        lambda: GuidelinesPage(BOMB, BOMB),
        lambda: TaskPage(PLACE, world.load().tasks[PLACE]),
        lambda: SentBackScreen(),
        lambda: CuratorScreen(),
        lambda: CheckScreen(),
        lambda: PickDialog(BOMB, {"bob": BOMB}),
        lambda: ReasonDialog(BOMB, BOMB, BOMB),
        lambda: Form(BOMB, (Line("x", BOMB, BOMB),), BOMB),
        lambda: Choice(BOMB, BOMB, [("yes", BOMB)]),
        lambda: Choice(BOMB, Content(SEEN), [("yes", BOMB)]),
        lambda: WhoScreen(world.load().people, BOMB),
    ]


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.long)], ids=["80", "120"]
)
async def test_every_screen_shows_it_and_none_obeys_it(
    world: World, hostile: dict[str, str], size: tuple[int, int]
) -> None:
    shown = set()
    for who in ("ann", "kit"):
        async with browsing(world.root, who, size=size) as person:
            for make in dialogs(hostile, world):
                screen = make()
                person.app.push_screen(screen)
                await person.settle()
                assert person.app.is_running
                assert "\x1b" not in person.words
                if "list[int]" in person.words:
                    shown.add(type(screen).__name__)
                person.app.pop_screen()
                await person.settle()
            await _review_and_messages(person.app, person)
    assert shown == {type(make()).__name__ for make in dialogs(hostile, world)}


async def _review_and_messages(app: CurateApp, person) -> None:
    open_queue(app)
    await person.settle()
    assert app.is_running
    assert "\x1b" not in person.words
    app.tell(RefusedError(BOMB, where=Where(BOMB, field=BOMB), advice=BOMB))
    app.tell(BOMB, severity="information")
    await person.settle()
    assert SEEN in " ".join(person.words.split())
