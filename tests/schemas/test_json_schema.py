"""The JSON Schemas that editors outside use to complete and check the files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from schemas.json_schema import json_schema, names
from tests.world import World, run

PATTERNS = {
    "benchmark": "curate.yaml",
    "person": "people/*.yaml",
    "capability": "tasks/*/capability.yaml",
    "task": "tasks/*/*/task.yaml",
    "instance": "tasks/*/*/instances/*.yaml",
    "act": "tasks/*/*/reviews/*/*.yaml",
    "manifest": "releases/*/manifest.json",
}


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(json_schema(name)))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration benchmark, with acts of many kinds and a release."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        root = tmp_path_factory.mktemp("demo") / "bench"
        result = run("demo", root)
    assert result.code == 0, result
    return root


@pytest.mark.parametrize("name", names())
def test_each_is_a_valid_schema(name: str):
    Draft202012Validator.check_schema(json.loads(json_schema(name)))


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    parts = schema.get("$defs", {})
    for title, part in {"": schema, **parts}.items():
        for field, description in part.get("properties", {}).items():
            # What a part says about itself is not said again by the field that holds it.
            part_name = description.get("$ref", "").rpartition("/")[2]
            yield title, field, {**parts.get(part_name, {}), **description}


@pytest.mark.parametrize("name", names())
def test_every_field_has_a_description(name: str):
    found = list(properties(json.loads(json_schema(name))))
    assert found
    for title, field, description in found:
        assert description.get("description", "").strip().endswith((".", "?")), (title, field)


@pytest.mark.parametrize("name", names())
def test_every_part_has_a_description_and_no_room_for_unknown_fields(name: str):
    schema = json.loads(json_schema(name))
    for title, part in {name: schema, **schema.get("$defs", {})}.items():
        if "properties" in part:
            assert part["additionalProperties"] is False, title
            assert part["description"].strip(), title


@pytest.mark.parametrize(("name", "pattern"), PATTERNS.items(), ids=PATTERNS.keys())
def test_the_files_of_the_demonstration_are_valid_as_an_editor_reads_them(demo, name, pattern):
    files = sorted(demo.glob(pattern))
    assert files
    for file in files:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        errors = list(validator(name).iter_errors(data))
        assert not errors, (file, errors[0].message)


def test_acts_of_many_kinds_are_among_them(demo: Path):
    acts = {file.name.split("-")[1] for file in demo.glob(PATTERNS["act"])}
    assert {"submit", "review"} <= acts


@pytest.mark.parametrize(("name", "pattern"), PATTERNS.items(), ids=PATTERNS.keys())
def test_an_unknown_field_fails(demo, name, pattern):
    data = yaml.safe_load(next(iter(sorted(demo.glob(pattern)))).read_text(encoding="utf-8"))
    assert validator(name).is_valid(data)
    assert not validator(name).is_valid({**data, "unknown": "x"})


def test_an_unknown_field_deep_inside_fails(demo: Path):
    file = sorted(demo.glob(PATTERNS["instance"]))[0]
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    data["score_rubric"]["score6_description"] = "x"
    assert not validator("instance").is_valid(data)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("instance", {"input": "no key"}),
        ("instance", {"key": "0123ABCD"}),
        ("instance", {"key": "0123abcd", "input": ["a list"]}),
        ("instance", {"key": "0123abcd", "provenance": {"origin": "alien"}}),
        ("instance", {"key": "0123abcd", "sources": [{"use": "adapted"}]}),
        ("person", {"name": "Ann", "emails": []}),
        ("person", {"name": "Ann", "emails": ["a@x"], "roles": ["boss"]}),
        ("task", {"status": "asleep"}),
        ("task", {"position": -1}),
        ("benchmark", {}),
        ("act", {"act": "submit"}),
        (
            "act",
            {"act": "dance", "instance": "0123abcd", "round": 1, "by": "a", "at": "", "digest": ""},
        ),
    ],
)
def test_what_the_door_refuses_fails_in_the_editor_too(name: str, data: dict[str, Any]):
    assert not validator(name).is_valid(data)


@pytest.mark.parametrize("value", [3, "3"])
def test_numbers_may_be_written_with_and_without_quotes(value: object):
    assert validator("task").is_valid({"position": value})
    assert validator("task").is_valid({"may_leave": value == 3})


def test_a_benchmark_carries_them_and_files_point_to_them(demo: Path):
    for name in names():
        stored = demo / ".schemas" / f"{name}.json"
        assert stored.read_text(encoding="utf-8") == json_schema(name)
    for name, pattern in PATTERNS.items():
        for file in demo.glob(pattern):
            first = file.read_text(encoding="utf-8").split("\n")[0]
            if name not in ("act", "manifest"):
                pointer = first.removeprefix("# yaml-language-server: $schema=")
                assert (file.parent / pointer).resolve() == (
                    demo / f".schemas/{name}.json"
                ).resolve()


def test_the_command_prints_them(world: World):
    assert world("schema", "person").out == json_schema("person")
    refused = world("schema", "instances", code=2)
    assert "instance" in refused.err
