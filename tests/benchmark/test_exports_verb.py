"""`curate export`: what is exported, from where, and what is said of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemas.instance import ScoreRubric
from tests.benchmark.exporting import TEXTS, as_exported, everything, nasty_record
from tests.benchmark.kit import files_of
from tests.world import World, begin, run

FORMATS = ("biggen", "prometheus", "lm-eval", "inspect")
FOLDERS = ("lm-eval", "inspect")


def about(out: Path) -> dict[str, Any]:
    file = out / "about.json" if out.is_dir() else out.with_name(f"{out.name}.about.json")
    return json.loads(file.read_bytes())


def ids(out: Path) -> list[str]:
    """The ids an export holds, in its order."""
    if out.is_dir():
        return [row["id"] for row in rows(out)]
    if "ids" in about(out):
        return about(out)["ids"]
    return list(json.loads(out.read_bytes()))


def rows(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "instances.jsonl").read_bytes().split(b"\n")[:-1]]


def nasty_texts(number: int, text: str) -> dict[str, Any]:
    record = nasty_record(number, text)
    return {
        "system_prompt": record["system_prompt"],
        "input": record["input"],
        "reference_answer": record["reference_answer"],
        "score_rubric": ScoreRubric(**record["score_rubric"]),
    }


@pytest.fixture
def mixed(world: World) -> World:
    """One accepted (0), one in review (1), one eliminated (2), one withdrawn (3), one draft."""
    names = [world.submitted() for _ in range(4)]
    world.review(names[0], "bob")
    world.review(names[0], "cem")
    world.review(names[2], "bob", "fit")
    world.review(names[2], "cem", "fit")
    world("withdraw", names[3], "--reason", "x")
    world.draft()
    return world


@pytest.fixture
def released(world: World, tmp_path: Path) -> Path:
    """A release of three instances full of traps; since then, one is changed and one is new."""
    for number, trap in enumerate(("jinja", "lines", "bidi"), 1):
        texts = nasty_texts(number, TEXTS[trap].replace("\r\n", "\n").translate(CONTROLS))
        name = world.submitted(**texts)
        world.review(name, "bob")
        world.review(name, "cem")
    out = tmp_path / "release"
    world("release", "build", "1.0.0", "--out", out, by="kit")
    world.edit("reasoning_tables_0", input="Changed after the release.")
    world.submitted()
    return out


# What the gate does not let into a release.
CONTROLS = dict.fromkeys([0x0B, 0x0C, 0x0D, 0x1C, 0x1D])


@pytest.mark.parametrize("form", FORMATS)
def test_without_a_release_it_is_everything_not_out_and_says_so(mixed: World, tmp_path, form):
    out = tmp_path / "out"
    done = mixed("export", form, "--out", out)
    assert ids(out) == ["reasoning_tables_0", "reasoning_tables_1"]
    assert "Not a release" in done.out
    assert "1 drafts have no number" in done.err
    told = about(out)
    assert told["not_a_release"] is True
    assert told["canary"] == mixed.load().settings.canary != ""
    assert (told["format"], told["instances"]) == (form, 2)
    assert "version" not in told


@pytest.mark.parametrize("form", FORMATS)
def test_a_release_is_exported_as_frozen_whatever_the_benchmark_holds_now(
    released: Path, world: World, tmp_path, form, monkeypatch
):
    frozen = [json.loads(line) for line in (released / "data/reasoning.jsonl").open("rb")]
    monkeypatch.chdir(tmp_path)
    done = run("export", form, "--out", "out", "--release", "release")
    assert done.code == 0, done.err
    told = about(tmp_path / "out")
    assert (told["benchmark"], told["version"], told["not_a_release"]) == (
        "Test bench", "1.0.0", False,
    )  # fmt: skip
    verified = run("release", "verify", released, "--json").json
    assert told["release_digest"] == verified["digest"]
    assert told["canary"] == world.load().settings.canary
    assert "Release 1.0.0" in done.out
    assert ids(tmp_path / "out") == [row["id"] for row in frozen]
    if form in FOLDERS:
        keys = ("id", "capability", "task", "system_prompt", "input", "reference_answer",
                "score_rubric", "language", "digest")  # fmt: skip
        found = rows(tmp_path / "out")
        assert [{key: row[key] for key in keys} for row in frozen] == [
            {key: row[key] for key in keys} for row in found
        ]


@pytest.mark.parametrize("form", FORMATS)
def test_a_release_that_was_touched_is_not_exported(released: Path, tmp_path, form):
    data = released / "data/reasoning.jsonl"
    data.write_bytes(data.read_bytes().replace(b"{{ 7 * 7 }}", b"{{ 7 * 8 }}", 1))
    before = files_of(tmp_path)
    refused = run("export", form, "--out", tmp_path / "out", "--release", released)
    assert refused.code == 1
    assert "not as it was frozen" in refused.err
    assert files_of(tmp_path) == before


def test_no_folder_of_a_release_is_wrong_usage(world: World, tmp_path):
    for folder in (tmp_path, tmp_path / "missing"):
        world("export", "biggen", "--out", tmp_path / "x", "--release", folder, code=2)


@pytest.mark.parametrize("form", FORMATS)
def test_a_release_and_the_benchmark_it_came_from_export_alike(mixed: World, tmp_path, form):
    mixed("withdraw", "reasoning_tables_1", "--reason", "x")
    mixed("release", "build", "1.0.0", "--out", tmp_path / "release", by="kit")
    mixed("export", form, "--out", tmp_path / "work")
    mixed("export", form, "--out", tmp_path / "frozen", "--release", tmp_path / "release")
    if form in FOLDERS:
        assert rows(tmp_path / "work") == rows(tmp_path / "frozen")
    else:
        assert (tmp_path / "work").read_bytes() == (tmp_path / "frozen").read_bytes()


def test_every_format_holds_every_text_of_all_that_is_published(tmp_path: Path):
    world = begin(tmp_path / "bench")
    records = everything()
    source = tmp_path / "all.jsonl"
    source.write_bytes(b"".join(json.dumps(r).encode() + b"\n" for r in records.values()))
    world("import", "jsonl", source, "--author", "ann@example.org")
    for form in FORMATS:
        world("export", form, "--out", tmp_path / form)
        assert set(ids(tmp_path / form)) == set(records)
    biggen = json.loads((tmp_path / "biggen").read_bytes())
    for name, record in records.items():
        assert biggen[name] == {**record, "response": "", "response_model_name": ""}
        assert list(biggen[name])[:8] == list(record)
    for form in FOLDERS:
        for row in rows(tmp_path / form):
            record = dict(records[row["id"]])
            del record["instance_idx"]
            digest = as_exported(records[row["id"]]).digest
            assert row == {**record, "language": "en", "digest": digest}
    columns = json.loads((tmp_path / "prometheus").read_bytes())
    for place, name in enumerate(ids(tmp_path / "prometheus")):
        instance = as_exported(records[name])
        assert columns["instructions"][place] == instance.instruction
        assert columns["reference_answers"][place] == instance.reference_answer


@pytest.fixture
def answered(mixed: World, tmp_path: Path) -> Path:
    """A response to the first instance, and one to none."""
    file = tmp_path / "answers.jsonl"
    records = [
        {"id": "reasoning_tables_0", "response": "Shop B.\r\n\u2028", "model": "m-1"},
        {"id": "reasoning_tables_99", "response": "x"},
    ]
    file.write_text("\n".join(json.dumps(r, ensure_ascii=False) for r in records), newline="")
    return file


def test_prometheus_holds_what_was_answered_and_names_the_rest(
    mixed: World, answered: Path, tmp_path
):
    out = tmp_path / "out.json"
    done = mixed("export", "prometheus", "--out", out, "--responses", answered)
    assert json.loads(out.read_bytes())["responses"] == ["Shop B.\r\n\u2028"]
    assert ids(out) == ["reasoning_tables_0"]
    assert "1 instances have no response and are left out: reasoning_tables_1" in done.err
    assert "1 responses answer no instance of this export: reasoning_tables_99" in done.err
    assert about(out)["responses"] == {
        "models": ["m-1"],
        "missing": ["reasoning_tables_1"],
        "unknown": ["reasoning_tables_99"],
        "stale": [],
    }
    assert done.out.startswith("1 instances in ")


def test_biggen_is_filled_in_and_keeps_what_has_no_response(mixed: World, answered: Path, tmp_path):
    out = tmp_path / "out.json"
    done = mixed("export", "biggen", "--out", out, "--responses", answered)
    found = json.loads(out.read_bytes())
    assert [(r["response"], r["response_model_name"]) for r in found.values()] == [
        ("Shop B.\r\n\u2028", "m-1"), ("", ""),
    ]  # fmt: skip
    assert "reasoning_tables_1" in done.err
    again = tmp_path / "again.json"
    mixed("export", "prometheus", "--out", again, "--responses", out)
    assert ids(again) == ["reasoning_tables_0"]


def test_an_answer_to_another_text_is_named_and_not_used(mixed: World, tmp_path):
    mixed("export", "lm-eval", "--out", tmp_path / "task")
    file = tmp_path / "samples.jsonl"
    logged = [{"doc": row, "filtered_resps": ["An answer."]} for row in rows(tmp_path / "task")]
    file.write_text("\n".join(map(json.dumps, logged)))
    mixed.edit("reasoning_tables_1", input="Something else now.")
    out = tmp_path / "out.json"
    done = mixed("export", "prometheus", "--out", out, "--responses", file)
    assert ids(out) == ["reasoning_tables_0"]
    assert "had another text when they were answered and are left out: reasoning_tables_1" in (
        done.err
    )


def test_many_names_are_cut_short_on_the_screen_and_whole_in_the_file(mixed: World, tmp_path):
    file = tmp_path / "answers.json"
    strangers = [f"no_such_{n}" for n in range(50)]
    file.write_text(json.dumps({"reasoning_tables_0": "x", **dict.fromkeys(strangers, "x")}))
    out = tmp_path / "out.json"
    done = mixed("export", "prometheus", "--out", out, "--responses", file)
    assert "no_such_19 and 30 more" in done.err
    assert "no_such_20" not in done.err
    assert about(out)["responses"]["unknown"] == strangers


def test_ids_of_others_are_shown_never_obeyed(mixed: World, tmp_path):
    file = tmp_path / "answers.json"
    file.write_text(json.dumps({"reasoning_tables_0": "x", "\x1b[2Jgone": "x"}))
    done = mixed("export", "prometheus", "--out", tmp_path / "o.json", "--responses", file)
    assert "\x1b" not in done.err


@pytest.mark.parametrize("form", FORMATS)
def test_responses_that_answer_nothing_write_nothing(mixed: World, tmp_path, form):
    file = tmp_path / "answers.json"
    file.write_text('{"no_such_0": "x"}')
    before = files_of(tmp_path)
    code = 2 if form in FOLDERS else 1
    refused = mixed("export", form, "--out", tmp_path / "out", "--responses", file, code=code)
    assert ("asks a model itself" if form in FOLDERS else "none of the 1") in refused.err
    assert files_of(tmp_path) == before


@pytest.mark.parametrize("form", FOLDERS)
def test_a_folder_with_something_in_it_is_left_alone(mixed: World, tmp_path, form):
    out = tmp_path / "out"
    out.mkdir()
    mixed("export", form, "--out", out)
    before = files_of(tmp_path)
    assert "is there already" in mixed("export", form, "--out", out, code=1).err
    (tmp_path / "file").write_text("mine")
    mixed("export", form, "--out", tmp_path / "file", code=1)
    assert files_of(tmp_path) == {**before, "file": b"mine"}


def test_who_stands_in_an_empty_folder_finds_the_files_there(mixed: World, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    mixed("export", "inspect", "--out", ".")
    assert Path("rubric_task.py").is_file()
    assert not [name for name in files_of(Path()) if name.startswith(".")]


@pytest.mark.parametrize("form", ["biggen", "prometheus"])
def test_a_file_does_not_go_where_a_folder_is(mixed: World, tmp_path, form):
    before = files_of(tmp_path)
    assert "is a folder" in mixed("export", form, "--out", tmp_path, code=2).err
    assert files_of(tmp_path) == before


def test_an_export_replaces_the_one_before(mixed: World, tmp_path):
    mixed("export", "biggen", "--out", tmp_path / "out.json")
    mixed("withdraw", "reasoning_tables_1", "--reason", "x")
    mixed("export", "biggen", "--out", tmp_path / "out.json")
    assert ids(tmp_path / "out.json") == ["reasoning_tables_0"]
    assert about(tmp_path / "out.json")["instances"] == 1


@pytest.mark.parametrize("form", FOLDERS)
def test_a_task_without_instances_is_not_made(world: World, tmp_path, form):
    world.draft()
    assert "nothing to export" in world("export", form, "--out", tmp_path / "out", code=1).err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_is_the_same_bytes_each_time(mixed: World, tmp_path, form):
    for name in ("one", "two"):
        mixed("export", form, "--out", tmp_path / name / "out")
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")
    assert len(files_of(tmp_path / "one")) >= 2
