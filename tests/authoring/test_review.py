"""A reviewer at work: fifty a day, nothing typed lost, nothing filed unseen."""

from __future__ import annotations

import json
import subprocess
import sys
from signal import SIGHUP, SIGKILL
from time import sleep

import pytest

from authoring.app import CurateApp
from authoring.outbox import outbox_of
from authoring.review.open import open_queue
from tests.authoring.reviewing import WIDE, Reviewer, queued, reviewing, reviews
from tests.world import TASK, World

pytestmark = pytest.mark.anyio


def two_in_the_queue(world: World) -> list[str]:
    """Two instances that wait for bob, in the order in which he gets them."""
    world.submitted()
    world.submitted()
    return queued(world, "bob")


async def test_four_keys_and_f_file_a_review_and_the_next_one_is_there(world):
    first, second = two_in_the_queue(world)
    async with reviewing(world.root, "bob") as bob:
        assert f"1 of 2 · {first} · en" in bob.words
        await bob.answer_all("1", "3", "2", "1")
        await bob.press("f")
        assert f"2 of 2 · {second}" in bob.words
        await bob.settle()
        assert f"Filed {first}" in bob.words
    [review] = reviews(world, first)
    assert (review.by, review.task_fit, review.difficulty) == ("bob", "good", "intermediate")
    assert (review.reference_answer, review.score_rubric) == ("acceptable", "good")
    assert not review.reference_opened_first


async def test_the_reference_answer_is_folded_until_it_is_opened(world):
    world.submitted(reference_answer="The folded text.")
    async with reviewing(world.root, "bob") as bob:
        assert "The folded text." not in bob.words
        assert "judge 1 and 2 first" in bob.words
        assert "Evaluators will read this as the score-5 answer" in bob.flat
        await bob.press("1", "1", "r")
        assert "The folded text." in bob.words


async def test_whether_the_reference_was_opened_first_is_on_record(world):
    name = world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.press("r", "r")
        await bob.answer_all("1", "1", "1", "1")
        await bob.press("f")
        await bob.settle()
    assert [review.reference_opened_first for review in reviews(world, name)] == [True]


async def test_nobody_judges_a_reference_answer_they_have_not_opened(world):
    world.submitted(reference_answer="The folded text.")
    async with reviewing(world.root, "bob") as bob:
        await bob.press("1", "1", "1")
        assert "The folded text." in bob.words
        assert "2 of 4 answered" in bob.words


async def test_a_flag_needs_a_comment_before_it_can_be_filed(world):
    name = world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "2", "1", "2")
        assert "say what is wrong" in bob.words
        await bob.press("escape", "f")
        await bob.settle()
        assert reviews(world, name) == []
        await bob.type("levels 3 and 4\nread alike")
        await bob.press("escape")
        assert "f file this review" in bob.flat
        await bob.press("f")
        await bob.settle()
    [review] = reviews(world, name)
    assert review.score_rubric == "bad"
    assert review.comments == {"score_rubric": "levels 3 and 4\nread alike"}


async def test_an_answer_can_be_changed_before_filing(world):
    name = world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "1", "1", "1")
        await bob.press("4")
        assert "All four are answered" in bob.words
        await bob.press("shift+tab", "shift+tab", "2", "f")
        await bob.settle()
    [review] = reviews(world, name)
    assert (review.reference_answer, review.score_rubric) == ("acceptable", "good")


async def test_a_click_answers_and_opens(world):
    world.submitted(reference_answer="The folded text.")
    async with reviewing(world.root, "bob") as bob:
        await bob.pilot.click("#question-difficulty .choice")
        await bob.pilot.pause()
        assert "How difficult is it? very easy" in bob.flat
        await bob.pilot.click("#passage-reference_answer .heading")
        await bob.pilot.pause()
        assert "The folded text." in bob.words


async def test_seconds_are_counted(world):
    name = world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "1", "1", "1")
        await bob.pilot.pause(1.1)
        await bob.press("f")
        await bob.settle()
    assert reviews(world, name)[0].seconds >= 1


