"""The rounds of review through the command line: who files what when, and what is locked."""

from __future__ import annotations

import pytest

from benchmark.identity import who_acts
from review.file import file_review
from schemas.errors import ChangedOnDiskError
from tests.world import World

VERDICT = ["--task-fit", "good", "--difficulty", "easy", "--reference", "good", "--rubric"]


def statuses(world: World) -> dict[str, int]:
    return world("status", "--json").json["by_status"]


def whose(world: World, name: str) -> list[tuple[str, ...]]:
    return [need.who for need in world.standing(name).needs]


def traces(world: World) -> tuple[str, str]:
    return world.git("rev-parse", "HEAD"), world.git("status", "--porcelain", "-uall")


@pytest.fixture
def in_review(world: World) -> str:
    return world.submitted()


@pytest.fixture
def one_flag_filed(world: World, in_review: str) -> str:
    world.review(in_review, "bob", "rubric")
    return in_review


@pytest.fixture
def accepted(world: World, in_review: str) -> str:
    world.review(in_review, "bob")
    world.review(in_review, "cem")
    return in_review


# -- how rounds go ----------------------------------------------------------------------------


def test_two_clean_reviews_accept(world, accepted):
    assert world.standing(accepted).status == "accepted"
    assert world.standing(accepted).basis == "reviewed"


def test_one_flag_sends_it_back_and_only_the_flagger_looks_again(world, one_flag_filed):
    name = one_flag_filed
    world.review(name, "cem")
    assert world.standing(name).status == "revise"
    rubric = world.find(name).instance.score_rubric
    world.edit(name, score_rubric=rubric.model_copy(update={"score3_description": "Half."}))
    world("submit", name)
    assert whose(world, name) == [("bob",)]
    assert "not yours" in world.review(name, "cem", code=1).err
    world.review(name, "bob")
    assert world.standing(name).status == "accepted"


def test_another_field_changed_too_and_both_look_again(world, one_flag_filed):
    name = one_flag_filed
    world.review(name, "cem")
    world.edit(name, reference_answer="Shop B: 2 euro, one less than shop A.")
    world("submit", name, "--answer", "rubric=disagree:it is fine")
    assert whose(world, name) == [("bob",), ("cem",)]


def test_two_flags_eliminate_even_on_different_fields(world, one_flag_filed):
    assert "eliminated" in world.review(one_flag_filed, "cem", "fit").out
    assert world.standing(one_flag_filed).status == "eliminated"


def test_acceptable_reference_and_any_difficulty_flag_nothing(world, in_review):
    for by, difficulty in (("bob", "very_easy"), ("cem", "hard")):
        world("review", "file", in_review, "--task-fit", "good", "--difficulty", difficulty,
              "--reference", "acceptable", "--rubric", "good", by=by)  # fmt: skip
    assert world.standing(in_review).status == "accepted"


@pytest.mark.parametrize("comment", [[], ["--comment", "rubric="], ["--comment", "rubric= \n"],
                                     ["--comment", "fit=wrong"]])  # fmt: skip
def test_a_flag_without_its_comment_is_wrong_usage(world, in_review, comment):
    before = traces(world)
    refused = world("review", "file", in_review, *VERDICT, "bad", *comment, by="bob", code=2)
    assert "score_rubric needs a comment" in refused.err
    assert traces(world) == before


@pytest.mark.parametrize("comment", ["rubric", "colour=red", "=x", "input=wrong"])
def test_a_comment_on_something_else_is_wrong_usage(world, in_review, comment):
    words = [*VERDICT, "good", "--comment", comment]
    assert "FIELD=TEXT" in world("review", "file", in_review, *words, by="bob", code=2).err


def test_a_field_commented_on_twice_is_wrong_usage_and_loses_no_word(world, in_review):
    words = ["--comment", "rubric=too strict", "--comment", "score_rubric=and too long"]
    refused = world("review", "file", in_review, *VERDICT, "bad", *words, by="bob", code=2)
    assert "twice" in refused.err


def test_a_comment_is_shown_and_never_obeyed_by_the_terminal(world, in_review):
    words = ["--comment", "rubric=\x1b[31mred\x9b"]
    world("review", "file", in_review, *VERDICT, "bad", *words, by="bob")
    world.review(in_review, "cem")
    quoted = world("submit", in_review, code=1).err
    assert "␛[31mred⟨U+009B⟩" in quoted
    world("withdraw", in_review, "--reason", "\x1b[2J")
    assert "(␛[2J)" in world("review", "show", in_review).out


