"""Parquet copies: the same texts, and the frozen folder untouched."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.release.verify import verify
from tests.benchmark.kit import files_of
from tests.world import World, run


@pytest.fixture
def released(world: World, tmp_path: Path) -> Path:
    """A release of one capability with two instances, one of them with odd text."""
    world("task", "add", "writing/letters", by="kit")
    for task, text in (("reasoning/tables", "2024-01-01"), ("writing/letters", "a\u2028b ")):
        name = world.submitted(task)
        world.edit(name, reference_answer=text)
        world("recall", name, "--reason", "a typo", by="kit")
        world("adopt", name, "--reason", "published before", by="kit")
    out = tmp_path / "bench-1.0.0"
    world("release", "build", "1.0.0", "--out", out, by="kit")
    return out


def test_a_copy_holds_the_same_rows_and_loads_the_same_way(released: Path, tmp_path: Path):
    import datasets

    assert run("release", "parquet", released).code == 0
    copy = tmp_path / "bench-1.0.0-parquet"
    for config, texts in (("all", ["2024-01-01", "a\u2028b "]), ("writing", ["a\u2028b "])):
        found = datasets.load_dataset(
            str(copy), config, split="test", cache_dir=str(tmp_path / "cache")
        )
        assert found["reference_answer"][:] == texts
        assert found[0]["difficulty"] == []


def test_the_frozen_folder_stays_as_it_is(released: Path):
    before = files_of(released)
    assert run("release", "parquet", released).code == 0
    assert files_of(released) == before
    assert verify(released).problems == ()


def test_each_file_names_the_release_it_was_made_from(released: Path, tmp_path: Path):
    import pyarrow.parquet

    run("release", "parquet", released, "--out", tmp_path / "copy")
    found = pyarrow.parquet.read_schema(tmp_path / "copy/data/writing.parquet").metadata
    assert found[b"digest"].decode() == verify(released).digest


def test_the_copy_keeps_licence_and_gate(released: Path, tmp_path: Path):
    run("release", "parquet", released, "--out", tmp_path / "copy")
    assert (tmp_path / "copy/LICENSE").read_bytes() == (released / "LICENSE").read_bytes()
    assert "license: cc-by-4.0\n" in (tmp_path / "copy/README.md").read_text(encoding="utf-8")


def test_a_release_that_was_changed_is_not_copied(released: Path, tmp_path: Path):
    file = released / "data/writing.jsonl"
    file.write_bytes(file.read_bytes().replace(b"cheapest", b"dearest "))
    refused = run("release", "parquet", released, "--out", tmp_path / "copy")
    assert refused.code == 1
    assert "not as it was frozen" in refused.err
    assert not (tmp_path / "copy").exists()


def test_a_copy_needs_a_place_of_its_own(released: Path, tmp_path: Path):
    inside = run("release", "parquet", released, "--out", released / "parquet")
    assert inside.code == 1
    assert "inside the release" in inside.err
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").write_text("mine")
    assert run("release", "parquet", released, "--out", tmp_path / "full").code == 1
    assert verify(released).problems == ()
