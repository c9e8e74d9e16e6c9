"""The lm-eval export in the real lm-eval, from its folder, without a network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from lm_eval import simple_evaluate
from lm_eval.api.model import LM
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

from benchmark.exports.folder import write
from benchmark.exports.lm_eval import lm_eval
from benchmark.exports.responses import join, read_responses
from tests.benchmark.exporting import CANARY, IN_WORK, RELEASED, as_exported, everything

RECORDS = everything()
INSTANCES = [as_exported(record) for record in RECORDS.values()]


class Scripted(LM):
    """Answers each prompt by what a function makes of it, and remembers what it was asked."""

    tokenizer_name = "scripted"

    def __init__(self, answer=lambda place: f"Answer {place}.") -> None:
        super().__init__()
        self.answer = answer
        self.prompts: list[str] = []
        self.options: list[dict] = []
        self.chats: list[list[dict]] = []

    def generate_until(self, requests, disable_tqdm: bool = False) -> list[str]:
        self.prompts += [request.args[0] for request in requests]
        self.options += [request.args[1] for request in requests]
        return [self.answer(place) for place in range(len(requests))]

    def apply_chat_template(self, chat_history, add_generation_prompt: bool = True) -> str:
        self.chats.append(chat_history)
        return json.dumps(chat_history)

    def loglikelihood(self, requests):
        raise NotImplementedError

    def loglikelihood_rolling(self, requests):
        raise NotImplementedError


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("exports") / "a folder, with {{braces}}"
    write(out, lm_eval(INSTANCES, IN_WORK))
    return out


def manager(folder: Path) -> TaskManager:
    return TaskManager(include_path=str(folder), include_defaults=False)


def evaluate(folder: Path, task: str, model: LM) -> dict:
    return simple_evaluate(
        model, tasks=[task], task_manager=manager(folder), log_samples=True, bootstrap_iters=0,
        apply_chat_template=task.endswith("_chat"),
    )  # fmt: skip


def logged(result: dict, task: str, folder: Path) -> Path:
    """The file that lm-eval writes its samples to."""
    tracker = EvaluationTracker(output_path=str(folder))
    tracker.general_config_tracker.model_name_sanitized = "scripted"
    tracker.date_id = "today"
    tracker.save_results_samples(task, result["samples"][task])
    return folder / "scripted" / f"samples_{task}_today.jsonl"


def test_there_is_a_task_for_chat_and_one_for_text(folder):
    assert manager(folder).all_subtasks == ["groe_x_0_co_chat", "groe_x_0_co_text"]


def test_every_document_is_its_source_to_the_code_point(folder):
    for task in manager(folder).load(manager(folder).all_subtasks)["tasks"].values():
        docs = list(task.test_docs())
        assert [doc["id"] for doc in docs] == list(RECORDS)
        for doc, instance in zip(docs, INSTANCES, strict=True):
            record = RECORDS[doc["id"]]
            assert {key: doc[key] for key in record if key != "instance_idx"} == {
                key: value for key, value in record.items() if key != "instance_idx"
            }
            assert doc["digest"] == instance.digest
            assert task.doc_to_target(doc) == record["reference_answer"]


def test_a_chat_model_gets_system_prompt_and_input_in_their_roles(folder):
    model = Scripted()
    evaluate(folder, "groe_x_0_co_chat", model)
    assert len(model.prompts) == len(RECORDS)
    for record, chat, prompt in zip(RECORDS.values(), model.chats, model.prompts, strict=True):
        system = [{"role": "system", "content": record["system_prompt"]}]
        user = [{"role": "user", "content": record["input"]}]
        assert chat == (system if record["system_prompt"] else []) + user
        assert json.loads(prompt) == chat


def test_a_text_model_gets_both_as_one_text(folder):
    model = Scripted()
    evaluate(folder, "groe_x_0_co_text", model)
    for record, prompt in zip(RECORDS.values(), model.prompts, strict=True):
        both = [record["system_prompt"], record["input"]]
        assert prompt == "\n\n".join(text for text in both if text)


def test_nothing_stops_a_response_early_and_nothing_scores_it(folder):
    model = Scripted()
    result = evaluate(folder, "groe_x_0_co_text", model)
    assert {tuple(options["until"]) for options in model.options} == {()}
    values = result["results"]["groe_x_0_co_text"]
    measured = {key.partition(",")[0] for key in values if "," in key}
    assert measured == {"bypass", "bypass_stderr"}


def test_few_shot_examples_never_mix_instances(folder):
    model = Scripted()
    simple_evaluate(
        model, tasks=["groe_x_0_co_text"], task_manager=manager(folder), num_fewshot=2, limit=3,
        log_samples=True, bootstrap_iters=0,
    )  # fmt: skip
    for record, prompt in zip(RECORDS.values(), model.prompts, strict=False):
        assert prompt.endswith(record["input"])
        assert prompt.startswith(record["system_prompt"])
        assert len(prompt) == len(record["system_prompt"]) + 2 + len(record["input"])


@pytest.mark.parametrize("kind", ["chat", "text"])
def test_logged_responses_are_joined_back_by_id(folder, tmp_path, kind):
    task = f"groe_x_0_co_{kind}"
    answers = [f"{place}\r\n\u2028{{{{x}}}} [RESULT] 5\x00\n" for place in range(len(RECORDS))]
    answers[0] = ""
    result = evaluate(folder, task, Scripted(answers.__getitem__))
    joined = join(INSTANCES, read_responses(logged(result, task, tmp_path)))
    assert [joined.responses[name].text for name in RECORDS] == answers
    assert (joined.missing, joined.unknown, joined.stale) == ((), (), ())


@pytest.mark.long
def test_the_documented_command_line_collects(folder, tmp_path):
    done = subprocess.run(
        [
            sys.executable, "-m", "lm_eval", "--include_path", ".", "--tasks", "groe_x_0_co_text",
            "--model", "dummy", "--limit", "3", "--log_samples", "--output_path", tmp_path,
        ],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (file,) = tmp_path.glob("*/samples_groe_x_0_co_text_*.jsonl")
    assert {name: r.text for name, r in read_responses(file).items()} == dict.fromkeys(
        list(RECORDS)[:3], "lol"
    )


def test_no_text_of_an_instance_stands_where_a_template_or_yaml_is_read(folder):
    files = {path.name for path in folder.iterdir() if path.is_file()}
    assert files == {
        "instances.jsonl", "about.json", "documents.py", "README.md",
        "groe_x_0_co_chat.yaml", "groe_x_0_co_text.yaml",
    }  # fmt: skip
    for path in folder.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        assert "7 * 7" not in text
        assert text.count("{{") == ("_chat" in path.name)


def test_the_folder_carries_the_canary_and_says_what_it_is(folder, tmp_path):
    about = json.loads((folder / "about.json").read_bytes())
    assert about["canary"] == CANARY
    assert about["not_a_release"] is True
    write(tmp_path / "released", lm_eval(INSTANCES[:1], RELEASED))
    about = json.loads((tmp_path / "released" / "about.json").read_bytes())
    assert (about["not_a_release"], about["version"], about["release_digest"]) == (
        False, "1.2.3", "r1:abc",
    )  # fmt: skip
    task = manager(tmp_path / "released").load("grosse_sache_chat")["tasks"]["grosse_sache_chat"]
    assert task.VERSION == "1.2.3"
