"""What comes in from elsewhere: again, in two copies, from any editor, and broken in any way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmark.imports.jsonl import read_jsonl
from schemas.errors import FileError
from schemas.fields import RUBRIC_FIELDS
from tests.benchmark.kit import clone, files_of, state_of
from tests.world import AS_KIT, World, git

Record = dict[str, Any]


def record(question: str, **more: Any) -> Record:
    return {
        "capability": "reasoning",
        "task": "tables",
        "input": question,
        "reference_answer": "An answer.",
        "score_rubric": {name: name for name in RUBRIC_FIELDS},
        **more,
    }


def write(file: Path, *lines: Any, end: str = "\n", **options: Any) -> Path:
    text = end.join(x if isinstance(x, str) else json.dumps(x, **options) for x in lines)
    file.write_bytes(text.encode())
    return file


def inputs(world: World) -> dict[str, str]:
    return {x.name: x.instance.input for x in world.load().instances}


def languages(world: World) -> list[str]:
    return [x.instance.language for x in world.load().instances]


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """Where a source of one record a line is to be."""
    return tmp_path / "source.jsonl"


@pytest.fixture
def six(tmp_path: Path) -> tuple[Path, dict[str, Record]]:
    """A source keyed by id: three instances of each of two tasks, gaps in their numbers."""
    content = {}
    for task in ("tables", "maps"):
        for number in (0, 2, 5):
            name = f"reasoning_{task}_{number}"
            content[name] = record(f"{name}?", id=name, task=task, instance_idx=number)
    file = tmp_path / "six.json"
    file.write_text(json.dumps(content))
    return file, content


# -- again, and elsewhere -----------------------------------------------------------------


def test_new_ones_join_those_that_are_there(world, six):
    file, content = six
    file.write_text(json.dumps(dict(list(content.items())[:2])))
    world("import", "biggen", file)
    file.write_text(json.dumps(content))
    assert "4 instances imported" in world("import", "biggen", file).out
    assert list(inputs(world)) == list(content)
    assert world.git("log", "-1", "--format=%s") == "Import 4 instances from six.json\n"
    assert world.git("status", "--porcelain") == ""


def test_what_an_interrupted_import_left_is_committed_by_the_next(world, six):
    file, content = six
    world("import", "biggen", file)
    world.git("reset", "-q", "--mixed", "HEAD~1")
    (world.root / "tasks/reasoning/tables/instances/reasoning_tables_5.yaml").unlink()
    (world.root / "todo.txt").write_text("mine\n")
    assert "1 instances imported" in world("import", "biggen", file).out
    assert world.git("status", "--porcelain", "-uall") == "?? todo.txt\n"
    assert world.git("log", "-1", "--format=%s") == "Import 6 instances from six.json\n"
    assert list(inputs(world)) == list(content)


def test_what_is_no_content_may_have_been_set_since(world, six):
    world("import", "biggen", six[0])
    world.edit("reasoning_tables_2", notes="Hard.", language="de")
    world("import", "biggen", six[0])
    assert world.find("reasoning_tables_2").instance.notes == "Hard."


def test_two_copies_that_import_one_source_come_to_hold_it_once(world, six, tmp_path):
    file, content = six
    git(tmp_path, "clone", "-q", "--bare", world.root, tmp_path / "shared.git")
    one, two = (clone(tmp_path / "shared.git", tmp_path / name) for name in ("one", "two"))
    one("import", "biggen", file)
    two("import", "biggen", file)
    one("sync")
    assert "is now" not in two("sync").out
    assert list(inputs(two)) == list(content)
    one("sync")
    assert files_of(one.root) == files_of(two.root)


def test_the_author_is_kept_and_must_be_known(world, six):
    before = state_of(world.root)
    result = world("import", "biggen", six[0], "--author", "nobody@example.org", code=2)
    assert "curate people add nobody@example.org" in result.err
    assert state_of(world.root) == before
    world("import", "biggen", six[0], "--author", "BOB@example.org")
    assert {x.instance.owner for x in world.load().instances} == {"bob"}


def test_who_does_not_write_does_not_import(world, six):
    world("people", "add", "rev@example.org", "--role", "reviewer", by="kit")
    assert "author" in world("import", "biggen", six[0], by="rev", code=1).err


# -- languages ----------------------------------------------------------------------------


def test_the_most_specific_language_counts_in_whatever_order_it_is_named(world, six):
    options = ["reasoning_tables_2=th", "reasoning=zh-Hans", "reasoning/tables=de"]
    world("import", "biggen", six[0], *(w for o in options for w in ("--language-of", o)))
    assert languages(world) == ["de", "th", "de", "zh-Hans", "zh-Hans", "zh-Hans"]


@pytest.mark.parametrize(
    "option", ["nowhere=de", "reasoning/none=de", "reasoning_tables_1=de", "de", "=de", "maps="]
)
def test_a_language_for_nothing_that_comes_in_is_refused(world, six, option):
    before = state_of(world.root)
    assert "--language-of" in world("import", "biggen", six[0], "--language-of", option, code=2).err
    assert state_of(world.root) == before


def test_lines_without_numbers_are_named_by_those_they_get(world, lines):
    write(lines, record("a"), record("b"))
    world("import", "jsonl", lines, "--language-of", "reasoning_tables_1=th")
    assert languages(world) == ["en", "th"]


# -- numbers ------------------------------------------------------------------------------


def test_numbers_that_are_given_are_kept_and_the_others_go_behind(world, lines):
    write(
        lines, record("a"), record("b", instance_idx=7), record("c"),
        record("d", id="reasoning_tables_3"),
    )  # fmt: skip
    world("import", "jsonl", lines)
    assert inputs(world) == {
        "reasoning_tables_3": "d", "reasoning_tables_7": "b", "reasoning_tables_8": "a",
        "reasoning_tables_9": "c",
    }  # fmt: skip


def test_a_number_that_was_given_before_does_not_come_back(world, lines):
    world("import", "jsonl", write(lines, record("a")))
    world.git("rm", "-q", "tasks/reasoning/tables/instances/reasoning_tables_0.yaml")
    world.git(*AS_KIT, "commit", "-qm", "Remove")
    world("import", "jsonl", write(lines, record("b")))
    assert list(inputs(world)) == ["reasoning_tables_1"]


def test_the_same_lines_without_numbers_twice_change_nothing(world, lines):
    world("import", "jsonl", write(lines, record("a"), record("b"), record("b")))
    assert len(inputs(world)) == 3
    before = state_of(world.root)
    assert "0 instances imported" in world("import", "jsonl", lines).out
    assert state_of(world.root) == before
    world("import", "jsonl", write(lines, record("a"), record("b"), record("c")))
    assert list(inputs(world).values()) == ["a", "b", "b", "c"]


def test_many_lines_without_numbers_are_numbered_task_by_task(world, lines):
    write(lines, *(record(f"q{n}", task=("maps", "tables")[n % 2]) for n in range(60)))
    world("import", "jsonl", lines)
    numbers = [(x.task[1], x.number) for x in world.load().instances]
    assert sorted(numbers) == sorted((t, n) for t in ("maps", "tables") for n in range(30))


def test_tasks_are_made_where_they_are_new_in_the_order_of_the_lines(world, lines):
    write(lines, record("a", task="maps"), record("b", capability="art", task="zoo"))
    world("import", "jsonl", lines)
    assert list(world.load().tasks) == [
        ("reasoning", "tables"), ("reasoning", "maps"), ("art", "zoo")
    ]  # fmt: skip
    assert world.git("status", "--porcelain") == ""


# -- any editor, any platform -------------------------------------------------------------


def test_every_field_that_may_be_given_is_taken(world, lines):
    world("import", "jsonl", write(lines, record(
        "q", system_prompt="s", language="th", rubric_language="de", notes="n"
    )))  # fmt: skip
    instance = world.find("reasoning_tables_0").instance
    assert (instance.system_prompt, instance.language) == ("s", "th")
    assert (instance.rubric_language, instance.notes) == ("de", "n")
    assert instance.provenance.imported_from == "source.jsonl"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n", "\r\n\r\n", "\n  \t\n"])
def test_line_ends_and_empty_lines_of_any_platform(world, lines, end):
    write(lines, record("a\r\nb"), record("c"), "", end=end)
    world("import", "jsonl", lines)
    assert list(inputs(world).values()) == ["a\r\nb", "c"]


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
def test_what_only_some_take_for_a_line_end_is_text(world, lines, separator):
    text = f"one{separator}two"
    world("import", "jsonl", write(lines, record(text), record("c"), ensure_ascii=False))
    assert list(inputs(world).values()) == [text, "c"]


def test_a_byte_order_mark_is_no_text(world, lines, six):
    lines.write_bytes(b"\xef\xbb\xbf" + json.dumps(record("a")).encode())
    world("import", "jsonl", lines)
    assert list(inputs(world).values()) == ["a"]


def test_the_list_form_with_a_byte_order_mark_is_taken(world, six):
    file, content = six
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(list(content.values())).encode())
    world("import", "biggen", file)
    assert list(inputs(world)) == list(content)


def test_a_record_without_an_id_has_the_one_it_stands_under(world, six):
    file, content = six
    for item in content.values():
        del item["id"], item["instance_idx"]
    file.write_text(json.dumps(content))
    world("import", "biggen", file)
    assert list(inputs(world)) == list(content)
    file.write_text(json.dumps({"reasoning_other_0": content["reasoning_maps_0"]}))
    assert "does not agree" in world("import", "biggen", file, code=1).err


def test_an_empty_file_imports_nothing(world, lines):
    before = state_of(world.root)
    assert "0 instances" in world("import", "jsonl", write(lines, "", "")).out
    assert state_of(world.root) == before


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
ENDS = st.sampled_from(["\n", "\r\n"])


@settings(max_examples=50)
@given(texts=st.lists(TEXT, min_size=1, max_size=4), ascii=st.booleans(), end=ENDS)
def test_any_text_comes_in_to_the_code_point(tmp_path_factory, texts, ascii, end):
    file = tmp_path_factory.mktemp("any") / "s.jsonl"
    write(file, *(record(text) for text in texts), end=end, ensure_ascii=ascii)
    assert [item.instance.input for item in read_jsonl(file)] == texts


@settings(max_examples=50)
@given(raw=st.binary(max_size=60))
def test_any_bytes_are_read_or_refused_in_words(tmp_path_factory, raw):
    file = tmp_path_factory.mktemp("raw") / "s.jsonl"
    file.write_bytes(raw)
    found, said = [], ""
    try:
        found = read_jsonl(file)
    except FileError as error:
        said = str(error)
    assert found == []
    assert not said or str(file) in said


# -- broken sources -----------------------------------------------------------------------

Spoil = Callable[[dict[str, Record]], Any]
NAME = "reasoning_maps_2"


def put(field: str, value: object) -> Spoil:
    """Set one field of the record, or of its rubric."""

    def spoil(content: dict[str, Record]) -> None:
        rubric, _, level = field.partition(".")
        target = content[NAME][rubric] if level else content[NAME]
        target[level or rubric] = value

    return spoil


def drop(field: str) -> Spoil:
    def spoil(content: dict[str, Record]) -> None:
        rubric, _, level = field.partition(".")
        del (content[NAME][rubric] if level else content[NAME])[level or rubric]

    return spoil


BROKEN: dict[str, tuple[Spoil, list[str]]] = {
    "no input": (drop("input"), [NAME, "'input' is missing"]),
    "no rubric": (drop("score_rubric"), [NAME, "'score_rubric' is missing"]),
    "no level 3": (drop("score_rubric.score3_description"), [NAME, "score_rubric"]),
    "a level too many": (put("score_rubric.score6_description", ""), [NAME, "score_rubric"]),
    "an unknown field": (put("inptu", "x"), [NAME, "'inptu'"]),
    "input is null": (put("input", None), [NAME, "'input'", "NoneType"]),
    "input is a list": (put("input", ["x"]), [NAME, "'input'", "list"]),
    "a level is a number": (put("score_rubric.score1_description", 1), [NAME, "score1", "int"]),
    "rubric is text": (put("score_rubric", "good"), [NAME, "'score_rubric'"]),
    "system prompt is false": (put("system_prompt", False), [NAME, "bool"]),
    "number is text": (put("instance_idx", "2"), [NAME, "instance_idx"]),
    "number is true": (put("instance_idx", True), [NAME, "instance_idx"]),
    "number is negative": (put("instance_idx", -1), [NAME, "instance_idx"]),
    "number is 2.0": (put("instance_idx", 2.0), [NAME, "instance_idx"]),
    "another number": (put("instance_idx", 4711), [NAME, "4711"]),
    "another task": (put("task", "other"), [NAME, "does not agree"]),
    "a capability that is no name": (put("capability", "../etc"), [NAME, "../etc"]),
    "a task that is no name": (put("task", "Big Task"), [NAME, "Big Task"]),
    "a task that is null": (put("task", None), [NAME, "task"]),
    "an id that is a number": (put("id", 7), [NAME, "7"]),
    "an id of another": (put("id", "planning_other_1"), ["planning_other_1"]),
    "half a character": (put("input", "ab\ud83d c"), [NAME, "'input'", "U+D83D", "position 3"]),
    "half a character in a level": (
        put("score_rubric.score4_description", "\udc00"),
        [NAME, "score_rubric.score4_description", "U+DC00", "position 1"],
    ),
    "half a character behind whole ones": (
        put("reference_answer", "😀😀\udcff"), [NAME, "'reference_answer'", "position 3"]
    ),
    "half a character in the notes": (put("notes", "\ud800"), [NAME, "'notes'"]),
    "no object": (lambda content: content.update({NAME: "x"}), ["an object expected"]),
    "under another's name": (
        lambda content: content.update({"x_y_1": content.pop(NAME)}), ["x_y_1", NAME]
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_record_is_named_and_nothing_is_written(world, six, fault):
    file, content = six
    spoil, said = BROKEN[fault]
    spoil(content)
    file.write_text(json.dumps(content))
    before = state_of(world.root)
    result = world("import", "biggen", file, code=1)
    for words in (*said, str(file)):
        assert words in result.err
    assert state_of(world.root) == before


def test_one_id_twice_in_a_list_is_refused(world, six):
    file, content = six
    file.write_text(json.dumps([*content.values(), content[NAME]]))
    before = state_of(world.root)
    assert f"{NAME} comes twice" in world("import", "biggen", file, code=1).err
    assert state_of(world.root) == before


def test_tasks_whose_ids_could_be_mistaken_are_refused(world, six):
    pair = [record("1", capability="a", task="b", instance_idx=1),
            record("2", capability="a", task="b_1", instance_idx=0)]  # fmt: skip
    six[0].write_text(json.dumps(pair))
    before = state_of(world.root)
    assert "mistaken" in world("import", "biggen", six[0], code=1).err
    assert state_of(world.root) == before


RAW: dict[str, tuple[bytes, list[str]]] = {
    "cut off": (b'{\n"a": {\n  "id": "x",\n  "inp', ["not JSON", ":4:"]),
    "a comma too many": (b'{"a": 1,\n}', [":2:"]),
    "empty": (b"", ["not JSON", ":1:"]),
    "a name twice": (b'{"a": {"id": "a", "b": 1, "b": 1}}', ["a: 'b' stands twice"]),
    "an instance twice": (b'{"a_b_1": {}, "a_b_1": {}}', ["'a_b_1' stands twice"]),
    "Latin-1": ('{"a": "é"}'.encode("latin-1"), ["not UTF-8", "byte 7"]),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), ["not UTF-8"]),
    "a number": (b"7", ["object"]),
    "deep": (b"[" * 100_000, ["deep"]),
    "a long number": (b"[" + b"9" * 5000 + b"]", ["large"]),
    "a list of lists": (b"[[]]", ["an object expected"]),
}  # fmt: skip


@pytest.mark.parametrize("fault", RAW)
def test_a_file_of_another_kind_is_explained_and_nothing_is_written(world, tmp_path, fault):
    raw, said = RAW[fault]
    file = tmp_path / "source.json"
    file.write_bytes(raw)
    before = state_of(world.root)
    result = world("import", "biggen", file, code=1)
    for words in (*said, str(file)):
        assert words in result.err
    assert state_of(world.root) == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"capability": "x"', "not JSON"),
        ('{"capability": "x"}', "'task' is missing"),
        ("[]", "object"),
        (json.dumps(record("\ud800")), "position 1"),
        (json.dumps(record("x", id="reasoning_tables_01")), "reasoning_tables_01"),
        (json.dumps(record("x", id="reasoning_tables_x")), "reasoning_tables_x"),
        (json.dumps(record("x", id=5)), "'id'"),
        (json.dumps(record("x", response="y")), "'response'"),
        (json.dumps(record("x"))[:-1] + ', "input": "y"}', "'input' stands twice"),
        ("NaN", "object"),
        (json.dumps(record("x")) * 2, "not JSON"),
    ],
)
def test_a_broken_line_is_named_by_its_number_and_nothing_is_written(world, lines, line, said):
    write(lines, record("a"), "", line)
    before = state_of(world.root)
    result = world("import", "jsonl", lines, code=1)
    assert f"{lines}:3" in result.err
    assert said in result.err
    assert state_of(world.root) == before


def test_a_missing_file_and_a_folder_are_wrong_usage(world, tmp_path):
    assert "No such file" in world("import", "biggen", tmp_path / "none.json", code=2).err
    assert "directory" in world("import", "biggen", tmp_path, code=2).err


@pytest.mark.parametrize(
    "tasks",
    [
        "[]", "{}", "7", '{"capabilities": [], "tasks": [{}]}',
        '{"capabilities": [{"name": "x", "description": 5}], "tasks": []}',
        '{"capabilities": ["x"], "tasks": []}',
        '{"capabilities": [], "tasks": [{"capability": ["a"], "task": "b", "description": ""}]}',
        '{"capabilities": [], "tasks": null}',
    ],
)  # fmt: skip
def test_descriptions_of_another_form_are_explained(world, six, tmp_path, tasks):
    (tmp_path / "tasks.json").write_text(tasks)
    before = state_of(world.root)
    result = world("import", "biggen", six[0], "--tasks", tmp_path / "tasks.json", code=1)
    assert "tasks.json" in result.err
    assert state_of(world.root) == before
