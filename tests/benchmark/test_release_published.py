"""Everything published, adopted and released by the real command in two copies.

The gate leaves out what is damaged (control characters, foreign line ends, eaten LaTeX); how such
texts come through files and loaders is tested where releases are made in memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmark.release.verify import verify
from schemas.checks import faults
from schemas.instance import Instance, ScoreRubric
from tests.benchmark.exporting import published
from tests.benchmark.kit import REPOSITORY, files_of
from tests.benchmark.test_loading import by_croissant, by_datasets, by_id
from tests.world import BIGGEN, BIGGEN_IS_WHOLE, World, begin, git

PLACES: tuple[Mapping[str, str], ...] = (
    {"TZ": "UTC", "LC_ALL": "C", "LANG": "C", "PYTHONHASHSEED": "1"},
    {"TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8",
     "PYTHONHASHSEED": "4242"},
)  # fmt: skip


def built_elsewhere(source: Path, folder: Path, place: Mapping[str, str], *options: str) -> Path:
    """The release as a fresh clone in this folder builds it, in a process of its own."""
    folder.mkdir(parents=True)
    git(folder, "clone", "-q", source, "copy")
    line = ["-m", "curate", "-C", "copy", "--as", "kit@example.org", "release", "build", "1.0.0"]
    subprocess.run(
        [sys.executable, *line, "--out", "release", *options],
        cwd=folder, check=True, capture_output=True,
        env={
            "PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1",
            "PYTHONPATH": str(REPOSITORY), **place,
        },
    )  # fmt: skip
    return folder / "release"


def in_two_places(source: Path, folder: Path, *options: str) -> list[Path]:
    return [
        built_elsewhere(source, folder / f"{'a folder/' * number}{number}", place, *options)
        for number, place in enumerate(PLACES)
    ]


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The release of all that passes the gate, as two copies built it."""
    folder = tmp_path_factory.mktemp("published")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        world = begin(folder / "bench")
        world("import", "biggen", BIGGEN / "sample_responses.json")
        world("adopt", "--all", "--reason", "published before", by="kit")
        return in_two_places(world.root, folder, "--leave-out-open")


def damaged() -> set[str]:
    """The ids whose texts have an error."""
    found = set()
    for name, record in published().items():
        texts = {key: record[key] for key in ("system_prompt", "input", "reference_answer")}
        rubric = ScoreRubric(**record["score_rubric"])
        instance = Instance(key="00000000", score_rubric=rubric, **texts)
        if any(fault.severity == "error" for fault in faults(instance)):
            found.add(name)
    return found


def as_published(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The eight keys of the source, by id."""
    keys = list(next(iter(published().values())))
    return {row["id"]: {key: row[key] for key in keys} for row in rows}


def whole() -> dict[str, dict[str, Any]]:
    """What is released: all that is not damaged."""
    left_out = damaged()
    return {name: record for name, record in published().items() if name not in left_out}


def test_a_benchmark_with_reviews_gives_the_same_bytes_in_two_fresh_clones(
    world: World, tmp_path: Path
):
    reviewed, revised, eliminated, adopted = (world.submitted() for _ in range(4))
    for person in ("bob", "cem"):
        world.review(reviewed, person)
        world.review(eliminated, person, "fit")
    world.review(revised, "bob", "rubric")
    world.review(revised, "cem")
    world.edit(revised, input="Which shop is the cheapest of all?")
    world("submit", revised, "--answer", "score_rubric=disagree:it says what it should")
    world.review(revised, "bob")
    world("recall", adopted, "--reason", "published before", by="kit")
    world("adopt", adopted, "--reason", "published before", by="kit")
    one, other = in_two_places(world.root, tmp_path, "--leave-out-open")
    assert files_of(one) == files_of(other)
    assert "reviews.json" in files_of(one)
    assert {entry.basis for entry in verify(one).manifest.instances} == {"reviewed", "adopted"}


def test_two_fresh_clones_give_the_same_bytes_of_all_that_is_published(releases: list[Path]):
    one, other = map(files_of, releases)
    assert one == other
    assert verify(releases[0]).problems == ()


def test_what_is_damaged_is_left_out_by_name_and_all_else_is_in(releases: list[Path]):
    manifest = verify(releases[0]).manifest
    left_out = {entry.id: entry.why for entry in manifest.left_out}
    assert set(left_out) == damaged()
    assert all(left_out.values())
    assert {entry.id for entry in manifest.instances} == set(whole())
    if BIGGEN_IS_WHOLE:
        assert (len(manifest.instances), len(left_out)) == (738, 27)


def test_datasets_loads_what_was_released_as_it_was_published(releases: list[Path]):
    assert as_published(by_datasets(releases[0], "all")) == whole()


def test_croissant_loads_what_was_released_as_it_was_published(releases: list[Path]):
    rows = list(by_id(by_croissant(releases[0])))
    assert as_published(rows) == whole()


def test_each_export_of_the_release_holds_what_was_published(releases: list[Path], tmp_path: Path):
    world = World(releases[0].parent / "copy")
    for form in ("biggen", "lm-eval", "inspect"):
        world("export", form, "--out", tmp_path / form, "--release", releases[0])
    biggen = json.loads((tmp_path / "biggen").read_bytes())
    assert as_published(list(biggen.values())) == whole()
    for form in ("lm-eval", "inspect"):
        found = {}
        for file in (tmp_path / form).rglob("*.jsonl"):
            for line in file.read_bytes().split(b"\n"):
                if line:
                    row = json.loads(line)
                    found[row["id"]] = row
        texts = ("input", "system_prompt", "reference_answer", "score_rubric")
        assert {name: [row[key] for key in texts] for name, row in found.items()} == {
            name: [row[key] for key in texts] for name, row in whole().items()
        }
