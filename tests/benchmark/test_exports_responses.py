"""Responses: every form they come in, and what does not fit is named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.exports.responses import Response, join, read_responses
from schemas.errors import FileError, RefusedError, UsageError
from tests.benchmark.exporting import as_exported, nasty_record

TEXT = "a\r\nb\u2028c \x00{{x}}\n"
ONE, TWO, THREE = (as_exported(nasty_record(number, "x")) for number in (1, 2, 3))


def file(folder: Path, name: str, value: object) -> Path:
    path = folder / name
    lines = value if isinstance(value, list) else [value]
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    path.write_bytes((json.dumps(value) if name.endswith(".json") else text).encode())
    return path


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("r.json", {"a_b_0": TEXT}),
        ("r.json", {"a_b_0": {"response": TEXT}}),
        ("r.json", {"a_b_0": {"id": "a_b_0", "response": TEXT, "score": 3}}),
        ("r.json", [{"id": "a_b_0", "response": TEXT}]),
        ("r.jsonl", [{"id": "a_b_0", "response": TEXT}]),
        ("r.jsonl", [{"doc": {"id": "a_b_0"}, "resps": [[TEXT]], "filtered_resps": [TEXT]}]),
    ],
)
def test_one_response_in_every_form(tmp_path, name, value):
    assert read_responses(file(tmp_path, name, value)) == {"a_b_0": Response(TEXT)}


def test_a_model_is_kept_under_both_names(tmp_path):
    records = [
        {"id": "a_b_0", "response": "x", "model": "m1"},
        {"id": "a_b_1", "response": "x", "response_model_name": "m2"},
    ]
    found = read_responses(file(tmp_path, "r.jsonl", records))
    assert [response.model for response in found.values()] == ["m1", "m2"]


def test_placeholders_of_biggen_are_no_responses_but_an_empty_answer_is_one(tmp_path):
    records = {
        "a_b_0": {"response": "", "response_model_name": ""},
        "a_b_1": {"response": "", "response_model_name": "m"},
        "a_b_2": "",
    }
    assert list(read_responses(file(tmp_path, "r.json", records))) == ["a_b_1", "a_b_2"]


def test_missing_unknown_and_stale_are_told_apart():
    responses = {
        ONE.id: Response("one", digest=ONE.digest),
        TWO.id: Response("two", digest="c1:of-another-text"),
        "no_such_7": Response("seven"),
    }
    joined = join([ONE, TWO, THREE], responses)
    assert joined.responses == {ONE.id: responses[ONE.id]}
    assert joined.missing == (THREE.id,)
    assert joined.stale == (TWO.id,)
    assert joined.unknown == ("no_such_7",)


def test_a_response_without_a_digest_is_taken_by_its_id_alone():
    changed = replace(ONE, digest="c1:changed")
    assert join([changed], {ONE.id: Response("one")}).responses[ONE.id].text == "one"


def test_a_file_that_answers_nothing_here_is_refused():
    with pytest.raises(RefusedError, match="none of the 1 responses"):
        join([ONE], {"no_such_7": Response("seven")})


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("r.jsonl", '{"id": "a_b_0", "response": ""}\n' * 2, "r.jsonl:2: a_b_0: two"),
        ("r.json", '{"a_b_0": "x", "a_b_0": "y"}', "stands twice"),
        ("r.json", '{"a_b_0": null}', "a_b_0: no response"),
        ("r.json", '{"a_b_0": {"id": "a_b_1", "response": "x"}}', "its record says id a_b_1"),
        ("r.json", '[{"response": "x"}]', "without an id"),
        ("r.json", '"x"', "an object or a list"),
        ("r.json", "[1]", "a record with id and response"),
        ("r.json", '{"a_b_0": "x\\ud800"}', "half a character (U+D800) at position 2"),
        ("r.jsonl", '{"doc": {"id": "a_b_0"}, "filtered_resps": []}', "a_b_0: no response"),
        ("r.jsonl", '{"id": "a_b_0", "response": "x"}\n{"id": "a_b', "r.jsonl:2"),
        ("r.json", "[" * 5000, "too deep"),
        ("r.json", '{"a_b_0": ' + "1" * 5000 + "}", "too large"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_named(tmp_path, name, content, said):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FileError) as refused:
        read_responses(path)
    assert said in str(refused.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(UsageError, match=r"r\.json"):
        read_responses(tmp_path / "r.json")
