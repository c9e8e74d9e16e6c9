"""A reviewer looks again at what they had flagged."""

from __future__ import annotations

import pytest

from authoring.app import CurateApp
from authoring.review.open import open_sent_back
from schemas.instance import ScoreRubric
from tests.authoring.reviewing import WIDE, Reviewer, reviewing, reviews
from tests.world import World

pytestmark = pytest.mark.anyio


@pytest.fixture
def sent_back(world: World) -> str:
    """Bob flagged the rubric; ann changed a level and, unasked, the input, and answered."""
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world.review(name, "cem")
    rubric = world.find(name).instance.score_rubric.model_dump()
    rubric["score3_description"] = "It names the right shop among [/foo] others, with its price."
    world.edit(name, score_rubric=ScoreRubric(**rubric), input="Which shop is cheapest?")
    world("submit", name, "--answer", "rubric=fixed:level 3 [red speaks of the price")
    return name


async def test_what_changed_stands_beside_my_flag_and_the_answer(world, sent_back):
    async with reviewing(world.root, "bob") as bob:
        assert f"{sent_back} · en · recheck, round 2" in bob.words
        assert "What changed since your review" in bob.words
        assert "You flagged the rubric: not good" in bob.words
        assert "The author: fixed — level 3 [red speaks of the price" in bob.words
        words = bob.flat
        assert "among {+[/foo] +}others{+, with its price+}." in words
        assert words.index("You flagged") < words.index("Changed without a flag of yours")
        assert "ann" not in words.replace("answer", "")


async def test_as_before_fills_in_the_earlier_answers(world, sent_back):
    async with reviewing(world.root, "bob") as bob:
        assert "(before: bad)" in bob.words
        await bob.press("equals_sign")
        assert "The rubric bad" in bob.flat
        assert "f file this review" in bob.flat
        await bob.press("shift+tab", "1", "f")
        await bob.settle()
    [review] = reviews(world, sent_back)
    assert (review.by, review.round, review.score_rubric) == ("bob", 2, "good")
    assert review.difficulty == "easy"


async def test_who_did_not_review_it_before_sees_it_as_new(world, sent_back):
    for person in ("bob", "cem"):
        file = world.root / "people" / f"{person}.yaml"
        file.write_text(file.read_text() + "left: true\n")
    async with reviewing(world.root, "dee") as dee:
        assert sent_back in dee.words
        assert "What changed" not in dee.words
        assert "judge 1 and 2 first" in dee.words
        assert "as before" not in dee.words
        await dee.press("equals_sign")
        assert "0 of 4 answered" in dee.words


async def test_the_author_sees_every_flag_the_rounds_and_what_counts_as_fixed(world):
    name = world.submitted()
    world.review(name, "bob", "rubric", "fit")
    world.review(name, "cem")
    world.edit(name, input="Which shop is cheapest?")
    app = CurateApp(world.root, "ann@example.org")
    async with app.run_test(size=WIDE) as pilot:
        ann = Reviewer(app, pilot)
        await ann.settle()
        open_sent_back(app)
        await ann.settle()
        assert "Sent back to me · 1" in ann.words
        assert f"{name} round 1 ⚑ rubric, task fit" in ann.flat
        assert "⚑ task fit (reads otherwise now: counts as fixed) not good" in ann.flat
        assert "⚑ rubric not good" in ann.flat
        assert "✓ cem: fit good" in ann.words
        await ann.press("enter")
        await ann.settle()
        assert "EditScreen" in type(app.screen).__name__


async def test_nothing_sent_back_is_said_in_words(world):
    app = CurateApp(world.root, "bob@example.org")
    async with app.run_test(size=(40, 10)) as pilot:
        bob = Reviewer(app, pilot)
        await bob.settle()
        open_sent_back(app)
        await bob.settle()
        await bob.press("enter", "e", "pagedown")
        assert "Nothing was sent back to you." in bob.words
