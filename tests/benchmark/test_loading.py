"""A release loaded by the libraries people use: every text comes back to the code point."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from benchmark.release.data import COLUMNS, data_file
from schemas.instance import ScoreRubric
from tests.benchmark.release_facts import (
    ADOPTED,
    Texts,
    an_instance,
    facts_of,
    loaded,
    published,
    small,
    written,
)

NASTY = (
    "line a\r\nline b\r\nlone \r in between\n",
    "U+0000 \x00, bell \x07, escape \x1b[31m, delete \x7f, next line \x85",
    "separators \u2028 and \u2029, a mark \ufeff, no character \ufffe",
    "\u202eright to left\u202c שלום עולם مرحبا",
    "{{ name }} {% if x %} {# y #} ${HOME} %s {0}",
    '"quotes" and \\ backslashes \\n \\u0041 </script>',
    "  blanks at both ends \n\n\n",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍👩‍👧 e\u0301 é 한국어",
    "no", "1:30", "1e3", "007", "2024-01-01", "~", "null", "NaN", ".5", "true", "[]", "{}",
    "x" * 100_000,
)  # fmt: skip


@cache
def nasty() -> Texts:
    """Every odd text in every field, with something ordinary in front."""
    found = [an_instance()]
    for number, text in enumerate(NASTY, 1):
        levels = {f"score{n}_description": text for n in range(1, 6)}
        found.append(
            an_instance(number, system_prompt=text, input=text, reference_answer=text,
                        score_rubric=ScoreRubric(criteria=text, **levels))
        )  # fmt: skip
    return small(*found)


def rows_of(release: Path) -> list[Mapping[str, Any]]:
    """The canonical rows, read without any library."""
    return [
        json.loads(line)
        for file in sorted(release.glob("data/*.jsonl"))
        for line in file.read_bytes().split(b"\n")
        if line
    ]


def by_datasets(release: Path, config: str) -> list[dict[str, Any]]:
    import datasets

    datasets.disable_progress_bars()
    cache_dir = release.parent / f"cache-{release.name}"
    table = datasets.load_dataset(str(release), config, split="test", cache_dir=str(cache_dir))
    assert list(table.features) == [column.name for column in COLUMNS]
    found: list[dict[str, Any]] = table.to_list()
    return found


def by_croissant(release: Path) -> list[dict[str, Any]]:
    import mlcroissant

    dataset = mlcroissant.Dataset(jsonld=str(release / "croissant.json"))
    assert dataset.metadata.ctx.issues.report() == ""
    return [
        _plain(record)
        for record_set in dataset.metadata.record_sets
        for record in dataset.records(record_set.name)
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name.rpartition("/")[2]: _plain(item) for name, item in value.items()}
    return value


def by_id(rows: list[Any]) -> Iterator[Any]:
    return iter(sorted(rows, key=lambda row: row["id"]))


@pytest.mark.parametrize("facts", [published, nasty], ids=["published", "nasty"])
def test_datasets_loads_everything_as_it_is(facts: Any, tmp_path: Path):
    release = written(facts(), tmp_path / "release")
    found = by_datasets(release, "all")
    assert found == facts().read_back


def test_datasets_loads_each_capability(tmp_path: Path):
    release = written(published(), tmp_path / "release")
    rows = rows_of(release)
    for capability in dict.fromkeys(row["capability"] for row in rows):
        own = [row for row in rows if row["capability"] == capability]
        assert by_datasets(release, capability) == own


def test_all_is_what_loads_where_no_config_is_named(tmp_path: Path):
    import datasets

    release = written(nasty(), tmp_path / "release")
    found = datasets.load_dataset(str(release), split="test", cache_dir=str(tmp_path / "cache"))
    assert len(found) == len(nasty().rows)


def test_one_adopted_instance_without_difficulty_has_the_columns_of_the_others(tmp_path: Path):
    import datasets

    release = written(small(outcomes=[ADOPTED]), tmp_path / "release")
    found = datasets.load_dataset(
        str(release), "reasoning", split="test", cache_dir=str(tmp_path / "cache")
    )
    assert found.features["difficulty"] == datasets.List(datasets.Value("string"))
    assert found[0]["difficulty"] == []


def test_a_file_that_lost_a_row_does_not_load(tmp_path: Path):
    from datasets.exceptions import NonMatchingSplitsSizesError

    release = written(nasty(), tmp_path / "release")
    file = release / data_file("reasoning")
    file.write_bytes(file.read_bytes().partition(b"\n")[2])
    with pytest.raises(NonMatchingSplitsSizesError):
        by_datasets(release, "all")


@pytest.mark.parametrize("facts", [published, nasty], ids=["published", "nasty"])
def test_croissant_is_valid_and_gives_every_record(facts: Any, tmp_path: Path):
    release = written(facts(), tmp_path / "release")
    found = by_croissant(release)
    assert list(by_id(found)) == list(by_id(rows_of(release)))


def test_croissant_is_standard_and_has_no_warning(tmp_path: Path, caplog):
    release = written(small(), tmp_path / "release")
    by_croissant(release)
    assert [record.message for record in caplog.records if record.levelname != "INFO"] == []


def test_croissant_names_what_is_known_of_its_making(tmp_path: Path):
    import mlcroissant

    statistics = {"people": {"authors": 4, "reviewers": 3}}
    release = written(small(statistics=statistics), tmp_path / "release")
    found = mlcroissant.Dataset(jsonld=str(release / "croissant.json")).metadata
    assert found.version == "1.0.0"
    assert found.date_published.isoformat().startswith("2026-03-01")
    assert found.annotator_demographics == ["authors: 4, reviewers: 3"]
    assert "blind" in found.data_annotation_protocol[0]
    assert any("No model was run" in limit for limit in found.data_limitations)


def test_croissant_lists_every_data_file_with_its_digest(tmp_path: Path):
    import hashlib

    release = written(published(), tmp_path / "release")
    listed = json.loads((release / "croissant.json").read_bytes())["distribution"]
    assert {entry["contentUrl"]: entry["sha256"] for entry in listed} == {
        f"data/{file.name}": hashlib.sha256(file.read_bytes()).hexdigest()
        for file in release.glob("data/*")
    }


def test_what_readers_that_guess_would_change_is_said(tmp_path: Path):
    from benchmark.release.limits import known_limits

    dates = [an_instance(n, reference_answer=f"2024-01-{n:02}") for n in range(1, 4)]
    said = "\n".join(known_limits(small(*dates)))
    assert "In reasoning, every reference_answer looks like a date or a number" in said
    mixed = [*dates, an_instance(4)]
    assert "looks like a date" not in "\n".join(known_limits(small(*mixed)))
    release = written(small(*mixed), tmp_path / "release")
    assert [row["reference_answer"] for row in by_datasets(release, "all")] == [
        "2024-01-01", "2024-01-02", "2024-01-03", "Shop B.",
    ]  # fmt: skip


def test_capabilities_keep_the_order_of_the_benchmark(tmp_path: Path):
    found = [
        loaded((capability, "task"), 0, an_instance(n))
        for n, capability in enumerate(("zeta", "alpha", "no", "1e3"))
    ]
    release = written(facts_of(found), tmp_path / "release")
    order = [row["capability"] for row in by_datasets(release, "all")]
    assert order == ["zeta", "alpha", "no", "1e3"]
    assert [row["capability"] for row in by_datasets(release, "no")] == ["no"]
