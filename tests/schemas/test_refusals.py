"""What a file may not hold is refused with file, line, column and what to do."""

from __future__ import annotations

import time

import pytest

from schemas.acts import load_act
from schemas.base import FileModel
from schemas.errors import FileError
from schemas.instance import Instance
from schemas.person import Person
from schemas.settings import Settings
from schemas.yamldoor import load_model, parse, update

KEY = "key: 0123abcd\n"


def refusal(source: bytes | str, model: type[FileModel] = Instance) -> FileError:
    """The error a file is refused with; checks that it names the file and what to do."""
    raw = source if isinstance(source, bytes) else source.encode()
    with pytest.raises(FileError) as refused:
        load_model(parse(raw, "dir/f.yaml"), model)
    error = refused.value
    assert error.where.file == "dir/f.yaml"
    assert str(error).startswith("dir/f.yaml:")
    return error


def place(error: FileError) -> tuple[int, int]:
    return error.where.line, error.where.column


REFUSED = {
    "anchor": (KEY + "input: &a x\n", "ANCHOR", 2, 8, "&a"),
    "anchor on fields": (KEY + "score_rubric: &r\n  criteria: x\n", "ANCHOR", 2, 15, "&r"),
    "anchor on a name": (KEY + "&n input: x\n", "ANCHOR", 2, 1, "&n"),
    "anchor on the file": ("--- &all\n" + KEY, "ANCHOR", 1, 5, "&all"),
    "alias": (KEY + "input: *a\n", "ANCHOR", 2, 8, "*a"),
    "alias in a list": (KEY + "sources: [*a]\n", "ANCHOR", 2, 11, "*a"),
    "list in itself": (KEY + "sources: &a [*a]\n", "ANCHOR", 2, 10, "&a"),
    "merge key with alias": (KEY + "<<: *defaults\n", "ANCHOR", 2, 5, "*defaults"),
    "Markdown stars": (KEY + "input: *emphasis\n", "ANCHOR", 2, 8, "*emphasis"),
    "python tag": (
        KEY + "input: !!python/object/apply:os.system ['true']\n", "TAG", 2, 8, "python/object",
    ),
    "string tag": (KEY + "input: !!str 12\n", "TAG", 2, 8, "str"),
    "binary tag": (KEY + "input: !!binary aGk=\n", "TAG", 2, 8, "binary"),
    "own tag": (KEY + "input: !important\n", "TAG", 2, 8, "!important"),
    "verbatim tag": (KEY + "input: !<tag:x.org,2024:a> b\n", "TAG", 2, 8, "tag:x.org,2024:a"),
    "tag on a list": (KEY + "sources: !!set [a]\n", "TAG", 2, 10, "set"),
    "tag on fields": ("--- !Instance\n" + KEY, "TAG", 1, 5, "!Instance"),
    "key twice": (KEY + "input: x\ninput: y\n", "DUPLICATE_KEY", 3, 1, "in line 2 and in line 3"),
    "level twice": (
        KEY + "score_rubric:\n  score3_description: x\n  criteria: y\n  score3_description: z\n",
        "DUPLICATE_KEY", 5, 3, "'score3_description' stands twice: in line 3 and in line 5",
    ),
    "key twice in quotes": (KEY + '"key": x\n', "DUPLICATE_KEY", 2, 1, "in line 1 and in line 2"),
    "key twice in braces": (
        KEY + "provenance: {run: a, run: b}\n", "DUPLICATE_KEY", 2, 22, "in line 2",
    ),
    "key twice in a list": (
        KEY + "sources:\n- ref: a\n  ref: b\n", "DUPLICATE_KEY", 4, 3, "in line 3 and in line 4",
    ),
    "empty": ("", "EMPTY_FILE", 1, 0, "empty"),
    "only comments": ("# nothing\n\n# here\n", "EMPTY_FILE", 1, 0, "empty"),
    "only a byte order mark": ("\ufeff", "EMPTY_FILE", 1, 0, "empty"),
    "only a mark": ("---\n", "YAML", 2, 1, "fields expected"),
    "two documents": (KEY + "---\n" + KEY, "YAML", 2, 1, "second document"),
    "two documents with an end": (KEY + "...\n---\n" + KEY, "YAML", 3, 1, "second document"),
    "list at the top": ("- key: 0123abcd\n", "YAML", 1, 1, "fields expected"),
    "text at the top": ("Hello.\n", "YAML", 1, 1, "fields expected"),
    "list as a name": (KEY + "[a]: x\n", "YAML", 2, 1, "name of a field"),
    "placeholder": (KEY + "input: {{x}}\n", "YAML", 2, 9, "name of a field"),
    "conflict": (
        KEY + "<<<<<<< HEAD\ninput: a\n=======\ninput: b\n>>>>>>> theirs\n",
        "CONFLICT_MARKER", 2, 1, "merge conflict",
    ),
    "conflict with CRLF": (
        "key: 0123abcd\r\ninput: a\r\n>>>>>>> theirs\r\n",
        "CONFLICT_MARKER", 3, 1, "merge conflict",
    ),
    "conflict without a label, with CRLF": (
        "key: 0123abcd\r\n<<<<<<<\r\n", "CONFLICT_MARKER", 2, 1, "merge conflict",
    ),
    "conflict inside a block": (
        KEY + "input: |-\n  a\n<<<<<<< HEAD\n  b\n=======\n  c\n>>>>>>> theirs\n",
        "CONFLICT_MARKER", 4, 1, "merge conflict",
    ),
    "conflict of the three-way kind": (
        KEY + "<<<<<<< ours\ninput: a\n||||||| base\n=======\n>>>>>>> theirs\n",
        "CONFLICT_MARKER", 2, 1, "merge conflict",
    ),
    "escape sign": (KEY + "input: |-\n  one\n  t\x1b[31mwo\n", "RAW_CONTROL", 4, 4, "U+001B"),
    "NUL": (KEY + "input: a\0b\n", "RAW_CONTROL", 2, 9, "U+0000"),
    "delete": (KEY + "# é\x7f\n", "RAW_CONTROL", 2, 4, "U+007F"),
    "noncharacter": (KEY + "input: '\uffff'\n", "RAW_CONTROL", 2, 9, "U+FFFF"),
    "line separator": (KEY + "input: |-\n  a\u2028b\n", "RAW_CONTROL", 3, 4, "U+2028"),
    "tab for indentation": (KEY + "input:\n\tx\n", "YAML", 3, 1, "not readable"),
    "tab at the start of a block": (KEY + "input: |-\n  \tx\n", "YAML", 3, 3, "not readable"),
    "quote never closed": (KEY + "input: 'a\nnotes: b\n", "YAML", 4, 1, "it began in line 2"),
    "colon in a text": (KEY + "input: a: b\n", "YAML", 2, 9, "not readable"),
    "unknown escape": (KEY + 'input: "a \\sigma"\n', "YAML", 2, 11, "unknown escape"),
    "surrogates as JSON has them": (KEY + 'input: "\\ud83d\\ude00"\n', "YAML", 2, 11, "invalid"),
    "at sign": (KEY + "input: @you\n", "YAML", 2, 8, "not readable"),
    "block less indented": (KEY + "input: |\n   a\n b\n", "YAML", 4, 2, "not readable"),
    "version from the future": ("%YAML 2.0\n---\n" + KEY, "YAML", 1, 1, "incompatible"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("source", "code", "line", "column", "said"), REFUSED.values(), ids=REFUSED.keys()
)
def test_refused_with_place_and_advice(source: str, code: str, line: int, column: int, said: str):
    error = refusal(source)
    assert error.code == code
    assert place(error) == (line, column)
    assert said in error.what
    assert error.advice.endswith((".", "`"))


@pytest.mark.parametrize(
    ("raw", "line", "column", "byte"),
    [
        (KEY.encode() + b"input: caf\xe9\n", 2, 11, "0xe9"),
        ("input: é\n".encode() + b"notes: \xff\n", 2, 8, "0xff"),
        ("é: é".encode() + b"\xc3", 1, 5, "0xc3"),
        ("key: x\n".encode("utf-16"), 1, 1, "0xff"),
        (b"key: \xed\xa0\x80\n", 1, 6, "0xed"),
    ],
)
def test_bytes_that_are_not_utf8(raw: bytes, line: int, column: int, byte: str):
    error = refusal(raw)
    assert (error.code, *place(error)) == ("ENCODING", line, column)
    assert byte in error.what
    assert "UTF-8" in error.advice


def test_half_a_character_in_a_text_that_was_never_bytes():
    with pytest.raises(FileError) as refused:
        parse("key: a\ud800\n", "f.yaml")
    assert refused.value.code == "RAW_CONTROL"
    assert place(refused.value) == (1, 7)
    assert "escape" not in refused.value.advice


BOMB = KEY + "\n".join(
    f"x{n}: &x{n} [" + ", ".join([f"*x{n - 1}" if n else "lol"] * 9) + "]" for n in range(10)
)
DEEP = {
    "brackets": KEY + "sources: " + "[" * 3000 + "]" * 3000,
    "brackets never closed": KEY + "sources: " + "[" * 100_000,
    "braces": KEY + "notes: " + "{a: " * 3000 + "}" * 3000,
    "braces without names": KEY + "notes: " + "{" * 3000,
    "indentation": "\n".join("  " * depth + "a:" for depth in range(1500)),
    "dashes": KEY + "sources: \n" + "- " * 3000 + "x\n",
    "question marks": KEY + "? " * 3000 + "x\n",
}


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP.keys())
def test_depth_is_refused_at_once(source: str):
    before = time.perf_counter()
    error = refusal(source)
    assert time.perf_counter() - before < 1
    assert error.code in ("DEPTH", "YAML")
    assert error.code == "DEPTH" or "name of a field" in error.what


