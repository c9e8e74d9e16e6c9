"""What a report and a release may know of the reviews: numbers, and of closed rounds only."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmark.load import Benchmark, LoadedAct
from review.outcomes import reviewed
from review.rule import judge
from review.standings import subject_of
from review.statistics import QUESTIONS, statistics
from schemas.acts import Review, Withdraw
from schemas.manifest import Manifest, ReleasedInstance
from schemas.person import Person
from tests.review.stories import TASK, bench, people, story

CLEAN = story("submit", "bob", "cem")
ELIMINATED = story("submit", "bob rubric", "cem reference hard")
REVISED = story("submit", "bob rubric", "cem", "edit score_rubric", "submit", "bob")
SENT_BACK = story("submit", "bob", "cem fit")
HALF_FILED = story("submit", "bob rubric")
ADOPTED = story("submit", "bob rubric", "cem", "adopt")
OTHER_TASK = ("planning", "trips")


def apart(found, kind):
    return found["apart"][kind]["reviews"]


# -- counts -----------------------------------------------------------------------------------


def test_every_way_an_instance_can_go_is_counted_once():
    found = statistics(
        bench(
            CLEAN, CLEAN, ELIMINATED, REVISED, SENT_BACK, ADOPTED, HALF_FILED,
            story("submit", "bob", "cem rubric", "withdraw"), story(),
        )
    )  # fmt: skip
    counts = {k: v for k, v in found.items() if isinstance(v, int)}
    assert counts == {
        "instances": 8, "reviewed": 7, "accepted": 3, "adopted": 1, "eliminated": 1,
        "revised": 1, "withdrawn": 1, "tasks_retired": 0, "single_reader": 1,
    }  # fmt: skip
    assert found["rounds"] == {"1": 3, "2": 1}


def test_the_units_are_the_first_rounds_that_two_reviewed():
    found = statistics(bench(CLEAN, ELIMINATED, REVISED, SENT_BACK, HALF_FILED))
    assert {name: a["n"] for name, a in found["agreement"].items()} == dict.fromkeys(QUESTIONS, 4)
    assert found["figure"]["instances"] == 4
    assert apart(found, "other_rounds") == 1


def test_the_figure_says_per_criterion_what_both_said():
    figure = statistics(bench(CLEAN, ELIMINATED, REVISED, SENT_BACK))["figure"]
    assert figure["task_fit"] == {"agree_good": 3, "agree_bad": 0, "disagree": 1}
    assert figure["score_rubric"] == {"agree_good": 2, "agree_bad": 0, "disagree": 2}
    assert figure["reference_answer"] == {"agree_good": 3, "agree_bad": 0, "disagree": 1}
    assert figure["overall"] == {"agree_good": 1, "agree_bad": 1, "disagree": 2}
    assert figure["difficulty"] == {"very_easy": 0, "easy": 7, "intermediate": 0, "hard": 1}


def test_a_reference_answer_is_judged_in_three_steps_and_in_two():
    found = statistics(bench(*[story("submit", "bob acceptable", "cem")] * 3, CLEAN, ELIMINATED))
    three, two = (found["agreement"][n] for n in ("reference_answer", "reference_answer_bad"))
    assert three["scale"] == "ordinal"
    assert [c["ratings"] for c in three["per_category"].values()] == [1, 3, 6]
    assert three["raw"] == 0.2
    assert [c["ratings"] for c in two["per_category"].values()] == [1, 9]
    assert two["raw"] == 0.8


@pytest.mark.parametrize(
    ("steps", "readers"),
    [
        (("submit", "bob rubric", "cem", "edit score_rubric", "submit", "bob"), 1),
        (("submit", "bob rubric", "cem", "submit", "bob"), 2),
        (("submit", "bob rubric", "cem", "edit input", "submit", "bob", "cem"), 2),
        (("submit", "bob", "cem"), 2),
    ],
    ids=["narrow recheck", "the author disagreed, same text", "wide recheck", "first round"],
)
def test_final_texts_that_one_person_read_are_counted(steps, readers):
    found = statistics(bench(story(*steps)))
    assert found["accepted"] == 1
    assert found["single_reader"] == (readers == 1)


def test_people_are_who_really_wrote_and_reviewed():
    found = statistics(
        bench(
            story("submit", "bob", "cem", writers=("ann", "kit@example.org", "KIT@example.org")),
            story("submit", "bob", "dee", author="", writers=("guest@example.org",)),
            story("submit", "eva"),
            story(author="cem"),
        )
    )
    assert found["people"] == {"authors": 3, "reviewers": 3}


# -- what stays in, and what is apart ---------------------------------------------------------


@pytest.mark.parametrize("end", ["withdraw", "eliminate"])
def test_ended_instances_stay_in_agreement(end):
    assert statistics(bench(story("submit", "bob rubric", "cem", end)))["figure"]["instances"] == 1


def test_retired_tasks_stay_in_agreement():
    found = statistics(bench(CLEAN, REVISED, retired=[TASK]))
    assert (found["figure"]["instances"], found["withdrawn"], found["tasks_retired"]) == (2, 2, 1)
    assert found["people"]["reviewers"] == 2


def test_adopted_instances_are_apart_with_all_their_reviews():
    found = statistics(bench(ADOPTED, CLEAN))
    assert found["figure"]["instances"] == 1
    assert apart(found, "adopted") == 2
    assert found["apart"]["adopted"]["flagged"] == 1


def test_an_adoption_that_was_undone_and_reviewed_is_like_any_other():
    found = statistics(bench(story("adopt", "reopen", "submit", "bob", "cem")))
    assert (found["figure"]["instances"], found["adopted"], found["accepted"]) == (1, 0, 1)


def test_a_third_review_is_apart_and_those_asked_to_come_first():
    third = story("submit", "ask cem", "ask dee", "bob rubric", "cem", "dee")
    found = statistics(bench(third))
    assert found["figure"]["overall"]["agree_good"] == 1
    assert found["apart"]["beyond_two"] | {"answers": 0} == {
        "reviews": 1, "flagged": 1, "answers": 0,
    }  # fmt: skip


def test_one_person_twice_is_not_two_people():
    found = statistics(bench(story("submit", "bob", "bob rubric", "cem")))
    assert found["figure"]["instances"] == 1
    assert apart(found, "beyond_two") == 1


def test_a_review_that_was_replaced_does_not_count():
    found = statistics(bench(story("submit", "bob rubric", "bob again", "cem")))
    assert found["figure"]["overall"] == {"agree_good": 1, "agree_bad": 0, "disagree": 0}
    assert apart(found, "beyond_two") == 0


def test_a_late_review_does_not_count():
    late = story(
        "submit", "bob rubric", "cem", "edit score_rubric", "submit", "late dee rubric", "bob"
    )
    assert {**statistics(bench(late))} == statistics(bench(REVISED))


def test_a_recalled_round_with_one_review_leaves_the_next_as_the_unit():
    recalled = story("submit", "bob rubric", "recall", "edit score_rubric", "submit", "bob", "cem")
    found = statistics(bench(recalled))
    assert found["figure"]["overall"]["agree_good"] == 1
    assert apart(found, "other_rounds") == 1
    assert found["revised"] == 1


def test_a_round_that_a_merge_overtook_is_over():
    found = statistics(bench(story("submit", "bob rubric", "submit", "cem", "bob")))
    assert found["figure"]["overall"]["agree_good"] == 1
    assert (apart(found, "other_rounds"), found["revised"]) == (1, 1)


def test_reviews_of_two_contents_of_one_round_are_no_unit():
    two = bench(CLEAN)
    (loaded,) = two.instances
    submit = next(a for a in two.acts_of(loaded) if a.act.act == "submit")
    other = submit.act.model_copy(update={"digest": "d9"})
    acts = (*two.acts_of(loaded), LoadedAct("r1-submit-ann-ffffffff", "", other))
    found = statistics(replace(two, acts={(loaded.task, loaded.name): acts}))
    assert found["figure"]["instances"] == 0


def test_a_flag_on_what_a_release_holds_came_too_late():
    before = bench(story("submit", "bob", "cem"))
    (loaded,) = before.instances
    manifest = Manifest(
        name="Test", version="1.0.0", licence="", source_commit="", source_time="", tool="",
        canary="", left_out=[], files={},
        instances=[ReleasedInstance(
            id=loaded.name, key=loaded.instance.key, digest=loaded.digest, basis="reviewed")],
    )  # fmt: skip
    after = bench(story("submit", "bob", "cem", "anna rubric"))
    released = {"releases": {"1.0.0": manifest}, "people": people() | {"anna": reviewer("anna")}}
    assert statistics(replace(after, **released)) == statistics(replace(before, **released))


def reviewer(name: str) -> Person:
    return Person(name=name, emails=[f"{name}@example.org"], roles=["reviewer"])


# -- blindness --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "steps",
    [
        ("submit", "bob rubric"),
        ("submit", "bob rubric", "withdraw"),
        ("submit", "bob rubric", "cem", "edit input", "submit", "cem rubric"),
        ("submit", "bob fit", "cem", "dee", "edit input", "submit", "dee fit", "cem"),
    ],
    ids=["half filed", "withdrawn half filed", "recheck", "two have filed and the flagger not"],
)
@pytest.mark.parametrize("retired", [[], [TASK]], ids=["active", "retired"])
def test_nothing_of_an_open_round_shows(steps, retired):
    last = len(steps) - steps[::-1].index("submit")
    without = [s for i, s in enumerate(steps) if i < last or s in ("withdraw",)]
    assert statistics(bench(story(*steps), retired=retired)) == statistics(
        bench(story(*without), retired=retired)
    )


STEP = st.sampled_from(
    ["bob", "cem", "dee", "bob rubric", "cem rubric", "dee fit", "bob again", "submit", "submit",
     "edit input", "edit score_rubric", "recall", "withdraw", "reopen", "adopt", "eliminate",
     "ask dee", "hand_back bob", "late eva rubric"],
)  # fmt: skip


def hidden(benchmark: Benchmark) -> set[tuple[str, str]]:
    """The reviews (instance, act) of rounds that are open, or will be if the instance returns."""
    found = set()
    for loaded in benchmark.instances:
        acts = [a for a in benchmark.acts_of(loaded) if not isinstance(a.act, Withdraw)]
        subject = replace(subject_of(benchmark, loaded), task_retired=False)
        standing = judge(subject, acts, benchmark.people, benchmark.settings.review)
        if standing.round_open:
            found |= {
                (loaded.name, a.name)
                for a in acts
                if isinstance(a.act, Review) and a.act.round == standing.round
            }
    return found


def turned(review: Review) -> Review:
    """The same review with every answer another."""
    bad = {"task_fit": "bad", "reference_answer": "bad", "score_rubric": "bad"}
    good = dict.fromkeys(bad, "good")
    return review.model_copy(update={**(good if review.flags else bad), "difficulty": "hard"})


@given(
    st.lists(st.lists(STEP, min_size=1, max_size=9), min_size=1, max_size=3),
    st.booleans(),
)
@settings(max_examples=150)
def test_whatever_happens_the_verdicts_of_open_rounds_leave_no_trace(tellings, retired):
    for steps in tellings:
        for place, step in enumerate(steps):
            if step == "bob again" and not any(s.startswith("bob") for s in steps[:place]):
                steps[place] = "bob"
    before = bench(
        *(story("submit", *steps) for steps in tellings), retired=[TASK] if retired else []
    )
    secret = hidden(before)
    assume(secret)
    found = statistics(before)
    changed = {
        place: tuple(
            replace(a, act=turned(a.act)) if (place[1], a.name) in secret else a for a in acts
        )
        for place, acts in before.acts.items()
    }
    assert statistics(replace(before, acts=changed)) == found
    left = {
        place: tuple(a for a in acts if (place[1], a.name) not in secret)
        for place, acts in before.acts.items()
    }
    assert statistics(replace(before, acts=left)) == found


# -- plain data -------------------------------------------------------------------------------


def mixed(n: int = 60) -> Benchmark:
    source = random.Random(5)
    kinds = [CLEAN, CLEAN, CLEAN, ELIMINATED, REVISED, SENT_BACK, ADOPTED, HALF_FILED]
    return bench(
        *(
            replace(
                source.choice(kinds),
                language=source.choice(["en", "de"]),
                origin=source.choice(["human", "augmented"]),
                task=source.choice([TASK, OTHER_TASK]),
            )
            for _ in range(n)
        )
    )


def test_they_are_plain_numbers_and_words():
    text = json.dumps(statistics(mixed()), allow_nan=False)

    def few_digits(number: str) -> float:
        assert len(number.partition(".")[2]) <= 6
        return float(number)

    json.loads(text, parse_float=few_digits)


def test_nobody_is_named():
    text = json.dumps(statistics(mixed()))
    words = set(text.replace('"', " ").replace(":", " ").replace(",", " ").split())
    assert not words & set(people())
    assert "@" not in text


def test_the_order_of_files_leaves_no_trace():
    benchmark = mixed()
    found = json.dumps(statistics(benchmark))
    source = random.Random(7)
    shuffled = replace(
        benchmark,
        instances=tuple(source.sample(benchmark.instances, len(benchmark.instances))),
        acts={
            place: tuple(source.sample(acts, len(acts)))
            for place, acts in source.sample([*benchmark.acts.items()], len(benchmark.acts))
        },
    )
    assert json.dumps(statistics(shuffled)) == found


@pytest.mark.parametrize("by", ["capability", "origin", "language"])
def test_groups_add_up_to_the_whole(by):
    found = statistics(mixed())
    groups = found["by"][by].values()
    assert len(groups) == 2
    for count in ("instances", "reviewed", "accepted", "adopted", "eliminated", "revised"):
        assert sum(group[count] for group in groups) == found[count]
    for criterion, counts in found["figure"].items():
        for key in counts if isinstance(counts, dict) else ():
            assert sum(g["figure"][criterion][key] for g in groups) == counts[key]


def test_every_review_of_a_closed_round_is_counted_exactly_once():
    found = statistics(bench(CLEAN, ELIMINATED, REVISED, SENT_BACK, ADOPTED, HALF_FILED))
    tallied = sum(tally["reviews"] for tally in found["apart"].values())
    assert 2 * found["figure"]["instances"] + tallied == 2 + 2 + 3 + 2 + 2


def test_without_reviews_everything_says_why():
    found = statistics(bench(story(), story("submit"), story("adopt")))
    assert (found["reviewed"], found["adopted"], found["rounds"]) == (0, 1, {})
    for agreement in found["agreement"].values():
        assert (agreement["n"], agreement["raw"], agreement["alpha"], agreement["ac"]) == (
            0, None, None, None,
        )  # fmt: skip
        assert agreement["ci"] == {"raw": None, "alpha": None, "ac": None}
        assert agreement["note"] == (
            "raw, alpha, ac: not defined, because no instance has two ratings"
        )
        assert agreement["kappa"]["note"].startswith("not defined, because no two reviewers")


def test_enough_reviews_have_intervals_with_their_seed():
    found = statistics(mixed())
    overall = found["agreement"]["overall"]
    for figure in ("raw", "alpha", "ac"):
        low, high = overall["ci"][figure]
        assert low < overall[figure] < high
    assert found["bootstrap"] == {"draws": 1000, "seed": 20240611, "level": 0.95}


def test_kappa_is_of_pairs_that_share_twenty_instances():
    twenty = [CLEAN] * 10 + [story("submit", "cem rubric", "bob rubric")] * 10
    kappa = statistics(bench(*twenty))["agreement"]["score_rubric"]["kappa"]
    assert kappa == {"pairs": 1, "lowest": 1, "median": 1, "highest": 1, "note": ""}
    few = statistics(bench(*twenty[:19]))["agreement"]["score_rubric"]["kappa"]
    assert few == {
        "pairs": 0, "lowest": None, "median": None, "highest": None,
        "note": "not defined, because no two reviewers share 20 instances",
    }  # fmt: skip
    one = statistics(bench(*twenty))["agreement"]["task_fit"]["kappa"]
    assert one["note"] == "not defined for 1, because both gave one same answer"


# -- through the command line -----------------------------------------------------------------


def test_a_release_gets_them_from_real_reviews(world):
    accepted, sent_back, gone, waiting = (world.submitted() for _ in range(4))
    for name, one, other in ((accepted, (), ()), (sent_back, ("rubric",), ()),
                             (gone, ("fit",), ("reference",))):  # fmt: skip
        world.review(name, "bob", *one)
        world.review(name, "cem", *other)
    world.edit(sent_back, reference_answer="Shop B.")
    world.review(waiting, "dee", "rubric")
    benchmark = world.load()
    found = reviewed(benchmark).statistics
    assert found == statistics(benchmark)
    assert found["people"] == {"authors": 1, "reviewers": 2}
    assert (found["accepted"], found["eliminated"], found["figure"]["instances"]) == (1, 1, 3)
    assert found["agreement"]["overall"]["raw"] == 0.666667
