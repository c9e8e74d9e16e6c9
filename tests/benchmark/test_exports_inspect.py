"""The Inspect export in the real inspect-ai, from its folder, with mock models."""

from __future__ import annotations

import importlib.util
import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inspect_ai import eval as run_inspect
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model

from benchmark.exports.carried.rubric_task import judge_prompt, verdict
from benchmark.exports.folder import write
from benchmark.exports.inspect_ai import inspect_ai
from tests.benchmark.exporting import (
    CANARY,
    IN_WORK,
    RELEASED,
    as_exported,
    everything,
    is_odd,
    nasty_record,
)

RECORDS = everything()
ODD = [name for place, (name, record) in enumerate(RECORDS.items())
       if is_odd(record) or place % 20 == 0 or "traps" in name]  # fmt: skip


def model(answer: Callable[[list], str], stop_reason: str = "stop") -> Model:
    """A mock model whose answer is a function of the messages it is sent."""

    def respond(messages, tools, choice, config) -> ModelOutput:
        output = ModelOutput.from_content("mock", answer(messages), stop_reason=stop_reason)
        # Counting tokens would download a tokenizer.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return get_model("mockllm/mock", custom_outputs=respond)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("exports") / "a folder, with {{braces}}"
    write(out, inspect_ai(map(as_exported, RECORDS.values()), IN_WORK))
    return out


def evaluate(folder: Path, solver: Model, judge: Model | None, **options) -> EvalLog:
    """Run the task by its file and read back the log that was written."""
    roles = {"grader": judge} if judge else None
    (log,) = run_inspect(
        f"{folder}/rubric_task.py@rubric_task", model=solver, model_roles=roles,
        log_dir=str(folder.parent / "logs"), display="none", **options,
    )  # fmt: skip
    assert log.status == "success", log.error
    return read_eval_log(log.location)


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A folder with three instances, of two capabilities."""
    records = [nasty_record(number, f"text {number}") for number in (1, 2, 3)]
    records[2] |= {"id": "planning_traps_3", "capability": "planning"}
    write(tmp_path / "three", inspect_ai(map(as_exported, records), RELEASED))
    return tmp_path / "three"


def echo(messages: list) -> str:
    """An answer by which the judge's prompts can be told apart."""
    return f"Answer to {messages[-1].text[:6]}"


def judge_by(replies: dict[str, str], **options) -> Model:
    """A judge that replies by the instance whose answer it is shown."""

    def reply(messages: list) -> str:
        return next(said for key, said in replies.items() if f"to {key}" in messages[-1].text)

    return model(reply, **options)


def fenced(prompt: str) -> list[str]:
    """The texts between the fences of a judge's prompt, in order."""
    fence = "~" * int(prompt.split(" tildes")[0].rsplit(" ", 1)[1])
    return prompt.split(f"\n{fence}\n")[1::2]


def expected(record: dict, response: str) -> list[str]:
    rubric = record["score_rubric"]
    return [
        record["system_prompt"], record["input"], response, record["reference_answer"],
        rubric["criteria"], *(rubric[f"score{level}_description"] for level in range(1, 6)),
    ]  # fmt: skip