def test_a_comment_comes_back_as_it_was_typed(world, in_review):
    text = " 1.5 × 3 = 4.5, not 5\n\n- so: no\n#2 = ok "
    world("review", "file", in_review, *VERDICT, "bad", "--comment", f"rubric={text}", by="bob")
    shown = world("review", "show", in_review, "--json", by="bob").json
    assert shown["reviews"][0]["comments"] == {"score_rubric": text}


# -- what is locked ---------------------------------------------------------------------------


def test_an_accepted_text_that_is_edited_is_accepted_no_more(world, accepted):
    rubric = world.find(accepted).instance.score_rubric
    world.edit(accepted, score_rubric=rubric.model_copy(update={"score4_description": "Nearly."}))
    assert world.standing(accepted).status == "draft"
    assert whose(world, accepted) == [("ann",)]
    world("submit", accepted)
    assert whose(world, accepted) == [("bob",), ("cem",)]


def test_an_accepted_text_that_is_put_back_is_accepted_again(world, accepted):
    text = world.find(accepted).instance.input
    world.edit(accepted, input="Which?")
    world.edit(accepted, input=text)
    assert world.standing(accepted).status == "accepted"


def test_notes_and_provenance_may_change_at_any_time(world, accepted):
    world.edit(accepted, notes="Prices are made up.")
    assert world.standing(accepted).status == "accepted"


def test_an_open_round_is_locked_even_for_a_comma(world, one_flag_filed):
    world.edit(one_flag_filed, input="Which shop, is the cheapest?")
    refused = world("submit", one_flag_filed, code=1)
    assert "locked" in refused.err
    assert "A curator can recall it: `curate recall" in refused.err
    assert world.find(one_flag_filed).instance.input == "Which shop, is the cheapest?"


def test_nobody_reviews_a_text_that_was_edited_in_the_open_round(world, in_review):
    world.edit(in_review, input="Which shop, is the cheapest?")
    assert "it is draft" in world.review(in_review, "bob", code=1).err
    assert world("review", "queue", "--json", by="bob").json == []


def test_the_author_takes_it_back_before_any_review(world, in_review):
    world.edit(in_review, input="Which shop?")
    assert "No review is filed yet" in world("submit", in_review, code=1).err
    world("recall", in_review, "--reason", "a slip")
    world("submit", in_review)
    assert world.standing(in_review).round == 2


def test_after_a_review_only_a_curator_takes_it_back_and_the_flag_stays(world, one_flag_filed):
    name = one_flag_filed
    refused = world("recall", name, "--reason", "a comma", code=1)
    assert "only a curator" in refused.err
    world("recall", name, "--reason", "the input was the wrong one", by="kit")
    act = next(world.root.glob(f"tasks/*/*/reviews/{name}/r1-recall-kit-*"))
    assert "the input was the wrong one" in act.read_text()
    world.edit(name, input="Which shop, is the cheapest?")
    assert "the flag on score_rubric has no answer: not good" in world("submit", name, code=1).err
    world("submit", name, "--answer", "rubric=disagree:it is fine")
    assert whose(world, name) == [("bob",), ("cem", "dee")]


# -- one's own review -------------------------------------------------------------------------


def test_a_second_review_of_a_round_is_refused(world, one_flag_filed):
    before = traces(world)
    refused = world.review(one_flag_filed, "bob", code=1)
    assert "--supersede" in refused.err
    assert traces(world) == before


def test_a_slip_is_corrected_while_the_round_is_open(world, one_flag_filed):
    name = one_flag_filed
    world("review", "file", name, *VERDICT, "good", "--supersede", by="bob")
    world("review", "file", name, *VERDICT, "good", "--supersede", by="bob")
    world.review(name, "cem")
    assert world.standing(name).status == "accepted"


def test_a_closed_round_is_not_corrected(world, accepted):
    before = traces(world)
    words = [*VERDICT, "bad", "--comment", "rubric=no", "--supersede"]
    assert "closed" in world("review", "file", accepted, *words, by="bob", code=1).err
    assert traces(world) == before


@pytest.mark.parametrize("by", ["cem", "ann", "kit"])
def test_nobody_replaces_what_is_not_theirs(world, one_flag_filed, by):
    before = traces(world)
    words = [*VERDICT, "good", "--supersede"]
    assert "no review" in world("review", "file", one_flag_filed, *words, by=by, code=1).err
    assert traces(world) == before


def test_a_correction_is_of_the_text_that_was_submitted(world, one_flag_filed):
    world.edit(one_flag_filed, input="Which shop, is the cheapest?")
    words = [*VERDICT, "good", "--supersede"]
    assert "not what was submitted" in world(
        "review", "file", one_flag_filed, *words, by="bob", code=1
    ).err  # fmt: skip


