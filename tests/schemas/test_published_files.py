"""The published instances as files: every text comes back, and each field changes alone."""

from __future__ import annotations

import json

import pytest

from benchmark.imports.biggen import read_biggen
from benchmark.instance_file import text_of
from schemas.fields import RUBRIC_FIELDS, TEXT_FIELDS
from schemas.instance import Instance, ScoreRubric
from schemas.yamldoor import load_model, parse, update
from schemas.yamldoor.spans import Span, spans, split_lines
from schemas.yamldoor.style import block_safe
from tests.schemas.texts import readings
from tests.world import BIGGEN

FILE = BIGGEN / "sample_responses.json"
SOURCE = json.loads(FILE.read_text(encoding="utf-8"))
CANARY = "b5f0c4a2"


@pytest.fixture(scope="module")
def files() -> dict[str, tuple[Instance, str]]:
    """Every published instance with its file's text."""
    return {
        item.name: (item.instance, text_of(item.instance, "tasks/c/t/instances/x.yaml", CANARY))
        for item in read_biggen(FILE)
    }


@pytest.fixture(scope="module")
def places(files: dict[str, tuple[Instance, str]]) -> dict[str, dict[tuple[str, ...], Span]]:
    return {name: spans(source) for name, (_, source) in files.items()}


def test_every_file_reads_back_as_published(files):
    assert list(files) == list(SOURCE)
    for name, (_, source) in files.items():
        data = parse(source.encode(), name).data
        for field in (*TEXT_FIELDS, "score_rubric"):
            assert data[field] == SOURCE[name][field], (name, field)


def test_other_readers_find_the_same_texts(files):
    hard = [name for name, (_, source) in files.items() if not _is_easy(SOURCE[name])]
    assert hard
    for name in {*list(files)[:: max(1, len(files) // 25)], *hard}:
        for reader, found in readings(files[name][1]).items():
            for field in (*TEXT_FIELDS, "score_rubric"):
                assert found[field] == SOURCE[name][field], (name, field, reader)


def _is_easy(record: dict) -> bool:
    texts = [*(record[field] for field in TEXT_FIELDS), *record["score_rubric"].values()]
    return all(block_safe(text) or not text for text in texts)


def test_no_file_folds_a_line(files, places):
    for name, (_, source) in files.items():
        for path, span in places[name].items():
            if source[span.begin] != "|" and path not in ((), ("score_rubric",), ("provenance",)):
                assert "\n" not in source[span.begin : span.end], (name, path)


def test_every_text_of_several_lines_that_can_safely_be_a_block_is_one(files, places):
    blocks = 0
    for name, (instance, source) in files.items():
        for field, text in instance.texts():
            path = tuple(field.replace("rubric.", "score_rubric.").split("."))
            if "\n" in text:
                assert (source[places[name][path].begin] == "|") is block_safe(text), (name, field)
                blocks += block_safe(text)
            assert block_safe(text) or not text.strip() or set(text) & set("\r\f\b"), (name, field)
    assert blocks > 20


def test_changing_nothing_gives_the_same_file(files):
    for name, (instance, source) in files.items():
        assert update(source, instance, name) == source


def assert_each_field_changes_alone(name: str, instance: Instance, source: str) -> None:
    old, before = split_lines(source), spans(source)
    paths = [(field,) for field in TEXT_FIELDS]
    paths += [("score_rubric", field) for field in RUBRIC_FIELDS]
    for path in paths:
        new = _one_character_changed(instance, path)
        result = update(source, new, name)
        lines, after = split_lines(result), spans(result)
        first, last = before[path].first_line, before[path].last_line
        assert lines[:first] == old[:first], (name, path)
        assert lines[after[path].last_line :] == old[last:], (name, path)
        assert load_model(parse(result, name), Instance) == new


def _one_character_changed(instance: Instance, path: tuple[str, ...]) -> Instance:
    def change(text: str) -> str:
        middle = len(text) // 2
        return f"{text[:middle]}ß{text[middle + 1 :]}"

    if path[0] != "score_rubric":
        return instance.model_copy(update={path[0]: change(getattr(instance, path[0]))})
    rubric = instance.score_rubric.model_dump()
    rubric[path[1]] = change(rubric[path[1]])
    return instance.model_copy(update={"score_rubric": ScoreRubric(**rubric)})


def test_a_changed_character_touches_only_its_field(files):
    for name in list(files)[:: max(1, len(files) // 40)]:
        assert_each_field_changes_alone(name, *files[name])


@pytest.mark.long
def test_a_changed_character_touches_only_its_field_in_all_of_them(files):
    for name, (instance, source) in files.items():
        assert_each_field_changes_alone(name, instance, source)
