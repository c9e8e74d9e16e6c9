"""Changing a field of a hand-made file leaves every other line of it as it is."""

from __future__ import annotations

import difflib
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.base import FileModel
from schemas.cards import TaskCard
from schemas.instance import Instance, Provenance, ScoreRubric, Source
from schemas.person import Person
from schemas.settings import Settings
from schemas.yamldoor import dump, load_model, parse, update
from schemas.yamldoor.spans import split_lines
from tests.schemas.layouts import Laid, laid_out
from tests.schemas.texts import instances, texts

FIELDS = (
    "language", "system_prompt", "input", "reference_answer", "notes", "sources",
    *(f"score_rubric.{name}" for name in ScoreRubric.model_fields),
    "provenance.author", "provenance.owner", "provenance.demonstrations",
)  # fmt: skip
short = st.text(st.sampled_from("ab c.,\n\n#-:'\"é\t"), max_size=25)
simple = st.builds(
    Instance,
    key=st.text("0123456789abcdef", min_size=8, max_size=8),
    input=short,
    reference_answer=short,
    score_rubric=st.builds(ScoreRubric, **dict.fromkeys(ScoreRubric.model_fields, short)),
    notes=short,
    sources=st.lists(st.builds(Source, ref=short, licence=short), max_size=2),
    provenance=st.builds(Provenance, author=short, demonstrations=st.lists(short, max_size=3)),
)
VALUES: dict[str, Any] = {
    "sources": st.lists(st.builds(Source, ref=short), max_size=2),
    "provenance.demonstrations": st.lists(short, max_size=2),
}


def changed(model: Any, path: str, value: Any) -> Any:
    """The model with one field, however deep, of another value."""
    head, _, rest = path.partition(".")
    inner = changed(getattr(model, head), rest, value) if rest else value
    return model.model_copy(update={head: inner})


def read(source: str, model: type[FileModel] = Instance) -> Any:
    return load_model(parse(source.encode(), "f.yaml"), model)


def after(source: str, *changes: tuple[str, Any], model: type[FileModel] = Instance) -> str:
    """The file after some changes; checks that it says what was meant."""
    new = read(source, model)
    for path, value in changes:
        new = changed(new, path, value)
    result = update(source, new, "f.yaml")
    assert read(result, model) == new
    return result


def assert_only_these_lines_changed(laid: Laid, result: str, path: str) -> None:
    """All other lines are there, in order, in front of those of `path` and behind them."""
    old = split_lines(laid.source.removeprefix(laid.mark))
    new = split_lines(result.removeprefix(laid.mark))
    own = laid.of(path) or laid.of(path.rpartition(".")[0])[:1] * laid.in_braces(path)
    if own:
        assert new[: own[0]] == old[: own[0]]
        assert new[len(new) - (len(old) - own[-1] - 1) :] == old[own[-1] + 1 :]
    else:
        size = len(new) - len(old)
        assert any(new[:n] + new[n + size :] == old for n in range(len(old) + 1))


@settings(max_examples=400)
@given(st.data())
def test_one_field_of_any_hand_made_file_changes_alone(data: st.DataObject):
    instance = data.draw(st.one_of(simple, instances))
    laid = data.draw(laid_out(instance))
    assert read(laid.source) == instance
    assert update(laid.source, instance, "f.yaml") == laid.source
    path = data.draw(st.sampled_from(FIELDS))
    value = data.draw(VALUES.get(path, st.one_of(short, texts)))
    result = after(laid.source, (path, value))
    assert result.startswith(laid.mark)
    assert_only_these_lines_changed(laid, result, path)
    if laid.newline == "\r\n":
        assert "\n" not in result.replace("\r\n", "")
    if value and path not in VALUES:
        assert comments(result) == comments(laid.source)


def comments(source: str) -> list[str]:
    return sorted(re.findall(r"# comment \d+", source))


@settings(max_examples=60)
@given(st.data())
def test_several_fields_change_at_once(data: st.DataObject):
    laid = data.draw(laid_out(data.draw(simple)))
    paths = data.draw(st.lists(st.sampled_from(FIELDS), min_size=2, max_size=6, unique=True))
    after(laid.source, *((path, data.draw(VALUES.get(path, short))) for path in paths))


HAND_MADE = """\
# A file with everything in it.

key: 0123abcd   # never change this
language: "no"
input:  # as the students got it
  'What is
  this?'   # from the exam
# The reference is Cem's.
reference_answer: >-
  It is
  that.


score_rubric:
    criteria: Is it that?
    # Level 1 is for "it is".
    score1_description: |-  # short
      It is.

    score5_description: "It is that."
provenance: {origin: human, author: ann}   # me
# The end.
"""