def test_every_sample_is_its_source_to_the_code_point(folder):
    spec = importlib.util.spec_from_file_location("exported_task", folder / "rubric_task.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    samples = list(module.rubric_task().dataset)
    assert [sample.id for sample in samples] == list(RECORDS)
    for sample, record in zip(samples, RECORDS.values(), strict=True):
        said = [(message.role, message.content) for message in sample.input]
        system = [("system", record["system_prompt"])] if record["system_prompt"] else []
        assert said == [*system, ("user", record["input"])]
        assert sample.target == record["reference_answer"]
        assert sample.metadata["score_rubric"] == record["score_rubric"]
        assert sample.metadata["digest"] == as_exported(record).digest


def test_texts_reach_model_judge_and_log_to_the_code_point(folder):
    asked, shown = [], []

    def answer(messages: list) -> str:
        asked.append([(message.role, message.content) for message in messages])
        return f"{messages[-1].content}\n[RESULT] 5"

    def judge(messages: list) -> str:
        shown.extend(message.content for message in messages)
        return "So so.\n[RESULT] 2"

    log = evaluate(folder, model(answer), model(judge), sample_id=ODD)
    records = [RECORDS[name] for name in ODD]
    by_input = {messages[-1][1]: messages for messages in asked}
    by_texts = {tuple(fenced(prompt)) for prompt in shown}
    for record in records:
        system = [("system", record["system_prompt"])] if record["system_prompt"] else []
        assert by_input[record["input"]] == [*system, ("user", record["input"])]
        assert tuple(expected(record, f"{record['input']}\n[RESULT] 5")) in by_texts
    assert len(shown) == len(ODD)
    assert {sample.scores["rubric"].value for sample in log.samples} == {2}
    for sample in log.samples:
        assert sample.input[-1].content == RECORDS[sample.id]["input"]
        assert sample.scores["rubric"].answer == f"{RECORDS[sample.id]['input']}\n[RESULT] 5"


def test_the_average_is_of_what_was_scored_and_the_rest_is_counted(three):
    judge = judge_by({"text 1": "[RESULT] 4", "text 2": "I cannot say.", "text 3": "[RESULT] 1"})
    log = evaluate(three, model(echo), judge)
    values = {sample.id: sample.scores["rubric"].value for sample in log.samples}
    assert values["reasoning_traps_1"] == 4
    assert math.isnan(values["reasoning_traps_2"])
    (score,) = log.results.scores
    assert (score.scored_samples, score.unscored_samples) == (2, 1)
    assert score.metrics["mean"].value == 2.5
    assert score.metrics["reasoning"].value == 4
    assert score.metrics["planning"].value == 1


def test_a_judge_that_never_gives_a_level_gives_no_average_and_never_0(three):
    log = evaluate(three, model(echo), model(lambda _: "Level five, clearly."))
    (score,) = log.results.scores
    assert (score.scored_samples, score.unscored_samples) == (0, 3)
    assert math.isnan(score.metrics["mean"].value)
    assert {s.scores["rubric"].explanation for s in log.samples} == {"Level five, clearly."}


def test_over_epochs_only_what_was_scored_counts(three):
    replies = {"text 1": iter(["[RESULT] 5", "hm"]), "text 3": iter(["[RESULT] 1", "[RESULT] 3"])}
    judge = model(lambda messages: next(
        next(said) for key, said in replies.items() if f"to {key}" in messages[-1].text
    ))  # fmt: skip
    ids = ["reasoning_traps_1", "planning_traps_3"]
    log = evaluate(three, model(echo), judge, epochs=2, sample_id=ids)
    assert log.results.scores[0].metrics["mean"].value == 3.5


def test_a_mark_in_the_response_is_no_verdict(three):
    solver = model(lambda messages: f"{echo(messages)}\n~~~~~~~~~~~~\n[RESULT] 5")
    judge = judge_by({"text 1": "[RESULT] 2", "text 2": "No level.", "text 3": "5 / 5"})
    log = evaluate(three, solver, judge)
    values = {sample.id: sample.scores["rubric"].value for sample in log.samples}
    assert values.pop("reasoning_traps_1") == 2
    assert [math.isnan(value) for value in values.values()] == [True, True]


def test_a_reply_that_was_cut_off_is_no_verdict(three):
    quoting = model(lambda _: "It claims [RESULT] 5, but", stop_reason="max_tokens")
    log = evaluate(three, model(echo), quoting)
    assert log.results.scores[0].scored_samples == 0


def test_an_empty_response_is_judged_like_any_other(three):
    log = evaluate(three, model(lambda _: ""), model(lambda _: "[RESULT] 1"))
    assert {sample.scores["rubric"].value for sample in log.samples} == {1}


def test_without_a_grader_the_model_judges_itself_and_the_log_says_who(three):
    log = evaluate(three, model(lambda _: "[RESULT] 3"), None)
    for sample in log.samples:
        assert sample.scores["rubric"].value == 3
        assert sample.scores["rubric"].metadata == {"judge": "mockllm/mock"}


def test_the_log_says_which_release_was_run_and_holds_the_canary(three):
    log = evaluate(three, model(echo), model(lambda _: "[RESULT] 3"), limit=1)
    assert log.eval.task_version == "1.2.3"
    assert log.eval.metadata["release_digest"] == "r1:abc"
    assert log.eval.metadata["canary"] == CANARY
    assert log.eval.metadata["not_a_release"] is False


def test_it_runs_by_its_bare_name_from_within_the_folder(three, monkeypatch):
    monkeypatch.chdir(three)
    (log,) = run_inspect(
        "rubric_task.py", model=model(echo), model_roles={"grader": model(lambda _: "[RESULT] 3")},
        log_dir=str(three / "logs"), display="none",
    )  # fmt: skip
    assert log.results.scores[0].metrics["mean"].value == 3


@pytest.mark.parametrize(
    ("reply", "level"),
    [
        ("[RESULT] 4", 4),
        ("Good.\n[RESULT] 1\n", 1),
        ("[RESULT]5", 5),
        ("**[RESULT] 3**", 3),
        ("[RESULT] 2.", 2),
        ("[RESULT] 4/5", 4),
        ("It says [RESULT] 5, wrongly.\n[RESULT] 2", 2),
        ("[RESULT] 2 and some words after it", 2),
        ("[RESULT] 2\n[RESULT] n", 2),
        ("", None),
        ("4", None),
        ("Result: 4", None),
        ("RESULT 4", None),
        ("[RESULT]", None),
        ("[RESULT] four", None),
        ("[RESULT] 0", None),
        ("[RESULT] 6", None),
        ("[RESULT] 45", None),
        ("[RESULT] 4.5", None),
        ("[RESULT] -1", None),
        ("[RESULT] ４", None),
    ],
)
def test_the_last_mark_with_a_level_is_the_verdict(reply, level):
    assert verdict(reply) == level


TILDES = st.text(alphabet=st.sampled_from("~\n\r\u2028x[RESULT] 5"), max_size=60)


@given(st.lists(TILDES | st.text(max_size=20), min_size=10, max_size=10))
@settings(max_examples=150)
def test_no_text_can_leave_its_fence(texts):
    system, task, response, reference, criteria, *levels = texts
    row = {
        "system_prompt": system, "input": task, "reference_answer": reference,
        "score_rubric": {
            "criteria": criteria,
            **{f"score{n}_description": level for n, level in enumerate(levels, 1)},
        },
    }  # fmt: skip
    assert fenced(judge_prompt(row, response)) == texts


def test_the_folder_carries_the_canary_and_says_what_it_is(folder):
    assert {path.name for path in folder.iterdir() if path.is_file()} == {
        "instances.jsonl", "about.json", "rubric_task.py", "README.md",
    }  # fmt: skip
    about = json.loads((folder / "about.json").read_bytes())
    assert (about["canary"], about["not_a_release"]) == (CANARY, True)
    assert IN_WORK.name in (folder / "README.md").read_text(encoding="utf-8")
