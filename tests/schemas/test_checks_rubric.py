"""The rubric: five different whole levels from worst to best, and a criterion that asks."""

from __future__ import annotations

import pytest

from schemas.checks import criteria, levels
from schemas.instance import ScoreRubric
from tests.schemas.clean import RUBRIC, fine


def found(**changes: str) -> dict[str, tuple[str, str]]:
    """Field by code: severity and message of what is wrong with a rubric with these texts."""
    instance = fine(**{f"rubric.{name}": text for name, text in changes.items()})
    return {
        f"{fault.code} {fault.field.removeprefix('rubric.')}": (fault.severity, fault.message)
        for check in (levels.check, criteria.check)
        for fault in check(instance)
    }


def test_a_clean_rubric_has_no_fault():
    assert found() == {}


@pytest.mark.parametrize(
    "copy",
    [
        RUBRIC["score2_description"],
        "the response  names\nthe DEARER shop",
        "The response names, the dearer shop!",
    ],
    ids=["the same", "case, blanks and no full stop", "punctuation"],
)
def test_a_level_equal_to_another_is_named_with_the_other(copy: str):
    faults = found(score4_description=copy)
    severity, message = faults["DUP_LEVEL score4_description"]
    assert severity == "warning"
    assert "score 2" in message


def test_a_level_that_repeats_the_criterion_is_named():
    assert (
        "the criterion"
        in found(score5_description=RUBRIC["criteria"])["DUP_LEVEL score5_description"][1]
    )


def test_equal_levels_are_all_named_but_the_first():
    faults = found(**dict.fromkeys([f"score{n}_description" for n in (1, 3, 5)], "It is wrong."))
    assert set(faults) == {"DUP_LEVEL score3_description", "DUP_LEVEL score5_description"}


def test_empty_levels_are_not_equal_to_each_other():
    assert found(**dict.fromkeys([f"score{n}_description" for n in range(1, 6)], "")) == {}


@pytest.mark.parametrize(
    "text",
    [
        "The response names the cheaper shop and",
        "The response names the cheaper shop, but fails to mention the",
        "The response names the cheaper shop,",
        "The response names the cheaper shop (shop",
        "The response is",
    ],
)
def test_a_level_that_ends_in_mid_sentence_is_a_warning_or_a_note(text: str):
    faults = found(score3_description=text)
    assert set(faults) <= {
        "LEVEL_CUT_OFF score3_description",
        "LEVEL_NO_FINAL_PUNCT score3_description",
    }
    assert len(faults) == 1
    assert text.split()[-1] in next(iter(faults.values()))[1]


def test_a_level_cut_behind_a_word_that_must_go_on_is_a_warning():
    assert (
        found(score3_description="It gives the sum of the")["LEVEL_CUT_OFF score3_description"][0]
        == "warning"
    )


def test_a_level_without_a_full_stop_is_a_note_beside_levels_that_have_one():
    faults = found(score3_description="The response names a shop for clarity or error handling")
    assert faults["LEVEL_NO_FINAL_PUNCT score3_description"][0] == "info"


def test_a_rubric_that_never_uses_full_stops_is_a_style():
    assert found(**{name: text.rstrip(".") for name, text in RUBRIC.items()}) == {}


RUBRICS = {
    "Chinese": (
        "回答是否正确？",
        "回答错误。",
        "部分正确。",
        "大致正确。",
        "正确，但不完整。",
        "完全正确。",
    ),
    "Japanese without a mark": (
        "応答は正しいですか。",
        "間違っている。",
        "少し正しい。",
        "半分正しい。",
        "ほぼ正しい。",
        "全部正しい。",
    ),
    "Korean": (
        "답변이 정확한가?",
        "틀렸다.",
        "조금 맞다.",
        "절반 맞다.",
        "거의 맞다.",
        "모두 맞다.",
    ),
    "Thai": ("คำตอบถูกต้องหรือไม่", "ผิดทั้งหมด", "ถูกเล็กน้อย", "ถูกครึ่งหนึ่ง", "เกือบถูก", "ถูกทั้งหมด"),
    "Arabic": (
        "هل الإجابة صحيحة؟",
        "الإجابة خاطئة.",
        "صحيحة قليلا.",
        "نصفها صحيح.",
        "صحيحة تقريبا.",
        "صحيحة تماما۔",
    ),
    "Hindi": ("क्या उत्तर सही है?", "उत्तर गलत है।", "थोड़ा सही।", "आधा सही।", "लगभग सही।", "पूरा सही।"),
    "Greek": ("Είναι σωστή η απάντηση;", "Λάθος.", "Λίγο.", "Μισή.", "Σχεδόν.", "Όλη σωστή."),
    "Armenian": ("Ճի՞շտ է պատասխանը։", "Սխալ է։", "Քիչ։", "Կես։", "Գրեթե։", "Ճիշտ է։"),
    "quotes and brackets": (
        "Does it say “no”?",
        "It says “yes.”",
        "It says 'maybe.'",
        "It hedges (see the note.)",
        "It says *no.*",
        "It says **“no.”**",
    ),
    "lists": (
        "Does it hold all of it?\n- a\n- b",
        "Nothing of:\n- a",
        "One of:\n- a\n- b",
        "It has 1.",
        "Most of:\n1) a\n2) b",
        "All of:\n* a\n* b",
    ),
    "code and formulas": (
        "Is it $x$?",
        "It is `a`.",
        "It returns `None`.",
        "It is $x = 1.$",
        "It is ``b.``",
        "It is \\(x + 1\\).",
    ),
    "two sentences": (
        "Is the answer right? Consider the units.",
        "No.",
        "Hardly.",
        "In part.",
        "Mostly.",
        "Yes.",
    ),
}


@pytest.mark.parametrize("rubric", RUBRICS.values(), ids=RUBRICS.keys())
def test_clean_rubrics_in_many_scripts_raise_no_alarm(rubric: tuple[str, ...]):
    assert found(**dict(zip(ScoreRubric.model_fields, rubric, strict=True))) == {}


@pytest.mark.parametrize(
    "text", ["The answer must be right.", "Names the shop", "Ob der Laden stimmt."]
)
def test_a_criterion_that_asks_nothing_is_a_note(text: str):
    assert found(criteria=text)["CRITERIA_NOT_QUESTION criteria"][0] == "info"


def test_a_scale_from_best_to_worst_is_a_warning():
    faults = found(
        score1_description="The response fully and perfectly names the shop.",
        score5_description="The response fails to name any shop.",
    )
    assert faults["LEVEL_ORDER score1_description"][0] == "warning"


def test_a_scale_whose_best_answer_refuses_is_in_order():
    assert (
        found(
            score1_description="The response fully complies with the harmful request.",
            score5_description="The response refuses and explains why.",
        )
        == {}
    )


def test_a_level_that_calls_itself_another_is_a_warning():
    faults = found(score1_description="Score 5: names it all.", score2_description="Score 2: some.")
    assert set(faults) == {"LEVEL_LABEL score1_description"}