def lines_changed(source: str, result: str) -> list[str]:
    diff = difflib.ndiff(split_lines(source), split_lines(result))
    return [line.rstrip("\n") for line in diff if line[0] in "+-"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("path", "value", "diff"),
    [
        ("language", "de", ['- language: "no"', "+ language: de"]),
        ("input", "What?", [
            "- input:  # as the students got it", "-   'What is", "-   this?'   # from the exam",
            "+ input: |-  # as the students got it # from the exam", "+   What?",
        ]),
        ("reference_answer", "That.\n", [
            "- reference_answer: >-", "-   It is", "-   that.",
            "+ reference_answer: |", "+   That.",
        ]),
        ("score_rubric.score1_description", "It\nis.", [
            "-       It is.", "+       It", "+       is.",
        ]),
        ("score_rubric.score3_description", "?", ["+     score3_description: |-", "+       ?"]),
        ("score_rubric.score5_description", "a\rb", [
            '-     score5_description: "It is that."', r'+     score5_description: "a\rb"',
        ]),
        ("provenance.author", "bob", [
            "- provenance: {origin: human, author: ann}   # me",
            "+ provenance: {origin: human, author: bob}   # me",
        ]),
        ("provenance.owner", "a: b", [
            "- provenance: {origin: human, author: ann}   # me",
            "+ provenance: {origin: human, author: ann, owner: 'a: b'}   # me",
        ]),
        ("system_prompt", "You.", ["+ system_prompt: |-", "+   You."]),
        ("notes", "Mine.\n", ["+ notes: |", "+   Mine."]),
    ],
)  # fmt: skip
def test_a_change_touches_its_own_lines(path: str, value: str, diff: list[str], newline: str):
    source = HAND_MADE.replace("\n", newline)
    result = after(source, (path, value)).replace("\r\n", "\n")
    changes = [line for line in lines_changed(HAND_MADE, result) if line[2:].strip()]
    assert sorted(changes) == sorted(diff)


def test_nothing_changed_is_the_same_file():
    assert update(HAND_MADE, read(HAND_MADE), "f.yaml") == HAND_MADE


def test_a_byte_order_mark_stays():
    assert after("\ufeffkey: 0123abcd\ninput: x\n", ("input", "y")).startswith("\ufeffkey: 0")


def test_a_field_back_at_its_default_leaves_the_file_again():
    source = "key: 0123abcd\nnotes: |-\n  x\n  y\n# Where from\nprovenance: {origin: human}\n"
    assert after(source, ("notes", "")) == (
        "key: 0123abcd\n# Where from\nprovenance: {origin: human}\n"
    )


def test_a_default_in_braces_is_written_out():
    source = "key: 0123abcd\nprovenance: {author: ann, origin: human}\n"
    assert after(source, ("provenance.author", "")) == (
        'key: 0123abcd\nprovenance: {author: "", origin: human}\n'
    )


def test_the_last_field_of_a_mapping_is_written_out_too():
    source = "key: 0123abcd\nprovenance:\n  author: ann  # me\n"
    assert 'provenance:\n  author: ""  # me\n' in after(source, ("provenance.author", ""))


def test_missing_fields_stand_in_the_order_of_the_model():
    source = "key: 0123abcd\nprovenance:\n  origin: human\n# end\n"
    result = after(source, ("notes", "n"), ("input", "i"), ("provenance.owner", "bob"),
                   ("provenance.author", "ann"), ("system_prompt", "s"))  # fmt: skip
    names = [line.partition(":")[0].strip() for line in result.split("\n") if ":" in line]
    assert names == [
        "key", "system_prompt", "input", "notes", "provenance", "origin", "author", "owner",
    ]  # fmt: skip
    assert result.endswith("# end\n")


def test_a_missing_field_can_come_first():
    source = "key: 0123abcd\nscore_rubric:\n   # Five.\n   score5_description: x\n"
    assert after(source, ("score_rubric.criteria", "Is it?")) == (
        "key: 0123abcd\nscore_rubric:\n   # Five.\n   criteria: |-\n     Is it?\n"
        "   score5_description: x\n"
    )