def test_an_alias_bomb_is_refused_at_its_first_anchor():
    assert len(BOMB) < 600
    before = time.perf_counter()
    error = refusal(BOMB)
    assert time.perf_counter() - before < 1
    assert (error.code, *place(error)) == ("ANCHOR", 2, 5)


def test_a_large_plain_file_is_no_bomb():
    text = "A line of a very long text: [it] has {everything} *in* it & more.\n" * 20_000
    source = KEY + "input: |\n" + "".join(f"  {line}\n" for line in text.splitlines())
    assert parse(source.encode(), "f").data["input"] == text


def test_a_tag_is_never_written_back():
    source = KEY + "notes: !!python/object/apply:os.system ['touch /tmp/never']\ninput: x\n"
    with pytest.raises(FileError, match="tag"):
        update(source, Instance(key="0123abcd", input="y"), "f.yaml")


@pytest.mark.parametrize(
    "source",
    [
        KEY + "input: |\n  <<<<<<< HEAD\n  =======\n  >>>>>>> theirs\n",
        KEY + "input: ' <<<<<<< HEAD'\n",
        KEY + "# <<<<<<< HEAD\ninput: x\n",
        KEY + "input: |\n  a\n  ---\n  ...\n  %YAML\n  # b\n",
        KEY + "input: '*a &b !!c'\n",
        KEY + "input: a *b* & c! #d\n",
        "%YAML 1.1\n---\n" + KEY + "...\n",
        "\ufeff" + KEY,
    ],
)
def test_what_only_looks_like_it_is_let_through(source: str):
    assert load_model(parse(source.encode(), "f"), Instance).key == "0123abcd"


