"""Exit codes, global options, and what reaches the terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from curate.output import columns, visible
from tests.world import World, run


def test_nothing_to_work_on_is_wrong_usage(tmp_path: Path):
    result = run("-C", tmp_path, "status")
    assert (result.code, result.out) == (2, "")
    assert "curate init" in result.err


@pytest.mark.parametrize(
    "words",
    [["nope"], ["status", "--nope"], ["review", "nope"], ["submit"], ["-C"], ["new"],
     ["new", "not-a-task"], ["export", "nope", "--out", "x"]],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage_is_exit_code_2(world: World, words: list[str]):
    result = world(*words, code=2)
    assert result.out == ""
    assert result.err


def test_global_options_stand_anywhere(world: World, monkeypatch: pytest.MonkeyPatch):
    root = str(world.root)
    before = run("-C", root, "--as", "ann@example.org", "review", "queue")
    behind = run("review", "queue", "--as=ann@example.org", "-C", root)
    monkeypatch.setenv("CURATE_USER", "ann@example.org")
    monkeypatch.chdir(world.root / "tasks" / "reasoning")
    assert before == behind == run("review", "queue")
    assert before.code == 0


def test_other_relative_paths_are_the_callers(world: World, tmp_path: Path, monkeypatch):
    world.submitted()
    monkeypatch.chdir(tmp_path)
    world("export", "biggen", "--out", "here.json")
    assert (tmp_path / "here.json").is_file()


def test_json_stands_alone_on_stdout(world: World):
    world.submitted()
    (world.root / "tasks/reasoning/tables/instances/broken.yaml").write_text("a: [")
    for words in (["status", "--json"], ["review", "queue", "--json"]):
        assert world(*words, by="bob").json is not None
    assert world("validate", "--json", code=1).json["errors"] == 1


def test_reading_needs_no_identity(world: World):
    name = world.submitted()
    for words in (["status"], ["review", "show", name], ["validate"]):
        assert run("-C", world.root, *words).code == 0
    assert "git does not know who you are" in run("-C", world.root, "new", "reasoning/tables").err


def test_text_of_others_is_shown_and_not_obeyed(world: World):
    text = "\x1b[2J[red] [/foo] list[int]\x07\x9b31m"
    name = world.submitted()
    world("recall", name, "--reason", "x")
    world.edit(name, notes=text)
    shown = world("review", "show", name).out
    assert "\x1b" not in shown
    assert "␛[2J[red] [/foo] list[int]␇" in shown


def test_validate_under_a_folder_and_as_annotations(world: World):
    name = world.submitted()
    world.edit(name, input="one\r\ntwo")
    file = world.find(name).path
    assert world("validate", world.root / "people").out == "0 errors, 0 warnings, 0 notes.\n"
    found = world("validate", file, "--json", code=1).json["findings"]
    assert [(f["id"], f["file"], f["field"], f["code"]) for f in found] == [
        (name, file, "input", "EOL_CRLF")
    ]
    annotation = world("validate", "--github", code=1).out
    assert annotation.startswith(f"::error file={file},line={found[0]['line']},")
    world("validate", "/etc", code=2)


def test_strict_counts_warnings(world: World):
    (world.root / "tasks" / "left.txt").write_text("x")
    world("validate")
    world("validate", "--strict", code=1)


def test_a_reader_that_has_enough_is_no_error(world: World):
    command = f"{sys.executable} -m curate schema act | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_control_characters_become_symbols_and_columns_count_cells():
    assert visible("a\x1bb\x7f\u2028\n\t") == "a␛b␡⟨U+2028⟩\n\t"
    assert columns([("日本", "x"), ("abc", "y")]) == ["日本  x", "abc   y"]


def test_doctor_finds_and_tidies(world: World):
    leftover = world.root / "tasks/reasoning/tables/.task.yaml.1234abcd.tmp"
    leftover.write_text("half")
    (world.root / ".schemas/instance.json").write_text("{}")
    assert "interrupted write" in world("doctor", code=1).out
    world("doctor", "--fix")
    assert not leftover.exists()
    assert world("doctor").out == "All is well.\n"


def test_unreadable_settings_hide_nothing_but_nobody_acts(world: World):
    name = world.submitted()
    (world.root / "curate.yaml").write_text("name: [\n")
    found = world("validate", "--json", code=1).json["findings"]
    assert [f["file"] for f in found] == ["curate.yaml"]
    assert name in world("status", "--json").out
    refused = world("new", "reasoning/tables", code=1)
    assert "curate.yaml:" in refused.err