def test_empty_braces_become_fields():
    source = "key: 0123abcd\nprovenance: {}  # none\n"
    assert after(source, ("provenance.author", "ann")) == (
        "key: 0123abcd\nprovenance:  # none\n  origin: human\n  author: ann\n"
    )


def test_a_file_all_in_braces_keeps_its_lines():
    source = "{key: 0123abcd, # the key\n input: x,\n\n reference_answer: z} # end\n"
    assert after(source, ("input", "a\nb"), ("notes", "n")) == (
        '{key: 0123abcd, # the key\n input: "a\\nb",\n\n reference_answer: z, notes: "n"} # end\n'
    )


def test_a_field_missing_before_others_in_braces_comes_first():
    source = "key: 0123abcd\nprovenance: {author: ann}\n"
    assert "provenance: {origin: imported, author: ann}\n" in after(
        source, ("provenance.origin", "imported")
    )


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n", "\n...\n", "\n# end", "\n...\n# end\n"])
def test_the_end_of_a_file_can_be_anything(end: str):
    source = f"key: 0123abcd\ninput: x{end}"
    assert after(source, ("input", "y")).startswith("key: 0123abcd\ninput: |-\n  y\n")
    grown = after(source, ("reference_answer", "r"))
    assert grown.startswith("key: 0123abcd\ninput: x\nreference_answer: |-\n  r\n")
    assert grown.endswith(end.removeprefix("\n"))


def test_text_that_ends_in_blank_lines_does_not_swallow_those_behind_it():
    source = "key: 0123abcd\ninput: x\n\n\n# The reference.\nreference_answer: y\n"
    result = after(source, ("input", "a\n\n"))
    assert result == source.replace("input: x", r'input: "a\n\n"')


def test_text_that_ends_in_blank_lines_is_a_block_where_none_follow():
    source = "key: 0123abcd\ninput: x\nreference_answer: y\n"
    assert after(source, ("input", "a\n\n")) == source.replace("input: x", "input: |+\n  a\n")


def test_a_block_takes_its_own_blank_lines_along_and_leaves_the_others():
    kept = "key: 0123abcd\ninput: |+\n  a\n\n\nreference_answer: y\n"
    assert after(kept, ("input", "b")) == "key: 0123abcd\ninput: |-\n  b\nreference_answer: y\n"
    clipped = kept.replace("|+", "|")
    assert after(clipped, ("input", "b")) == clipped.replace("|\n  a", "|-\n  b")


def test_lists_keep_the_comments_beside_them():
    source = "name: Ann\nemails: [a@x]  # work\nroles:  # since May\n- author\n\nleft: no\n"
    result = after(source, ("emails", ["a@x", "b@x"]), ("roles", ["reviewer"]), model=Person)
    assert result == (
        "name: Ann\nemails: [a@x, b@x]  # work\nroles: [reviewer]  # since May\n\nleft: no\n"
    )


def test_numbers_and_yes_and_no_keep_their_form():
    source = "position: 3 # of 4\nmay_leave: true\nstatus: active\n"
    result = after(source, ("position", 4), ("may_leave", False), model=TaskCard)
    assert result == "position: 4  # of 4\nmay_leave: false\nstatus: active\n"


def test_settings_deep_in_braces():
    source = "name: B\nreview: {max_rounds: 3, language_rule: one}\ntargets:\n    written: 5\n"
    result = after(source, ("review.max_rounds", 4), ("targets.augmented", 2), model=Settings)
    assert result == (
        "name: B\nreview: {max_rounds: 4, language_rule: one}\n"
        "targets:\n    written: 5\n    augmented: 2\n"
    )


def test_names_in_quotes_and_names_behind_question_marks_can_be_changed():
    assert after("'key': 0123abcd\n\"input\": x\n", ("input", "y")).startswith("'key': 0123abcd\n")
    after("? key\n: 0123abcd\n? input\n: x\n", ("input", "y"))


def test_lines_that_end_in_a_lone_cr_stay_so():
    assert after("key: 0123abcd\rlanguage: de\rnotes: x\r", ("language", "fr")) == (
        "key: 0123abcd\rlanguage: fr\rnotes: x\r"
    )


@settings(max_examples=60)
@given(instances, st.sampled_from(FIELDS[:5]), texts)
def test_a_file_of_our_own_changes_as_if_written_anew(instance: Instance, path: str, text: str):
    source = dump(instance)
    new = changed(instance, path, text)
    # `sources` in a new file stand where a changed one puts them, so only the layout can differ.
    assert split_lines(update(source, new, "f")) == split_lines(dump(new))