SCHEMA = {
    "unknown field": (KEY + "inputs: x\n", 2, "inputs", "no field 'inputs'", "'input'"),
    "unknown field of a rubric": (
        KEY + "score_rubric:\n\n  criterion: x\n", 4, "score_rubric.criterion",
        "no field 'score_rubric.criterion'", "'criteria'",
    ),
    "unknown field like none": (
        KEY + "score_rubric: {zzz: x}\n", 2, "score_rubric.zzz", "no field", "score5_description",
    ),
    "unknown field in a list": (
        KEY + "sources:\n- {ref: a}\n- ref: b\n  url: c\n", 5, "sources.1.url",
        "no field", "licence",
    ),
    "merge key": (KEY + "<<: {a: b}\n", 2, "<<", "no field '<<'", "input"),
    "field without a name": (KEY + "'': x\n", 2, "", "no field ''", "input"),
    "missing field": ("input: x\n", 1, "key", "'key' is missing", "Add it."),
    "missing field in a list": (
        KEY + "sources:\n- use: adapted\n", 3, "sources.0.ref", "'sources.0.ref' is missing", "Add",
    ),
    "list for a text": (KEY + "input: [a]\n", 2, "input", "text expected", "|-"),
    "fields for a text": (KEY + "input: {a: b}\n", 2, "input", "text expected", "|-"),
    "text for fields": (KEY + "score_rubric: x\n", 2, "score_rubric", "fields expected", "name: v"),
    "nothing for fields": (KEY + "provenance:\n", 2, "provenance", "fields expected", "name: v"),
    "list for fields": (KEY + "provenance: []\n", 2, "provenance", "fields expected", "name: v"),
    "text for a list": (KEY + "sources: x\n", 2, "sources", "a list expected", "[one, two]"),
    "text for an item": (KEY + "sources:\n\n- x\n", 4, "sources.0", "fields expected", "name: v"),
    "word of a choice": (
        KEY + "provenance:\n  origin: alien\n", 3, "provenance.origin", "'alien'", "",
    ),
    "key that is none": ("language: en\nkey: xyz\n", 2, "key", "'xyz' should match", ""),
    "key with a line": ("key: |\n  0123abcd\n", 1, "key", "should match", ""),
}  # fmt: skip