async def test_the_review_of_a_chosen_instance_comes_first(world):
    chosen = two_in_the_queue(world)[1]
    app = CurateApp(world.root, "bob@example.org")
    async with app.run_test(size=WIDE) as pilot:
        bob = Reviewer(app, pilot)
        await bob.settle()
        open_queue(app, chosen)
        await bob.settle()
        assert f"1 of 2 · {chosen}" in bob.words


async def test_skipped_ones_come_back_at_the_end(world):
    first, second = two_in_the_queue(world)
    async with reviewing(world.root, "bob") as bob:
        await bob.press("k")
        assert f"1 of 2 · {second}" in bob.words
        await bob.press("k")
        assert f"1 of 2 · {first}" in bob.words
        assert "skipped before" in bob.words


async def test_what_was_answered_is_there_again_after_leaving(world):
    first, second = two_in_the_queue(world)
    async with reviewing(world.root, "bob") as bob:
        await bob.press("k")
        await bob.answer_all("2", "4", "1", "1")
        await bob.type("off the task")
        await bob.press("escape", "escape")
    async with reviewing(world.root, "bob") as bob:
        assert second in bob.words
        assert "off the task" in bob.words
        assert "hard" in bob.words
        await bob.press("f")
        await bob.settle()
    assert [review.comments for review in reviews(world, second)] == [{"task_fit": "off the task"}]
    assert reviews(world, first) == []


@pytest.mark.parametrize("signal", [SIGKILL, SIGHUP])
async def test_what_was_typed_survives_the_end_of_the_process(world, signal):
    name = world.submitted()
    with subprocess.Popen(
        [sys.executable, "-m", "tests.authoring.typing_then_killed", world.root],
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"typed\n"
        sleep(1)
        process.send_signal(signal)
    async with reviewing(world.root, "bob") as bob:
        assert "As you left it" in bob.words
        await bob.press("f")
        await bob.settle()
    [review] = reviews(world, name)
    assert review.comments == {"score_rubric": "word " * 400}
    assert review.difficulty == "hard"


async def test_a_filed_review_leaves_nothing_half_written(world):
    name = world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "1", "1", "1")
        await bob.press("f")
        await bob.settle()
    assert len(reviews(world, name)) == 1
    assert list((world.root / ".git" / "curate" / "autosave").glob("**/*.json")) == []


async def test_the_last_one_can_be_corrected_while_its_round_is_open(world):
    name = world.submitted(notes="From my aunt's shops.")
    async with reviewing(world.root, "bob") as bob:
        assert "aunt" not in bob.words
        await bob.answer_all("1", "1", "1", "1")
        await bob.press("f")
        await bob.settle()
        await bob.press("u")
        assert f"correcting · {name}" in bob.words
        assert "From my aunt's shops." in bob.words
        await bob.press("shift+tab", "2")
        await bob.type("no level fits")
        await bob.press("escape", "f")
        await bob.settle()
    [review] = reviews(world, name)
    assert (review.score_rubric, review.comments) == ("bad", {"score_rubric": "no level fits"})


async def test_one_before_the_last_can_be_corrected_too(world):
    first, second = two_in_the_queue(world)
    async with reviewing(world.root, "bob") as bob:
        for _ in range(2):
            await bob.answer_all("1", "1", "1", "1")
            await bob.press("f")
            await bob.settle()
        await bob.press("u")
        last = first if f"correcting · {first}" in bob.words else second
        assert f"correcting · {last}" in bob.words
        before = second if last == first else first
        await bob.press("u")
        assert f"correcting · {before}" in bob.words
        await bob.press("u")
        assert "no review of yours to correct" in bob.flat


async def test_a_closed_round_is_not_corrected_and_it_says_so(world):
    name = world.submitted()
    world.review(name, "cem")
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "1", "1", "1")
        await bob.press("f")
        await bob.settle()
        await bob.press("u")
        assert f"The round of {name} is closed" in bob.flat


