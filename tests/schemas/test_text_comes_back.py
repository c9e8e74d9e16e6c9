"""What was typed is what is stored, to the code point, whoever reads the file."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.errors import FileError
from schemas.instance import Instance, Provenance, ScoreRubric, Source
from schemas.person import Person
from schemas.yamldoor import dump, load_model, parse, update
from schemas.yamldoor.spans import spans
from schemas.yamldoor.style import block_safe
from tests.schemas.texts import ODD, instances, readings, texts

CASES = {
    "blanks at the end of a line": "row one  \nrow two\n",
    "blanks at the end of every line": "a \n b \n",
    "CRLF": "line a\r\nline b\r\n",
    "a lone CR": "a\rb",
    "CR at the end": "a\r",
    "CRLF and LF": "a\r\nb\nc\r\n",
    "NUL": "a\0b",
    "bell": "\a",
    "backspace": "\b",
    "form feed": "a\fb\nc",
    "colour of a terminal": "\x1b[31mred\x1b[0m",
    "delete": "\x7f",
    "C1 control": "a\x9bb",
    "noncharacter": "\ufffe",
    "byte order mark first": "\ufeffa",
    "byte order mark inside": "a\ufeff\nb",
    "next line": "a\x85b",
    "line separator": "a\u2028b\u2029c\n",
    "emoji": "👩‍🔬 and 🇩🇪\n\U0010ffff",
    "combining": "e\u0301 is not é",
    "right to left": "\u202eabc\u202c שלום",
    "indented first line": "  indented\nx",
    "blank lines first": "\n\nx",
    "only a newline": "\n",
    "only newlines": "\n\n\n",
    "no newline": "x",
    "one newline": "x\n",
    "three newlines": "x\n\n\n",
    "only blanks": "   ",
    "nothing": "",
    "only a tab": "\t",
    "tabs first": "\tA\tB\n1\t2\n",
    "tab after blank lines": "\n \n\tx\n",
    "blank line of blanks at the end": "x\n   ",
    "blank line of tabs at the end": "x\n\t\t\n",
    "no-break space": "\xa0a\xa0\n\u3000",
    "document marks": "---\na\n...\n",
    "document mark last": "a\n...",
    "comment": "# head\nx # y\n#",
    "directive": "%YAML 1.1\n%TAG",
    "conflict marks": "<<<<<<< not a conflict\n=======\n>>>>>>> still none\n",
    "braces": "{{x}}\n{% if %}",
    "block header": "|-\n  x",
    "list and key": "- a\n? b\nc: d\n- - e",
    "quotes": "'\"`\n\\\"\\'",
    "backslashes": "\\n \\\\ \\u0041 \\frac{1}{2}",
    "anchor": "&a *a !!python/object/apply:os.system",
    "long line": "x" * 300,
    "long line with blanks": "word " * 200,
    "long line with commas": ", ".join(["a: b"] * 100),
    **{f"text that looks like {word}": word for word in (
        "no", "On", "Y", "n", "1:30", "1e3", "0o7", "0x1F", "0b1", "2024-01-01", "~", "null",
        "Null", "1_000", ".5", ".inf", ".NaN", "1", "-1", "+1", "01", "=", "<<", "true", "-", "?",
        ":", "2024-01-01 10:00:00", "190:20:30", "[]", "{}", "''", "!", "@", "%", "none", "NaN",
    )},
}  # fmt: skip


def filled_with(text: str) -> Instance:
    """The text in every place that takes one."""
    return Instance(
        key="0123abcd",
        language=text,
        rubric_language=text,
        system_prompt=text,
        input=text,
        reference_answer=text,
        score_rubric=ScoreRubric(**dict.fromkeys(ScoreRubric.model_fields, text)),
        notes=text,
        sources=[Source(ref=text, licence=text)],
        provenance=Provenance(author=text, run=text, demonstrations=[text, text]),
    )


def shown(instance: Instance) -> dict[str, object]:
    """The fields as a file mentions them: defaults that need no mention left out."""

    def strip(model: object) -> object:
        if isinstance(model, list):
            return [strip(part) for part in model]
        if not hasattr(model, "left_out_when_default"):
            return model
        return {
            name: strip(value)
            for name, value in model
            if name not in model.left_out_when_default or value not in ("", [])
        }

    result = strip(instance)
    assert isinstance(result, dict)
    return result


def assert_nothing_is_folded(source: str, instance: Instance) -> None:
    """A block has a line for each line of its text; everything else has one line."""
    for path, span in spans(source).items():
        value: object = instance
        for part in path:
            value = value[int(part)] if isinstance(value, list) else getattr(value, part)  # type: ignore[index]
        if isinstance(value, str) and source[span.begin] != "|":
            assert "\n" not in source[span.begin : span.end], path


def assert_style(source: str, instance: Instance) -> None:
    """Texts of several lines are blocks exactly where that is safe."""
    places = spans(source)
    for name, text in instance.texts():
        path = tuple(name.replace("rubric.", "score_rubric.").split("."))
        if "\n" in text:
            assert (source[places[path].begin] == "|") is block_safe(text), (name, text)


@pytest.mark.parametrize("text", CASES.values(), ids=CASES.keys())
def test_text_comes_back_whoever_reads(text: str):
    instance = filled_with(text)
    source = dump(instance)
    assert load_model(parse(source.encode(), "f.yaml"), Instance) == instance
    for reader, found in readings(source).items():
        assert found == shown(instance), reader
    assert_nothing_is_folded(source, instance)
    assert_style(source, instance)


@settings(max_examples=150)
@given(instances)
def test_any_text_comes_back_whoever_reads(instance: Instance):
    source = dump(instance, header="# a header\n")
    for reader, found in readings(source).items():
        assert found == shown(instance), reader
    assert_nothing_is_folded(source, instance)
    assert_style(source, instance)


@settings(max_examples=100)
@given(st.lists(texts, min_size=1, max_size=6))
def test_any_text_comes_back_from_a_list_in_one_line(emails: list[str]):
    source = dump(Person(name="A", emails=emails))
    for reader, found in readings(source).items():
        assert found["emails"] == emails, reader


def test_every_sign_comes_back_from_a_list_in_one_line():
    forms = ("A{}", "{}A", "A{}b", "A {}b", "A{} b", "A{0}{0}", "{}")
    items = [form.format(chr(sign)) for sign in range(0x20, 0x180) for form in forms]
    for reader, found in readings(dump(Person(name="A", emails=items))).items():
        assert found == {"name": "A", "emails": items, "roles": []}, reader


@pytest.mark.parametrize("text", [*ODD, *CASES.values()], ids=ascii)
def test_a_changed_text_comes_back(text: str):
    old = filled_with("before\nit\n")
    new = old.model_copy(update={"input": text, "notes": text})
    source = update(dump(old), new, "f.yaml")
    for reader, found in readings(source).items():
        assert found == shown(new), reader


def test_a_text_in_plain_words_stands_without_quotes():
    source = dump(Person(name="Ann O'Neil", emails=["ann@example.org"]))
    assert "name: Ann O'Neil\n" in source
    assert "emails: [ann@example.org]\n" in source


@pytest.mark.parametrize("half", ["\udfff", "\ud83d and \ude00"], ids=ascii)
def test_half_a_character_is_refused_with_field_and_position(half: str):
    rubric = ScoreRubric().model_copy(update={"score3_description": f"ab{half}"})
    instance = Instance(key="0123abcd").model_copy(update={"score_rubric": rubric})
    with pytest.raises(FileError) as refused:
        dump(instance, file="x.yaml")
    assert refused.value.code == "LONE_SURROGATE"
    assert str(refused.value.where) == "x.yaml (score_rubric.score3_description)"
    assert "character 3 " in refused.value.what
    assert f"U+{ord(half[0]):04X}" in refused.value.what


def test_half_a_character_in_a_list_is_refused_too():
    person = Person(name="A", emails=["ok"]).model_copy(update={"emails": ["ok", "a\udc80"]})
    with pytest.raises(FileError, match=r"emails\.1"):
        dump(person)


def test_half_a_character_in_a_change_leaves_the_file_alone():
    old = Instance(key="0123abcd", input="x")
    new = old.model_copy(update={"input": "x\ud800"})
    with pytest.raises(FileError, match=r"x\.yaml \(input\): character 2 "):
        update(dump(old), new, "x.yaml")


def test_files_can_be_written_in_several_threads():
    def write(number: int) -> str:
        return dump(Instance(key=f"{number:08x}", input=f"{number}\n" * 3))

    one_by_one = [write(number) for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(write, range(40))) == one_by_one


@pytest.mark.parametrize(
    "word",
    ["y", "N", "yes", "No", "ON", "off", "True", "FALSE", "null", "NULL", "None", "NaN", "inf"],
)
def test_a_word_that_some_reader_takes_for_anything_but_text_is_quoted(word: str):
    source = dump(Person(name=word, emails=[word]))
    assert f"name: '{word}'\n" in source
    assert f"emails: ['{word}']\n" in source
