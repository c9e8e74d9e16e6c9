"""What shows only beside other instances: copies, borrowed names, near-duplicates."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmark.checks import Finding
from benchmark.checks.neighbours import Neighbours
from benchmark.load import LoadedInstance
from schemas.instance import Instance, ScoreRubric
from schemas.yamldoor import Document
from tests.schemas.clean import RUBRIC
from tests.world import World

TASK = ("reasoning", "shops")
WORDS = (
    "harbour violin granite lantern orchard meadow saddle copper thunder willow basket ribbon "
    "candle marble pepper tunnel feather anchor garden blanket"
)


def unlike(number: int) -> str:
    """An input that shares no phrase with that of another number."""
    words = WORDS.split()
    return " ".join(
        words[(number * 7 + step * (number + 3)) % 20] + f"{number}x" for step in range(15)
    )


def one(number: int, task: tuple[str, str] = TASK, **changes: str) -> LoadedInstance:
    """An instance of its own in every text, but for `changes`."""
    rubric = {name: f"{text[:-1]} in case {number}{text[-1]}" for name, text in RUBRIC.items()}
    texts = {"input": unlike(number), "reference_answer": f"It is shop {number}, by {number} euro."}
    language = changes.pop("rubric_language", "en")
    for name, text in changes.items():
        (rubric if name in rubric else texts)[name] = text
    instance = Instance(
        key=f"{number:08x}", rubric_language=language, score_rubric=ScoreRubric(**rubric), **texts
    )
    name = f"{'_'.join(task)}_{number}"
    return LoadedInstance(task, name, instance, Document(f"{name}.yaml", "{}\n", {}))


def found(*instances: LoadedInstance) -> dict[str, list[Finding]]:
    by_code: dict[str, list[Finding]] = {}
    for finding in Neighbours(instances).all():
        by_code.setdefault(finding.code, []).append(finding)
    return by_code


def test_instances_with_texts_of_their_own_have_nothing_in_common():
    assert found(*(one(n) for n in range(12))) == {}


# -- equal texts -------------------------------------------------------------------------------


def test_a_rubric_equal_to_anothers_is_a_warning_at_each_with_the_others_id():
    findings = found(one(0, **RUBRIC), one(1, **RUBRIC), one(2))["DUP_RUBRIC"]
    assert {(f.id, f.severity, f.field) for f in findings} == {
        ("reasoning_shops_0", "warning", "rubric"),
        ("reasoning_shops_1", "warning", "rubric"),
    }
    assert "reasoning_shops_1" in findings[0].message
    assert "reasoning_shops_0" in findings[1].message


@pytest.mark.parametrize(
    ("field", "code"),
    [("criteria", "DUP_CRITERIA"), ("score3_description", "DUP_LEVEL_ACROSS")],
)
def test_a_text_of_the_rubric_equal_to_anothers_is_a_note(field: str, code: str):
    text = RUBRIC[field]
    other = ("planning", "trips")
    findings = found(one(0, **{field: text}), one(1, other, **{field: " " + text.upper()}), one(2))
    assert [(f.id, f.severity, f.field) for f in findings.pop(code)] == [
        ("reasoning_shops_0", "info", f"rubric.{field}"),
        ("planning_trips_1", "info", f"rubric.{field}"),
    ]
    assert findings == {}


def test_the_same_level_at_another_score_is_not_the_same():
    text = RUBRIC["score3_description"]
    assert found(one(0, score3_description=text), one(1, score4_description=text)) == {}


def test_what_a_whole_task_has_in_common_is_said_once():
    findings = found(*(one(n, criteria=RUBRIC["criteria"]) for n in range(6)), one(9, ("a", "b")))
    (finding,) = findings["DUP_CRITERIA"]
    assert finding.id == "reasoning_shops_0"
    assert "all 6 instances" in finding.message


def test_a_whole_rubric_is_never_the_way_of_a_task():
    assert len(found(*(one(n, **RUBRIC) for n in range(6)))["DUP_RUBRIC"]) == 6


def test_empty_drafts_have_nothing_in_common():
    empty = dict.fromkeys([*RUBRIC, "input", "reference_answer"], "")
    assert found(*(one(n, **empty) for n in range(6))) == {}


def test_one_prompt_twice_is_a_warning_and_one_answer_twice_a_note():
    answer = "I am sorry, but nobody can know that."
    findings = found(one(0, reference_answer=answer), one(1, reference_answer=answer))
    assert {f.severity for f in findings["DUP_REFERENCE"]} == {"info"}
    findings = found(one(0), one(1, input=unlike(0)))
    assert findings.keys() == {"DUP_INPUT"}
    assert {f.severity for f in findings["DUP_INPUT"]} == {"warning"}


def test_short_answers_may_be_the_same():
    assert found(one(0, reference_answer="Yes."), one(1, reference_answer="Yes.")) == {}


# -- borrowed names ----------------------------------------------------------------------------

EMMA = "Emma lends Max a book. What will Emma do next?"
MARGARET = "Margaret and Bill play chess. What will Margaret do next?"


def borrowed(criteria: str, *others: str, **changes: str) -> list[Finding]:
    siblings = [one(n, input=text) for n, text in enumerate(others or [EMMA])]
    mine = one(9, input=MARGARET, criteria=criteria, **changes)
    return [f for f in found(*siblings, mine).get("ENTITY_FROM_NEIGHBOUR", []) if f.id == mine.name]


def test_names_only_a_neighbour_knows_are_named_with_it():
    (finding,) = borrowed("Does the response predict what Emma thinks about Max?")
    assert finding.severity == "warning"
    assert "“Emma” and “Max”" in finding.message
    assert "reasoning_shops_0" in finding.message


@pytest.mark.parametrize(
    "criteria",
    [
        "Does the response predict what Margaret does?",
        "Does the response say that MARGARET and bill play?",
        "Does the response name Sherlock?",
        "Does the response fit? Emmanuel is no name of theirs.",
        "What follows? Lends it sense?",
        "Does it speak English and mean Monday?",
    ],
)
def test_own_names_unknown_names_and_openings_raise_no_alarm(criteria: str):
    assert borrowed(criteria, EMMA + " Lends are English. On Monday.") == []


def test_a_name_that_many_neighbours_have_is_the_tasks():
    emmas = [f"{EMMA} {unlike(n)}" for n in range(6)]
    assert borrowed("Does the response say what Emma does?", *emmas) == []


def test_a_name_of_another_task_is_no_copy():
    other = one(0, ("planning", "trips"), input=EMMA)
    mine = one(1, input=MARGARET, criteria="Does the response say what Emma does?")
    assert found(other, mine) == {}


def test_german_nouns_are_no_names():
    nouns = "Die Antwort nennt den Laden und das Buch."
    assert borrowed(nouns + " Stimmt das Buch?", "Das Buch ist neu.", rubric_language="de") == []


def test_a_genitive_is_the_same_name():
    assert borrowed("Does the response fail to explain Margarets state?") == []
    (finding,) = borrowed("Does the response fail to explain Emmas state?")
    assert "Emmas" in finding.message


# -- near-duplicates ---------------------------------------------------------------------------


def problem(name: str, number: int, other: str = "Ann") -> str:
    return (
        f"{name} has {number} marbles in a wooden box and gives {number - 3} of them to {other}. "
        f"Then {name} finds {number * 2} more behind the old garden shed, loses one on the way "
        f"home, and puts the rest into the box again. How many marbles are in the box now?"
    )


def test_inputs_that_differ_in_names_and_numbers_are_said_once_for_the_group():
    instances = [one(0), one(1, input=problem("Bob", 12)), one(2, input=problem("Cem", 30, "Dee"))]
    (finding,) = found(*instances)["NEAR_DUPLICATE"]
    assert (finding.id, finding.severity, finding.field) == (
        "reasoning_shops_2",
        "warning",
        "input",
    )
    assert "reasoning_shops_1" in finding.message
    instances.append(one(3, ("planning", "trips"), input=problem("Eva", 5)))
    (finding,) = found(*instances)["NEAR_DUPLICATE"]
    assert finding.id == "planning_trips_3"
    assert "reasoning_shops_1 and reasoning_shops_2" in finding.message


def test_what_the_whole_task_says_is_discounted():
    frame = "Read the story below with care and answer in one sentence, giving your reason. "
    assert found(*(one(n, input=frame * 3 + unlike(n)) for n in range(6))) == {}


def test_near_duplicates_are_seen_in_scripts_without_blanks():
    text = "太郎は木の箱にビー玉を{}個持ち、そのうちの三個を花子にあげました。残りはいくつですか。"
    instances = [one(n, input=text.format(n)) for n in (41, 52)]
    assert len(found(*instances)["NEAR_DUPLICATE"]) == 1
    assert (
        found(
            one(0, input=text), one(1, input="昨日、私は新しい本屋へ行って料理の本を買いました。")
        )
        == {}
    )


@settings(max_examples=60)
@given(st.permutations(range(6)), st.integers(20, 90))
def test_groups_do_not_depend_on_the_order(order: list[int], number: int):
    texts = {n: unlike(n) for n in range(4)} | {4: problem("Bob", number), 5: problem("Cem", 7)}
    (finding,) = found(*(one(n, input=texts[n]) for n in order))["NEAR_DUPLICATE"]
    assert {finding.id[-1], finding.message.split("_")[-1][0]} == {"4", "5"}


def test_prompts_that_differ_only_behind_the_first_512_pieces_are_a_note():
    long = " ".join(f"{word} {word}s" for word in WORDS.split()) * 20
    instances = [one(n, input=f"{long} {unlike(n)}") for n in range(3)]
    (finding,) = found(*instances)["IDENTICAL_AFTER_512_WORDPIECES"]
    assert (finding.id, finding.severity) == ("reasoning_shops_2", "info")
    assert found(*(one(n, input=f"{unlike(n)} {long}") for n in range(3))).keys() <= {
        "NEAR_DUPLICATE"
    }


# -- one instance as it is edited --------------------------------------------------------------


def test_an_edited_instance_is_compared_with_the_others_and_not_with_itself():
    index = Neighbours([one(0), one(1), one(2, input=problem("Bob", 12))])
    mine = one(1)
    assert index.findings(TASK, mine.name, mine.instance) == []
    criteria = one(0).instance.score_rubric.criteria
    copied = one(1, input=problem("Cem", 9), criteria=criteria)
    codes = {f.code: f for f in index.findings(TASK, mine.name, copied.instance)}
    assert set(codes) == {"NEAR_DUPLICATE", "DUP_CRITERIA"}
    assert codes["NEAR_DUPLICATE"].id == mine.name
    assert "reasoning_shops_2" in codes["NEAR_DUPLICATE"].message


def test_a_new_instance_needs_not_be_in_the_index():
    index = Neighbours([one(0)])
    new = one(0).instance.model_copy(update={"key": "ffffffff"})
    codes = {f.code for f in index.findings(TASK, "new-ffffffff", new)}
    assert {"DUP_RUBRIC", "DUP_INPUT"} <= codes
    assert index.findings(("planning", "trips"), "new-ffffffff", one(5).instance) == []


# -- through the commands ----------------------------------------------------------------------


def test_a_rubric_left_behind_is_refused_at_submit(world: World):
    first = world.submitted()
    rubric = world.find(first).instance.score_rubric
    copy = world.draft(score_rubric=rubric, input="Which of the two trains arrives first?")
    (finding,) = [
        f for f in world("validate", "--json").json["findings"]
        if f["code"] == "DUP_RUBRIC" and f["id"] == copy
    ]  # fmt: skip
    assert finding["severity"] == "warning"
    told = world("validate", "--notes").out
    assert told.count("[DUP_RUBRIC]") == 2
    assert "[DUP_LEVEL_ACROSS]" not in told
    refused = world("submit", copy, code=1)
    assert first in refused.err
    assert "rubric" in refused.err
    world.edit(copy, score_rubric=rubric.model_copy(update={"criteria": "Which train is first?"}))
    world("submit", copy)


def test_of_two_drafts_with_one_rubric_one_can_be_submitted(world: World):
    one_, two = world.draft(), world.draft()
    world.edit(two, score_rubric=world.find(one_).instance.score_rubric)
    result = world("submit", one_, two, code=None)
    assert len([x for x in world.load().instances if not x.is_draft_file]) == 1
    assert "rubric" in result.err


def test_a_rubric_of_a_withdrawn_instance_may_be_used_again(world: World):
    first = world.submitted()
    rubric = world.find(first).instance.score_rubric
    world("withdraw", first, "--reason", "asked wrongly")
    again = world.draft(score_rubric=rubric, input="Which shop asks less for a pear?")
    world("submit", again)


def test_many_notes_are_counted_by_code_and_listed_on_demand(world: World):
    for _ in range(25):
        name = world("new", "reasoning/tables").out.split("\n")[0]
        world.edit(Path(name).stem, input=f"Which shop is the cheapest one of all, {name}? ")
    lines = world("validate").out.split("\n")
    assert not [line for line in lines if line.startswith("info")]
    assert any("25 × FIELD_TRAIL_WS" in line for line in lines)
    listed = world("validate", "--notes").out
    assert listed.count("[FIELD_TRAIL_WS]") == 25
    assert world("validate", world.root / "tasks").out.count("[FIELD_TRAIL_WS]") == 25
    assert len(world("validate", "--json").json["findings"]) >= 25