async def test_a_review_is_handed_back_with_a_reason(world):
    first, second = two_in_the_queue(world)
    async with reviewing(world.root, "bob") as bob:
        await bob.press("h", "ctrl+s")
        assert "a reason is needed" in bob.words
        await bob.type("My own field trip.")
        await bob.press("escape", "h")
        assert "My own field trip." in bob.words
        await bob.press("ctrl+s")
        await bob.settle()
        assert f"1 of 1 · {second}" in bob.words
    [need, other] = world.standing(first).needs
    assert "bob" not in need.who + other.who
    [act] = (world.root / "tasks" / TASK / "reviews" / first).glob("*-hand_back-*.yaml")
    assert "My own field trip." in act.read_text()


# -- something is in the way ------------------------------------------------------------------


async def test_a_text_that_changes_underneath_is_shown_anew_and_not_filed_unseen(world):
    name = world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "1", "1", "2")
        await bob.type("vague")
        world("recall", name, "--reason", "a word")
        world.edit(name, input="Which shop is the dearest?")
        world("submit", name)
        await bob.press("escape", "f")
        await bob.settle()
        assert reviews(world, name) == []
        assert "round 2" in bob.words
        assert "Which shop is the dearest?" in bob.words


async def test_the_same_round_with_another_text_keeps_the_answers_at_hand(world):
    name = world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "3", "1", "2")
        await bob.type("vague")
        await bob.press("escape")
        swap_text(world, name)
        bob.app.read_again()
        await bob.settle()
        assert "The text has changed" in bob.words
        assert "[-cheapest-]{+dearest+}" in bob.words
        assert "before: intermediate" in bob.words
        await bob.press("f")
        await bob.settle()
        assert reviews(world, name) == []
        await bob.press("equals_sign")
        assert "vague" in bob.words
        assert "f file this review" in bob.flat


async def test_answers_to_another_text_are_not_filed_after_a_restart(world):
    name = world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "3", "1", "1")
        await bob.press("escape")
    swap_text(world, name)
    async with reviewing(world.root, "bob") as bob:
        assert "The text has changed since you answered" in bob.words
        assert "before: intermediate" in bob.words
        await bob.press("f")
        await bob.settle()
    assert reviews(world, name) == []


def swap_text(world: World, name: str) -> None:
    """What another copy submitted as the same round takes the place of this one."""
    loaded = world.find(name)
    act = next((world.root / "tasks" / TASK / "reviews" / name).glob("*-submit-*.yaml"))
    old = loaded.digest
    world.edit(name, input=loaded.instance.input.replace("cheapest", "dearest"))
    act.write_text(act.read_text().replace(old, world.find(name).digest))


async def test_a_hook_that_refuses_loses_nothing(world):
    name = world.submitted()
    hook = world.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho no reviews today >&2\nexit 1\n")
    hook.chmod(0o755)
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "3", "1", "2")
        await bob.type("vague")
        await bob.press("escape", "f")
        await bob.settle()
        assert "no reviews today" in bob.words
        assert name in bob.words
        assert "vague" in bob.words
        hook.unlink()
        await bob.press("f")
        await bob.settle()
    assert [review.comments for review in reviews(world, name)] == [{"score_rubric": "vague"}]


async def test_reviews_sent_off_are_filed_though_the_screen_is_left_at_once(world):
    names = two_in_the_queue(world)
    hook = world.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nsleep 2\n")
    hook.chmod(0o755)
    async with reviewing(world.root, "bob") as bob:
        for _ in names:
            await bob.answer_all("1", "1", "1", "1")
            await bob.press("f")
        await bob.press("escape")
        while outbox_of(bob.app).errands:
            await bob.pilot.pause(0.1)
        await bob.settle()
        assert f"Filed {names[1]}" in bob.flat
    assert [len(reviews(world, name)) for name in names] == [1, 1]


