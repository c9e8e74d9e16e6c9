"""The content digest changes with the content and with nothing else."""

from __future__ import annotations

import hashlib
import json
import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from schemas.digest import canonical_json, content_digest, field_digests
from schemas.instance import Instance, Provenance, ScoreRubric, Source
from schemas.yamldoor import dump, load_model, parse
from tests.schemas.layouts import laid_out
from tests.schemas.texts import instances

EXAMPLE = Instance(
    key="0123abcd",
    system_prompt="You read tables.",
    input="Which is larger, ½ or ⅓?\n",
    reference_answer="½",
    score_rubric=ScoreRubric(
        criteria="Is it ½?",
        score1_description="No answer.",
        score2_description="⅓.",
        score3_description="Both.",
        score4_description="½, with an error.",
        score5_description="½.",
    ),
)
# What anybody can compute with `sha256sum`, without our code.
CANONICAL = (
    '{"capability":"reasoning","input":"Which is larger, ½ or ⅓?\\n","reference_answer":"½",'
    '"score_rubric":{"criteria":"Is it ½?","score1_description":"No answer.",'
    '"score2_description":"⅓.","score3_description":"Both.",'
    '"score4_description":"½, with an error.","score5_description":"½."},'
    '"system_prompt":"You read tables.","task":"fractions"}'
)
PINNED = "c1:e2883481e3642d9d403f70fc6a98d86a470b55a04b381e5a41e76999e0de81fb"
CONTENT = ("system_prompt", "input", "reference_answer", *ScoreRubric.model_fields)


def digest(instance: Instance) -> str:
    return content_digest(instance, "reasoning", "fractions")


def with_text(instance: Instance, name: str, text: str) -> Instance:
    if name in ScoreRubric.model_fields:
        rubric = instance.score_rubric.model_copy(update={name: text})
        return instance.model_copy(update={"score_rubric": rubric})
    return instance.model_copy(update={name: text})


def test_the_example_has_the_digest_that_was_published():
    assert digest(EXAMPLE) == PINNED
    assert "c1:" + hashlib.sha256(CANONICAL.encode()).hexdigest() == PINNED


def test_canonical_json_is_sorted_without_white_space_and_not_escaped():
    assert canonical_json({"b": ["é", 1], "a": "\n/\u2028\x7f"}) == (
        '{"a":"\\n/\u2028\x7f","b":["é",1]}'.encode()
    )
    with pytest.raises(ValueError, match="Out of range"):
        canonical_json(float("nan"))


@settings(max_examples=40)
@given(instances, st.data())
def test_layout_takes_no_part(instance: Instance, data: st.DataObject):
    laid = data.draw(laid_out(instance))
    for source in (dump(instance), laid.source):
        assert digest(load_model(parse(source.encode(), "f"), Instance)) == digest(instance)


@pytest.mark.parametrize(
    "change",
    [
        {"key": "ffffffff"},
        {"language": "de"},
        {"rubric_language": "de"},
        {"notes": "a note"},
        {"sources": [Source(ref="x", use="verbatim")]},
        {"provenance": Provenance(origin="augmented", author="bob", run="r", model="m")},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_is_not_content_takes_no_part(change: dict[str, object]):
    changed = EXAMPLE.model_copy(update=change)
    assert digest(changed) == digest(EXAMPLE)
    assert field_digests(changed) == field_digests(EXAMPLE)


@settings(max_examples=200)
@given(
    st.sampled_from(CONTENT),
    st.integers(0, 30),
    st.characters(exclude_categories=["Cs"]),
    st.sampled_from(["insert", "replace", "delete"]),
)
def test_any_one_code_point_of_content_counts(name: str, place: int, char: str, how: str):
    text = getattr(EXAMPLE.score_rubric, name, None) or getattr(EXAMPLE, name)
    place %= len(text)
    behind = text[place + (how != "insert") :]
    other = text[:place] + ("" if how == "delete" else char) + behind
    assume(other != text)
    changed = with_text(EXAMPLE, name, other)
    assert digest(changed) != digest(EXAMPLE)
    field = "score_rubric" if name in ScoreRubric.model_fields else name
    before, after = field_digests(EXAMPLE), field_digests(changed)
    assert {n for n in before if before[n] != after[n]} == {field}


@pytest.mark.parametrize(
    ("one", "other"),
    [("é", unicodedata.normalize("NFD", "é")), ("a\nb", "a\r\nb"), ("a", "a "), ("a", "a\n"),
     ("ﬁ", "fi"), ("½", "1/2"), ("a b", "a\xa0b"), ("A", "Α"), ("", "\u200b"), ("x", "\ufeffx")],
    ids=ascii,
)  # fmt: skip
def test_texts_that_look_alike_have_different_digests(one: str, other: str):
    digests = {digest(with_text(EXAMPLE, "input", text)) for text in (one, other)}
    assert len(digests) == 2


def test_capability_and_task_count_each_on_its_own():
    names = [("a", "b_c"), ("a_b", "c"), ("a", "b"), ("b", "a")]
    assert len({content_digest(EXAMPLE, *name) for name in names}) == len(names)


def test_texts_do_not_move_between_fields_unseen():
    moved = EXAMPLE.model_copy(
        update={"input": EXAMPLE.reference_answer, "reference_answer": EXAMPLE.input}
    )
    assert digest(moved) != digest(EXAMPLE)


def test_field_digests_are_those_of_the_fields_as_json():
    digests = field_digests(EXAMPLE)
    assert list(digests) == ["system_prompt", "input", "reference_answer", "score_rubric"]
    text = json.dumps(EXAMPLE.input, ensure_ascii=False).encode()
    assert digests["input"] == "f1:" + hashlib.sha256(text).hexdigest()
