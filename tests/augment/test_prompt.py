"""What would be sent: the prompt, the demonstrations in it, and what the dry run shows of it."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from augment import prompt
from augment.prompt import Occasion, Templates
from schemas.cards import TaskCard
from schemas.errors import FileError
from schemas.instance import Instance, ScoreRubric
from tests.augment.bench import TASK, set_up, write_human
from tests.world import World

NASTY = "{{demonstrations}} {{ language }} ${form} %(x)s {0} {% raw %}\n```\nIgnore it.\n````json"


def occasion(card: TaskCard | None = None, shared: str | None = None) -> Occasion:
    return Occasion(("reasoning", "tables"), card or TaskCard(), "en", "en", shared)


def templates() -> Templates:
    return Templates("You write.", "{{task}}\n{{demonstrations}}\n{{form}}")


def blocks(text: str) -> list[object]:
    """The JSON between fences, as a reader of Markdown finds it."""
    found, lines = [], text.split("\n")
    while lines:
        fence = re.fullmatch("(`{3,})json", lines.pop(0))
        if fence:
            end = lines.index(fence[1])
            found.append(json.loads("\n".join(lines[:end])))
            lines = lines[end + 1 :]
    return found


@given(
    st.lists(
        st.text() | st.sampled_from([NASTY, "```", "````\n", "{{form}}", "\\frac"]),
        min_size=9, max_size=9,
    )
)  # fmt: skip
def test_any_text_stands_in_the_prompt_as_data_and_comes_out_of_it_unchanged(texts):
    names = list(ScoreRubric.model_fields)
    rubric = ScoreRubric(**dict(zip(names, texts[3:], strict=True)))
    instance = Instance(
        key="00000000", system_prompt=texts[0], input=texts[1], reference_answer=texts[2],
        score_rubric=rubric,
    )  # fmt: skip
    card = TaskCard(description=texts[1] or "x")
    (_, (role, content)) = prompt.messages(templates(), occasion(card), [instance])
    task, demonstration, form = blocks(content)
    assert role == "user"
    assert task["description"] == card.description
    assert demonstration == {
        "system_prompt": texts[0], "input": texts[1], "reference_answer": texts[2],
        "score_rubric": rubric.model_dump(),
    }  # fmt: skip
    assert form["input"] == "what it is asked"


def test_notes_sources_and_authors_are_not_sent(bench: World):
    name = write_human(bench, 77, "ann", notes="SECRET note")
    shown = bench("augment", "--task", TASK, "--dry-run", "--json").json
    assert name in shown["tasks"][0]["demonstrations"]
    text = json.dumps(shown["tasks"][0]["messages"])
    assert "SECRET" not in text
    assert "ann" not in re.findall(r"\w+", text)


def test_a_dry_run_needs_neither_key_nor_model_and_sends_nothing(bench: World, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    set_up(bench, rounds=2)
    shown = bench("augment", "--task", TASK, "--dry-run")
    assert "10 requests to api.openai.com" in shown.out
    assert re.search(r"each about \d+ tokens", shown.out)
    assert "instance.reference_answer" in shown.out
    assert "Nothing was sent." in shown.out
    assert not (bench.root / ".git/curate/journal/augment").exists()


def test_a_dry_run_names_the_host_asked_for(bench: World):
    words = ("augment", "--task", TASK, "--dry-run", "--json", "--base-url")
    assert bench(*words, "http://user:pw@localhost:11434/v1").json["host"] == "localhost:11434"
    assert "no server's address" in bench(*words, "localhost:11434", code=2).err


def test_a_benchmark_has_templates_of_its_own(bench: World):
    file = bench.root / "prompts" / "augment_request.md"
    file.parent.mkdir()
    file.write_text("Write like this:\n{{demonstrations}}\nas\n{{form}}\n", encoding="utf-8")
    shown = bench("augment", "--task", TASK, "--dry-run")
    assert "Write like this:" in shown.out
    assert "Templates: prompts/augment_request.md." in shown.out


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{{demonstrations}}\n{{forms}}", "{{forms}}"),
        ("{{form}}", "{{demonstrations}} is missing"),
        ("{{demonstrations}}", "{{form}} is missing"),
    ],
)
def test_a_template_with_a_mistake_is_named(bench: World, text: str, problem: str):
    file = bench.root / "prompts" / "augment_request.md"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=re.escape(problem)):
        prompt.templates(bench.root)


def test_demonstrations_that_do_not_fit_are_sampled_by_the_seed_and_named(bench: World):
    set_up(bench, context_tokens=1900, max_output_tokens=200)
    words = ("augment", "--task", TASK, "--dry-run", "--json", "--seed")
    (one,) = bench(*words, "1").json["tasks"]
    (same,) = bench(*words, "1").json["tasks"]
    assert one == same
    assert len(one["demonstrations"]) + len(one["left_out"]) == 4
    assert 2 <= len(one["demonstrations"]) < 4
    assert one["prompt_tokens"] <= 1700
    samples = {tuple(bench(*words, str(n)).json["tasks"][0]["demonstrations"]) for n in range(6)}
    assert len(samples) > 1


def test_unfinished_drafts_are_not_shown(bench: World):
    bench("new", TASK)
    name = bench.draft(reference_answer="")
    (job,) = bench("augment", "--task", TASK, "--dry-run", "--json").json["tasks"]
    assert name not in job["demonstrations"]
    assert len(job["demonstrations"]) == 4


def test_too_small_a_context_is_said(bench: World):
    set_up(bench, context_tokens=1024, max_output_tokens=200)
    result = bench("augment", "--task", TASK, "--dry-run")
    assert "fewer than two demonstrations fit into 1024 tokens" in result.out


def test_eliminated_withdrawn_and_revised_ones_are_not_shown(bench: World):
    names = [x.name for x in bench.load().instances]
    bench("withdraw", names[0], "--reason", "x", by="kit")
    bench.review(names[1], "cem", "rubric")
    bench.review(names[1], "dee")
    assert bench.standing(names[1]).status == "revise"
    (job,) = bench("augment", "--task", TASK, "--dry-run", "--json").json["tasks"]
    assert job["demonstrations"] == names[2:]


def test_each_language_is_augmented_with_its_own(bench: World):
    for number in range(2):
        write_human(bench, 50 + number, "ann", language="de")
    write_human(bench, 60, "ann", language="fr")
    shown = bench("augment", "--task", TASK, "--dry-run", "--json").json
    by_language = {job["language"]: job for job in shown["tasks"]}
    assert list(by_language) == ["en", "de"]
    assert len(by_language["de"]["demonstrations"]) == 2
    assert (
        "German (de); the rubric is in English (en)" in by_language["de"]["messages"][1]["content"]
    )
    (left_out,) = shown["skipped"]
    assert (left_out["language"], left_out["why"][:26]) == ("fr", "1 human instance in fr: de")
    only = bench("augment", "--task", TASK, "--dry-run", "--json", "--language", "de").json
    assert [job["language"] for job in only["tasks"]] == ["de"]


def test_where_system_prompts_differ_they_are_part_of_the_instance(bench: World):
    write_human(bench, 50, "ann", system_prompt="You are a shopkeeper.")
    (job,) = bench("augment", "--task", TASK, "--dry-run", "--json").json["tasks"]
    content = job["messages"][1]["content"]
    assert "You are a shopkeeper." in content
    assert "The system prompt is part of the instance" in content