# -- nothing to review ------------------------------------------------------------------------


async def test_the_last_one_says_so(world):
    world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.answer_all("1", "1", "1", "1")
        await bob.press("f")
        await bob.settle()
        assert "That was the last one: you have filed 1 review" in bob.words
        assert "1 you have reviewed it in this round" in bob.flat


async def test_an_empty_queue_says_why(world):
    world.submitted()
    async with reviewing(world.root, "ann") as ann:
        assert "Nothing waits for a review by you" in ann.words
        assert "1 you wrote it" in ann.flat
        await ann.press("1", "f", "k", "r", "c", "t", "u")
        assert "Nothing waits for a review by you" in ann.words


async def test_a_benchmark_without_open_rounds_says_so(world):
    async with reviewing(world.root, "bob") as bob:
        assert "No round of review is open." in bob.words


@pytest.mark.parametrize(
    ("person", "said"),
    [("kit", "You are not a reviewer here"), ("nobody", "not among the people")],
)
async def test_who_may_not_review_is_told_why(world, person, said):
    world.submitted()
    async with reviewing(world.root, person) as reader:
        assert said in reader.flat


# -- before, beside and after -----------------------------------------------------------------


async def test_content_warnings_come_before_the_text(world):
    card = world.root / "tasks" / TASK / "task.yaml"
    card.write_text(card.read_text() + "content_warnings: [violence]\n")
    world.submitted(input="A terrible text.")
    async with reviewing(world.root, "bob") as bob:
        assert "violence" in bob.words
        assert "terrible" not in bob.words
        await bob.press("1", "1")
        assert "terrible" not in bob.words
        await bob.press("enter")
        assert "A terrible text." in bob.words
        assert "0 of 4 answered" in bob.words


async def test_guidelines_and_the_card_are_a_key_away(world):
    (world.root / "guidelines.md").write_text("# Fit\n\nBad is what **nobody** asked.\n")
    card = world.root / "tasks" / TASK / "task.yaml"
    card.write_text(card.read_text().replace("owner: kit", "owner: ann"))
    world.submitted()
    async with reviewing(world.root, "bob") as bob:
        await bob.press("question_mark")
        assert "Bad is what nobody asked." in bob.words
        await bob.press("escape", "t")
        assert "tables" in bob.words
        assert "ann" not in bob.words
        await bob.press("escape")
        assert "0 of 4 answered" in bob.words


async def test_what_the_checks_found_is_told_after_the_verdict(world):
    world.submitted(input="The same words.", reference_answer="The same words.")
    async with reviewing(world.root, "bob") as bob:
        assert "Found by the checks" not in bob.words
        await bob.answer_all("1", "1", "1", "1")
        assert "Found by the checks" in bob.words


HOSTILE = "[/foo] list[int] \x1b[2J [red"
PLAIN = "[/foo] list[int] [red"


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(s, marks=pytest.mark.long) for s in ((120, 60), (40, 10)))]
)
async def test_any_text_can_be_reviewed_at_any_size(world, size):
    (world.root / "guidelines.md").write_text(f"# {HOSTILE}\n\n{HOSTILE}\n")
    card = world.root / "tasks" / TASK / "task.yaml"
    quoted = json.dumps(HOSTILE)
    card.write_text(card.read_text().replace('measures: ""', f"measures: {quoted}"))
    card.write_text(card.read_text().replace('description: ""', f"description: {quoted}"))
    name = world.submitted(input=PLAIN, reference_answer=PLAIN, notes=PLAIN)
    async with reviewing(world.root, "bob", size) as bob:
        await bob.press("question_mark", "escape", "t", "escape")
        await bob.press("1", "1", "r", "3", "1")
        await bob.type("[/b] [red")
        await bob.press("escape", "f")
        await bob.settle()
        await bob.press("u", "escape")
    [review] = reviews(world, name)
    assert review.comments == {"reference_answer": "[/b] [red"}