def test_a_text_that_changes_while_the_review_is_filed_is_not_reviewed(world, in_review):
    benchmark = world.load()
    loaded = benchmark.find(in_review)
    actor = who_acts(benchmark, world.root, "bob@example.org")
    world.edit(in_review, input="Another question?")
    before = traces(world)
    with pytest.raises(ChangedOnDiskError):
        file_review(
            world.root, benchmark, actor, loaded, task_fit="good", difficulty="easy",
            reference_answer="good", score_rubric="good", comments={},
        )  # fmt: skip
    assert traces(world) == before


# -- the queue --------------------------------------------------------------------------------


def test_the_last_of_a_queue_leaves_it_empty_in_words(world, in_review):
    assert f"Next: curate review show {in_review}" in world("review", "queue", by="bob").out
    world.review(in_review, "bob")
    said = world("review", "queue", by="bob")
    assert said.out == (
        "Nothing waits for a review by you, bob.\n"
        "Open reviews that are not yours:\n"
        "     1  you have reviewed it in this round\n"
    )
    assert world("review", "queue", "--json", by="bob").json == []


def test_who_is_no_reviewer_is_told_so(world, in_review):
    assert "You are not a reviewer here; a curator" in world("review", "queue", by="kit").out
    assert "not yours to review" in world.review(in_review, "kit", code=1).err


def test_a_queue_begins_with_what_only_its_reader_can_do(world, one_flag_filed):
    world.review(one_flag_filed, "cem")
    first = world.submitted()
    world("submit", one_flag_filed, "--answer", "rubric=disagree:it is fine")
    earlier = world.submitted()
    queue = world("review", "queue", "--json", by="bob").json
    assert queue[0]["id"] == one_flag_filed
    assert {item["id"] for item in queue[1:]} == {first, earlier}
    assert queue[0]["why"] == "had flagged it"


def leave(world: World, *people: str) -> None:
    for person in people:
        file = world.root / "people" / f"{person}.yaml"
        file.write_text(file.read_text() + "left: true\n")


def test_what_nobody_may_review_is_said_with_the_reason(world, in_review):
    leave(world, "bob", "cem", "dee")
    said = world("status").out
    assert "Nobody can go on:" in said
    assert f"review  {in_review}  nobody may review it" in said
    assert "bob has left" in said
    assert {tuple(e["who"]) for e in world("status", "--json").json["next"]} == {()}


def test_someone_who_left_cannot_act(world, in_review):
    leave(world, "bob")
    assert "has left" in world.review(in_review, "bob", code=1).err


def test_an_empty_benchmark_has_an_empty_queue_and_nothing_next(world):
    assert world("review", "queue", by="bob").out.startswith("Nothing waits")
    assert world("status", "--json").json["next"] == []


# -- who may ----------------------------------------------------------------------------------


def person(world: World, name: str, more: str) -> None:
    (world.root / "people" / f"{name}.yaml").write_text(
        f"name: {name}\nemails: [{name}@example.org]\nroles: [author, reviewer]\n{more}\n"
    )


def queued(world: World, by: str) -> list[str]:
    return [item["id"] for item in world("review", "queue", "--json", by=by).json]


def test_a_capability_is_reviewed_by_those_who_can(world, in_review):
    person(world, "bob", "capabilities: [planning]")
    person(world, "cem", "capabilities: [planning, reasoning]")
    assert (queued(world, "bob"), queued(world, "cem")) == ([], [in_review])


def test_what_someone_avoids_is_not_offered_to_them(world, in_review):
    card = world.root / "tasks/reasoning/tables/task.yaml"
    card.write_text(card.read_text() + "content_warnings: [violence]\n")
    person(world, "bob", "avoid: [violence]")
    assert (queued(world, "bob"), queued(world, "cem")) == ([], [in_review])


def test_one_of_the_two_knows_the_language(world):
    name = world.submitted(language="th")
    person(world, "bob", "languages: [en]")
    person(world, "cem", "languages: [en]")
    person(world, "dee", "languages: [en, th]")
    assert queued(world, "bob") == queued(world, "cem") == queued(world, "dee") == [name]
    world.review(name, "bob")
    assert (queued(world, "cem"), queued(world, "dee")) == ([], [name])
    leave(world, "dee")
    (need,) = world.standing(name).needs
    assert (need.who, "cem does not read th" in need.why) == ((), True)


def test_both_know_the_language_where_the_policy_says_so(world):
    name = world.submitted(language="th")
    settings = world.root / "curate.yaml"
    settings.write_text(settings.read_text().replace("language_rule: one", "language_rule: both"))
    person(world, "bob", "languages: [en]")
    person(world, "cem", "languages: [th]")
    assert (queued(world, "bob"), queued(world, "cem")) == ([], [name])
