"""`curate validate` on working files: what is unreadable, what is missing, what was eaten."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from benchmark.instance_file import save
from schemas.errors import FileError
from tests.world import AS_KIT, World


@pytest.fixture
def three_drafts(world: World) -> list[Path]:
    """The files of three filled drafts."""
    return [world.root / world.find(world.draft()).path for _ in range(3)]


def validated(world: World, *paths: str, code: int = 1) -> list[dict[str, Any]]:
    result = world("validate", "--json", *paths, code=code).json
    assert set(result) == {"errors", "warnings", "findings"}
    for kind in ("error", "warning"):
        count = sum(finding["severity"] == kind for finding in result["findings"])
        assert result[f"{kind}s"] == count
    return list(result["findings"])


def only(findings: list[dict[str, Any]], code: str) -> dict[str, Any]:
    found = [finding for finding in findings if finding["code"] == code]
    assert len(found) == 1, (code, findings)
    return found[0]


def write_field(file: Path, name: str, written: str) -> int:
    """Put `name: written` by hand into a file; the number of its line."""
    lines = file.read_text(encoding="utf-8").split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith(f"{name}:"))
    last = next(n for n in range(first + 1, len(lines)) if lines[n][:1] not in (" ", ""))
    lines[first:last] = [f"{name}: {written}"]
    file.write_text("\n".join(lines), encoding="utf-8")
    return first + 1


BROKEN = {
    "ENCODING": b"key: caf\xe9\n",
    "RAW_CONTROL": b"key: \x0c\n",
    "YAML": b"key: 'a\n",
    "ANCHOR": b"key: &a 0123abcd\n",
    "TAG": b"key: !!python/name:os.system x\n",
    "DEPTH": b"key: " + b"[" * 3000,
    "EMPTY_FILE": b"",
    "SCHEMA": b"input: x\n",
    "DUPLICATE_KEY": b"key: 0123abcd\nkey: 0123abcd\n",
    "CONFLICT_MARKER": b"<<<<<<< HEAD\n",
}


@pytest.mark.parametrize(("code", "content"), BROKEN.items(), ids=BROKEN.keys())
def test_one_unreadable_file_does_not_hide_the_others(world, three_drafts, code, content):
    first, second, third = three_drafts
    first.write_bytes(content)
    write_field(second, "input", r'"3 \times 4"')
    findings = validated(world)
    broken = only(findings, code)
    assert broken["file"] == first.relative_to(world.root).as_posix()
    assert broken["id"] == first.stem
    assert broken["severity"] == "error"
    assert broken["line"] >= 1
    assert only(findings, "TAB_LATEX")["id"] == second.stem
    assert {loaded.name for loaded in world.load().instances} == {second.stem, third.stem}


def test_all_unreadable_files_are_listed_with_all_the_rest(world, three_drafts):
    for number, content in enumerate(BROKEN.values()):
        (three_drafts[0].parent / f"new-{number:08x}.yaml").write_bytes(content)
    findings = validated(world)
    assert {f["code"] for f in findings if f["severity"] == "error"} == set(BROKEN)
    assert len(world.load().instances) == 3


def test_unreadable_cards_people_and_acts_are_listed_too(world):
    name = world.submitted()
    loaded = world.find(name)
    act = next((world.root / "tasks").glob(f"*/*/reviews/{name}/*.yaml"))
    for path in (
        world.root / "people/bob.yaml",
        act,
        world.root / "tasks/reasoning/capability.yaml",
    ):
        path.write_text("x: [\n", encoding="utf-8")
    findings = validated(world)
    broken = {f["file"] for f in findings if f["code"] == "YAML"}
    assert broken == {
        "people/bob.yaml", "tasks/reasoning/capability.yaml",
        act.relative_to(world.root).as_posix(),
    }  # fmt: skip
    assert world.find(name).digest == loaded.digest


def test_broken_settings_do_not_hide_the_rest(world, three_drafts):
    (world.root / "curate.yaml").write_text("name: a: b\n", encoding="utf-8")
    write_field(three_drafts[0], "input", r'"3 \times 4"')
    findings = validated(world)
    assert (only(findings, "YAML")["file"], only(findings, "YAML")["line"]) == ("curate.yaml", 1)
    assert only(findings, "TAB_LATEX")["id"] == three_drafts[0].stem


def test_a_conflict_left_by_a_merge_is_found(world):
    name = world.submitted()
    file = world.root / world.find(name).path
    world.git("checkout", "-q", "-b", "other")
    for text in ("Theirs?\nYes.", "Ours?\nYes."):
        world.edit(name, input=text)
        world.git(*AS_KIT, "commit", "-qam", text)
        if text.startswith("Theirs"):
            world.git("checkout", "-q", "main")
    failed = subprocess.run(
        ["git", *AS_KIT, "merge", "other"], cwd=world.root, capture_output=True, check=False
    )
    assert failed.returncode == 1
    lines = file.read_text(encoding="utf-8").split("\n")
    found = only(validated(world), "CONFLICT_MARKER")
    assert found["file"] == world.root.joinpath(file).relative_to(world.root).as_posix()
    assert lines[found["line"] - 1].startswith("<<<<<<< ")


def test_hand_written_double_quotes_that_ate_latex(world, three_drafts):
    file = three_drafts[0]
    lines = file.read_text(encoding="utf-8").split("\n")
    line = next(n for n, text in enumerate(lines) if text.startswith("  criteria:"))
    lines[line : line + 2] = [r'  criteria: "Is \Lambda \neq \eta?"']
    file.write_text("\n".join(lines), encoding="utf-8")
    found = {f["code"]: f for f in validated(world) if f["severity"] == "error"}
    assert set(found) == {"SEPARATOR_LATEX", "NL_LATEX", "CTRL_ESC_LATEX"}
    for code, command, column in (
        ("SEPARATOR_LATEX", r"\Lambda", 17),
        ("NL_LATEX", r"\neq", 25),
        ("CTRL_ESC_LATEX", r"\eta", 30),
    ):
        assert found[code]["field"] == "rubric.criteria"
        assert found[code]["line"] == line + 1
        assert command in found[code]["message"]
        assert f"line {line + 1}, column {column}" in found[code]["message"]
        assert "block (|)" in found[code]["message"]
        assert "single quotes" in found[code]["message"]


def placed(world: World, code: str) -> tuple[int, str]:
    found = only(validated(world), code)
    return found["line"], found["message"].rpartition(" (")[2].rstrip(")")


def test_the_place_is_where_it_was_eaten_not_where_it_stands_whole(world, three_drafts):
    line = write_field(three_drafts[0], "input", r'"\\times \\\\times then \times"')
    assert placed(world, "TAB_LATEX") == (line, f"line {line}, column 32")


def test_the_place_in_a_block(world, three_drafts):
    line = write_field(three_drafts[0], "input", "|-\n  3 \\times 4\n  a \times b\n  \\times")
    assert placed(world, "TAB_LATEX") == (line + 2, f"line {line + 2}, column 5")


def test_the_place_of_an_eaten_line_start_in_a_block(world, three_drafts):
    line = write_field(three_drafts[0], "input", "|-\n  eqn a\n  a\n  eq b")
    assert placed(world, "NL_LATEX") == (line + 3, f"line {line + 3}, column 3")


def test_a_place_that_cannot_be_found_is_the_field(world, three_drafts):
    line = write_field(three_drafts[0], "input", r'"a \u0009imes b"')
    write_field(three_drafts[0], "reference_answer", r"'\times'")
    found = only(validated(world), "TAB_LATEX")
    assert found["line"] == line
    assert "column" not in found["message"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines_are_counted_with_either_line_end(world, three_drafts, newline):
    file = three_drafts[0]
    line = write_field(file, "reference_answer", r'"3 \times 4"')
    file.write_bytes(file.read_bytes().replace(b"\n", newline.encode()))
    assert placed(world, "TAB_LATEX") == (line, f"line {line}, column 22")


def test_what_is_missing_is_an_info_in_a_draft_and_an_error_from_submit_on(world):
    path = Path(world("new", "reasoning/tables").out.split("\n")[0])
    empty = [f for f in validated(world, code=0) if f["code"] == "EMPTY"]
    assert {f["severity"] for f in empty} == {"info"}
    assert {f["field"] for f in empty} == {
        "input", "reference_answer", "rubric.criteria",
        *(f"rubric.score{n}_description" for n in range(1, 6)),
    }  # fmt: skip
    refused = world("submit", path.stem, code=1)
    assert "input" in refused.err
    name = world.submitted()
    world.edit(name, reference_answer=" \n")
    found = [f for f in validated(world) if f["id"] == name]
    assert [(f["code"], f["severity"], f["field"]) for f in found] == [
        ("EMPTY", "error", "reference_answer")
    ]


def test_only_what_was_asked_for_is_reported(world, three_drafts):
    for file in three_drafts[:2]:
        write_field(file, "input", r'"\times"')
    asked = three_drafts[0].relative_to(world.root).as_posix()
    assert {f["file"] for f in validated(world, asked)} == {asked}
    assert validated(world, "people", code=0) == []


def test_half_a_character_in_a_change_leaves_the_old_file(world, three_drafts):
    loaded = world.find(three_drafts[0].stem)
    before = three_drafts[0].read_bytes()
    with pytest.raises(FileError, match="half a character"):
        save(world.root, loaded, loaded.instance.model_copy(update={"input": "a\ud83d"}))
    assert three_drafts[0].read_bytes() == before


def test_half_a_character_in_a_source_is_refused_with_instance_field_and_position(world, tmp_path):
    record = {
        "capability": "reasoning", "task": "tables", "instance_idx": 0, "id": "reasoning_tables_0",
        "system_prompt": "", "input": "ab\ud83d", "reference_answer": "x",
        "score_rubric": {"criteria": "x", **{f"score{n}_description": "x" for n in range(1, 6)}},
    }  # fmt: skip
    (tmp_path / "in.jsonl").write_text(json.dumps(record), encoding="utf-8")
    before = world.git("rev-parse", "HEAD")
    refused = world("import", "jsonl", tmp_path / "in.jsonl", code=1)
    for said in ("reasoning_tables_0", "'input'", "U+D83D", "position 3"):
        assert said in refused.err
    assert world.git("rev-parse", "HEAD") == before
    assert not world.load().instances
