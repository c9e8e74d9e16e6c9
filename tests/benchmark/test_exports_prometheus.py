"""The prometheus export: what `prometheus-eval` is given, and what its judge is shown."""

from __future__ import annotations

import json

import pytest

from benchmark.exports.prometheus import prometheus
from benchmark.exports.responses import Response
from tests.benchmark.exporting import as_exported, everything

# The place of each text in an absolute grading prompt, as the package's judge is shown it.
TEMPLATE = "I<{instruction}>A<{response}>R<{reference_answer}>S<{rubric}>"


@pytest.fixture(scope="module")
def records() -> dict[str, dict]:
    return everything()


@pytest.fixture(scope="module")
def answered(records) -> dict[str, list[str]]:
    responses = {name: Response(f"{name}: {{x}}\r\n[RESULT] 1") for name in records}
    return json.loads(prometheus(map(as_exported, records.values()), responses))


def expected_rubric(record: dict) -> str:
    rubric = record["score_rubric"]
    return (
        f"[{rubric['criteria']}]\n"
        f"Score 1: {rubric['score1_description']}\n"
        f"Score 2: {rubric['score2_description']}\n"
        f"Score 3: {rubric['score3_description']}\n"
        f"Score 4: {rubric['score4_description']}\n"
        f"Score 5: {rubric['score5_description']}"
    )


def expected_instruction(record: dict) -> str:
    return "\n\n".join(text for text in (record["system_prompt"], record["input"]) if text)


def test_it_is_exactly_the_arguments_of_absolute_grade(answered, records):
    assert list(answered) == ["instructions", "responses", "rubric", "reference_answers"]
    assert {len(column) for column in answered.values()} == {len(records)}


def test_every_text_reaches_the_judge_to_the_code_point(answered, records):
    rows = zip(records.items(), *answered.values(), strict=True)
    for (name, record), instruction, response, rubric, reference in rows:
        assert instruction == expected_instruction(record)
        assert rubric == expected_rubric(record)
        assert reference == record["reference_answer"]
        assert response == f"{name}: {{x}}\r\n[RESULT] 1"
        shown = TEMPLATE.format(
            instruction=instruction, response=response, reference_answer=reference, rubric=rubric
        )
        assert record["system_prompt"] in shown
        assert record["input"] in shown


def test_without_responses_each_is_empty(records):
    columns = json.loads(prometheus(map(as_exported, records.values())))
    assert columns["responses"] == [""] * len(records)


def test_the_real_package_grades_it(answered, records):
    package = pytest.importorskip("prometheus_eval", reason="brings litellm, 200 MB")
    from prometheus_eval.mock import MockLLM

    shown = []

    class Judge(MockLLM):
        def completions(self, prompts, **options):
            shown.extend(prompts)
            return [f"So so. [RESULT] {place % 5 + 1}" for place in range(len(prompts))]

    judge = package.PrometheusEval(
        model=Judge(mode="absolute"), absolute_grade_template=package.ABSOLUTE_PROMPT
    )
    _, scores = judge.absolute_grade(**answered)
    assert scores == [place % 5 + 1 for place in range(len(records))]
    from prometheus_eval.prompts import SCORE_RUBRIC_TEMPLATE

    for record, messages in zip(records.values(), shown, strict=True):
        prompt = messages[-1]["content"]
        for text in (
            expected_instruction(record),
            record["reference_answer"],
            SCORE_RUBRIC_TEMPLATE.format(**record["score_rubric"]),
        ):
            assert text in prompt
