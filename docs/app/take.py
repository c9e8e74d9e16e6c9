"""Take the pictures of this folder anew: `python -m docs.app.take` in the repository.

A demo benchmark is made, brought into a state with something to do, and each screen is opened in
the real app. The preview is a page for the browser: its picture holds the page itself.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from lxml import html
from textual import events
from textual.pilot import Pilot

from authoring.app import CurateApp
from authoring.conflict.screen import ConflictScreen
from authoring.edit.screen import EditScreen
from authoring.review.open import open_queue
from benchmark.layout import private_dir
from benchmark.preview import preview_page
from schemas.instance import ScoreRubric
from tests.authoring.editing import Editor
from tests.world import World, run

HERE = Path(__file__).parent
SIZES = ((80, 24), (120, 40))
TASK = "planning/shared_kitchen"
PROMPT = "You help people who share a kitchen to get along."
INPUT = (
    "Four people share an oven from 17:00 to 19:00. Noor bakes bread for 40 minutes, Piet a "
    "casserole for 35, Ada a tray of vegetables for 25 and Sol a cake for 30 that has to be done "
    "by 18:00. The oven holds one thing at a time.\n\n"
    "Make a timetable, and say who has to wait longest."
)
ANSWER = """\
| from  | to    | what       |
|-------|-------|------------|
| 17:00 | 17:30 | cake       |
| 17:30 | 18:10 | bread      |
| 18:10 | 18:45 | casserole  |

The vegetables do not fit before 19:00; Ada waits longest, for $60 + 45 = 105$ minutes."""
RUBRIC = ScoreRubric(
    criteria="Does the timetable keep every limit, and does it name who waits longest?",
    score1_description="It is no timetable, or two things are in the oven at once.",
    score2_description="The cake is not done by 18:00, and",
    score3_description="The cake is done in time, but one of the times is wrong.",
    score4_description="Every limit is kept, but who waits longest is not said.",
    score5_description="Every limit is kept, and who waits longest is named with the reason.",
)


def prepared(root: Path) -> str:
    """A demo benchmark in the middle of work; the name of ann's draft."""
    assert run("demo", root).code == 0
    world = World(root)
    texts = {
        "system_prompt": PROMPT,
        "input": INPUT,
        "reference_answer": ANSWER,
        "score_rubric": RUBRIC,
    }
    draft = world.draft(TASK)
    world.edit(draft, **texts)
    for by, item in (("ann", "sieve"), ("cem", "blender"), ("bob", "kettle")):
        submitted = world("submit", _written(world, by, item), by=by).out.split()[-1].rstrip(".")
        if by == "ann":
            world.review(submitted, "bob", "rubric")
            world.review(submitted, "dee")
    return draft


def _written(world: World, by: str, item: str) -> str:
    """A short instance about one thing of a kitchen; its name."""
    name = world.draft(TASK, by)
    world.edit(
        name,
        system_prompt="You settle quarrels in a shared kitchen, briefly and fairly.",
        input=f"Two people want the only {item} at 18:00. Write the rule to hang on the wall.",
        reference_answer=f"Whoever writes a name on the board first has the {item}, for one hour.",
        score_rubric=ScoreRubric(
            criteria=f"Is the rule for the {item} fair, short, and complete?",
            score1_description=f"There is no rule for the {item}.",
            score2_description=f"One of the two never gets the {item}.",
            score3_description=f"Both get the {item}, but not when.",
            score4_description=f"It is clear who has the {item} when, in many words.",
            score5_description=f"It is clear in one sentence who has the {item} when.",
        ),
    )
    return name


async def _settled(app: CurateApp, pilot: Pilot[None], holds: Callable[[], object]) -> None:
    for _ in range(400):
        await pilot.pause(0.05)
        if holds():
            break
    await pilot.pause(1.0)


Steps = Callable[[CurateApp, Pilot[None]], Awaitable[None]]


async def picture(root: Path, name: str, size: tuple[int, int], steps: Steps) -> None:
    """Open the app, take the steps, keep what is seen."""
    app = CurateApp(root, "ann@example.org")
    async with app.run_test(size=size) as pilot:
        await _settled(app, pilot, lambda: app.findings is not None)
        await steps(app, pilot)
        await pilot.pause(0.5)
        svg = app.export_screenshot(title=f"curate · {name}")
    # The fonts would be fetched from a server; any monospaced one does.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    (HERE / f"{name}-{size[0]}x{size[1]}.svg").write_text(svg, encoding="utf-8")


def preview(root: Path, draft: str) -> None:
    """The page inside a picture, in two widths."""
    world = World(root)
    loaded = world.find(draft)
    card = world.load().tasks[loaded.task]
    page = html.fromstring(
        preview_page(loaded.instance, name=draft, task="/".join(loaded.task), card=card)
    )
    for meta in page.xpath("//meta|//title"):
        meta.drop_tree()
    body = html.tostring(page, method="xml", encoding="unicode")
    # What HTML leaves out after <pre>, XML shows.
    body = re.sub(r"(<pre [^>]*>)\n", r"\1", body)
    body = body.replace("<html ", '<html xmlns="http://www.w3.org/1999/xhtml" ', 1)
    for width, height in ((640, 1500), (1100, 1150)):
        (HERE / f"preview-{width}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
            '<rect width="100%" height="100%" fill="white"/>'
            f'<foreignObject width="{width}" height="{height}">{body}</foreignObject></svg>\n',
            encoding="utf-8",
        )


async def take(root: Path, draft: str) -> None:
    """Every screen in every size."""

    async def browse(app: CurateApp, pilot: Pilot[None]) -> None:
        await pilot.pause()

    async def edit(app: CurateApp, pilot: Pilot[None]) -> None:
        app.push_screen(EditScreen(draft))
        await _settled(app, pilot, lambda: isinstance(app.screen, EditScreen))
        await pilot.press("f8")

    async def conflict(app: CurateApp, pilot: Pilot[None]) -> None:
        await edit(app, pilot)
        world = World(root)
        before = world.find(draft).instance
        assert isinstance(app.screen, EditScreen)
        await Editor(app, pilot, app.screen).go("input")
        app.post_message(events.Paste(" Explain the order you chose."))
        await pilot.pause(0.3)
        world.edit(draft, input=INPUT.replace("17:00 to 19:00", "16:30 to 19:00"))
        await pilot.press("ctrl+s")
        await _settled(app, pilot, lambda: isinstance(app.screen, ConflictScreen))
        world.edit(draft, input=before.input)

    async def review(app: CurateApp, pilot: Pilot[None]) -> None:
        open_queue(app)
        await pilot.pause(2.0)
        await pilot.press("1", "3")
        await pilot.pause(1.0)

    for size in SIZES:
        for name, steps in {
            "browse": browse,
            "edit": edit,
            "conflict": conflict,
            "review": review,
        }.items():
            await picture(root, name, size, steps)
            # What was typed for a picture is not to be offered again for the next.
            shutil.rmtree(private_dir(root) / "autosave", ignore_errors=True)


def main() -> None:
    """All of them."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "demo"
        draft = prepared(root)
        preview(root, draft)
        asyncio.run(take(root, draft))


if __name__ == "__main__":
    main()
