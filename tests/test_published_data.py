"""The published data goes in and comes out: ids, order, every text to the code point."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from ruamel.yaml import YAML

from benchmark.load import load_folder
from schemas.yamldoor.style import block_safe
from tests.world import BIGGEN, BIGGEN_IS_WHOLE, World, run

SOURCE = BIGGEN / "sample_responses.json"
EIGHT = (
    "id", "capability", "task", "instance_idx", "system_prompt", "input", "reference_answer",
    "score_rubric",
)  # fmt: skip


@pytest.fixture(scope="module")
def source() -> dict[str, dict]:
    return json.loads(SOURCE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> World:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home-import")))
        root = tmp_path_factory.mktemp("imported") / "bench"
        run("--as", "kit@example.org", "init", root)
        world = World(root)
        world("import", "biggen", SOURCE, "--tasks", BIGGEN / "tasks.json", by="kit")
    return world


def texts_of(record: dict) -> dict[str, str]:
    plain = {name: record[name] for name in EIGHT[4:7]}
    return plain | {f"score_rubric.{k}": v for k, v in record["score_rubric"].items()}


def test_everything_arrives_with_its_id_in_its_order(imported: World, source):
    loaded = imported.load().instances
    assert [x.name for x in loaded] == list(source)
    if BIGGEN_IS_WHOLE:
        assert len(loaded) == 765
        assert len(imported.load().tasks) == 77
        assert len(imported.load().capabilities) == 9


def test_cards_have_their_descriptions(imported: World):
    told = json.loads((BIGGEN / "tasks.json").read_text(encoding="utf-8"))
    benchmark = imported.load()
    for entry in told["tasks"]:
        assert (
            benchmark.card((entry["capability"], entry["task"])).description
            == (entry["description"])
        )


def test_every_file_reads_back_to_the_code_point_under_three_readers(imported: World, source):
    ruamel = YAML(typ="safe")
    for number, loaded in enumerate(imported.load().instances):
        record = source[loaded.name]
        got = dict(loaded.instance.texts())
        assert {k.replace("rubric.", "score_rubric.", 1): v for k, v in got.items()} == (
            texts_of(record)
        )
        raw = (imported.root / loaded.path).read_bytes()
        readers = [yaml.CSafeLoader] if number % 20 else [yaml.CSafeLoader, yaml.SafeLoader]
        documents = [yaml.load(raw, Loader=reader) for reader in readers]
        documents += [] if number % 20 else [ruamel.load(raw)]
        for document in documents:
            assert texts_of(document) == texts_of(record)


def test_the_damaged_ones_are_among_them(source):
    all_texts = [list(texts_of(record).values()) for record in source.values()]
    with_cr = sum(any("\r" in text for text in texts) for texts in all_texts)
    assert with_cr == 17 if BIGGEN_IS_WHOLE else with_cr >= 10
    assert any("\x0c" in t for texts in all_texts for t in texts)


def test_no_line_is_folded_and_blocks_stand_wherever_they_are_safe(imported: World, source):
    for loaded in imported.load().instances:
        lines = loaded.document.source.split("\n")
        for path, text in texts_of(source[loaded.name]).items():
            place = loaded.document.lines[path] - 1
            if block_safe(text):
                assert lines[place].partition(": ")[2][0] == "|", (loaded.name, path)
                body = lines[place + 1 : place + 1 + len(text.rstrip("\n").split("\n"))]
                assert [line.strip() for line in body if line.strip()] == [
                    line.strip() for line in text.split("\n") if line.strip()
                ]
            elif text:
                assert lines[place].endswith('"'), (loaded.name, path)


def test_the_export_equals_the_source(imported: World, source, tmp_path: Path):
    imported("export", "biggen", "--out", tmp_path / "out.json")
    exported = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert list(exported) == list(source)
    for name, record in exported.items():
        assert {key: record[key] for key in EIGHT} == {key: source[name][key] for key in EIGHT}
        assert set(record) == {*EIGHT, "response", "response_model_name"}
        assert record["response"] == record["response_model_name"] == ""


def test_validate_finds_what_is_known_and_no_other_error(imported: World):
    found = imported("validate", "--json", code=1).json["findings"]
    errors = {(f["id"], f["field"], f["code"]) for f in found if f["severity"] == "error"}
    known = json.loads((BIGGEN / "known_defects.json").read_text(encoding="utf-8"))
    certain = {
        (d["id"], d["field"], d["code"])
        for d in known
        if d["code"].startswith(("CTRL_", "TAB_LATEX", "EOL_"))
    }
    assert certain
    assert certain <= errors
    damaged = {
        loaded.name
        for loaded in load_folder(imported.root).instances
        for _, text in loaded.instance.texts()
        if any(mark in text for mark in ("\r", "\x0c", "\x08", "\times"))
    }
    assert {name for name, _, _ in errors} == damaged
    gaps = {f["id"]: f["severity"] for f in found if f["code"] == "ID_GAP"}
    assert set(gaps.values()) == {"info"}
    assert {d["id"] for d in known if d["code"] == "ID_GAP"} <= set(gaps)


def test_languages_are_set_by_id_by_task_and_by_capability(tmp_path: Path, source):
    world = World(tmp_path / "bench")
    run("--as", "kit@example.org", "init", world.root)
    tongue = "multilingual_poem_writing_0"
    command = ("import", "biggen", SOURCE, "--language-of")
    assert "nothing" in world(*command, "multilingual/nope=ko", by="kit", code=2).err
    assert world.load().instances == ()
    world(*command, "multilingual=fr", "--language-of", "multilingual/poem_writing=de",
          "--language-of", f"{tongue}=ko", by="kit")  # fmt: skip
    languages = {x.name: x.instance.language for x in world.load().instances}
    assert languages[tongue] == "ko"
    assert languages["multilingual_poem_writing_1"] == "de"
    assert languages["planning_travel_plan_0"] == "en"
    assert {languages[name] for name in source if name.startswith("multilingual")} <= {
        "ko", "de", "fr",
    }  # fmt: skip


def test_importing_again_changes_nothing_and_other_content_is_refused(
    imported: World, source, tmp_path: Path
):
    head = imported.git("rev-parse", "HEAD")
    again = imported("import", "biggen", SOURCE, by="kit")
    assert f"{len(source)} were there already" in again.out
    changed = dict(list(source.items())[:1])
    name = next(iter(changed))
    changed[name] = {**changed[name], "input": "other"}
    (tmp_path / "x.json").write_text(json.dumps(changed))
    assert name in imported("import", "biggen", tmp_path / "x.json", by="kit", code=1).err
    assert imported.git("rev-parse", "HEAD") == head


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"input": "half \ud83d"}, "'input' holds half a character (U+D83D) at position 6"),
        ({"input": None}, "'input' is no text"),
        ({"surprise": "x"}, "no field 'surprise'"),
        ({"capability": "Not A Slug"}, "no name for a capability"),
        ({"instance_idx": 5}, "does not agree"),
        ({"score_rubric": {"criteria": "x"}}, "must have exactly"),
    ],
)
def test_a_broken_record_is_named_and_nothing_is_written(
    imported: World, source, tmp_path: Path, change: dict, named: str
):
    record = {**source["planning_travel_plan_0"], **change}
    (tmp_path / "broken.json").write_text(json.dumps([record]))
    refused = imported("import", "biggen", tmp_path / "broken.json", by="kit", code=1)
    assert named in refused.err
    assert "planning_travel_plan_0" in refused.err
    assert imported.git("status", "--porcelain") == ""


def test_jsonl_gets_the_next_numbers(world: World, tmp_path: Path):
    taken = world.submitted()
    record = {
        "capability": "reasoning", "task": "tables", "input": "in\u2028put",
        "reference_answer": "out",
        "score_rubric": {
            "criteria": "C?", **{f"score{n}_description": str(n) for n in range(1, 6)},
        },
    }  # fmt: skip
    lines = [json.dumps(record, ensure_ascii=False), "", json.dumps({**record, "language": "ko"})]
    (tmp_path / "x.jsonl").write_bytes("\r\n".join(lines).encode())
    world("import", "jsonl", tmp_path / "x.jsonl")
    names = [x.name for x in world.load().instances]
    assert names == [taken, "reasoning_tables_1", "reasoning_tables_2"]
    assert world.find("reasoning_tables_1").instance.input == "in\u2028put"
    assert world.find("reasoning_tables_2").instance.language == "ko"
    (tmp_path / "y.jsonl").write_text(lines[0] + "\n{broken\n")
    assert ":2" in world("import", "jsonl", tmp_path / "y.jsonl", code=1).err