@pytest.mark.parametrize(
    ("source", "line", "field", "said", "advice"), SCHEMA.values(), ids=SCHEMA.keys()
)
def test_a_field_that_does_not_fit(source: str, line: int, field: str, said: str, advice: str):
    error = refusal(source)
    assert error.code == "SCHEMA"
    assert (error.where.line, error.where.field) == (line, field)
    assert said in error.what
    assert advice in error.advice
    assert "ScoreRubric" not in str(error)


@pytest.mark.parametrize(
    ("model", "source", "said"),
    [
        (Settings, "name: x\nformat: 2\n", "'2' should be less than or equal to 1"),
        (Settings, "name: x\nreview: {max_rounds: some}\n", "'some' should be a valid integer"),
        (Settings, "name: x\nreview:\n  language_rule: two\n", "'both', 'one' or 'none'"),
        (Person, "name: x\nemails: []\n", "at least 1 item"),
        (Person, "name: x\nemails: [a]\nleft: perhaps\n", "'perhaps' should be"),
        (Person, "name: x\nemails: [a]\nroles: [boss]\n", "'boss' is not one of 'author'"),
    ],
)
def test_numbers_and_choices_say_what_was_found(model: type[FileModel], source: str, said: str):
    assert said in refusal(source, model).what


ACT = "instance: 0123abcd\nround: 1\nby: ann\nat: x\ndigest: x\n"


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (ACT, 1, "'act' is missing"),
        (ACT + "act: submitted\n", 6, "'submitted' is not an act"),
        (ACT + "act: recall\n", 1, "'reason' is missing"),
        (ACT.replace("ann", "Ann") + "act: recall\nreason: x\n", 3, "'Ann' is not a name"),
        (ACT + "act: submit\nwriters: []\nfields: {inputs: x}\n", 8, "'inputs' is not one of"),
    ],
)
def test_an_act_that_is_none(source: str, line: int, said: str):
    with pytest.raises(FileError) as refused:
        load_act(parse(source, "f.yaml"))
    assert said in refused.value.what
    assert refused.value.where.line == line
