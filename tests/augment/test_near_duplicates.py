"""Near-duplicates across a benchmark."""

from __future__ import annotations

from augment.near_duplicates import near_duplicates
from tests.augment.playing import TRIPS

EXISTING = {f"planning_travel_plan_{n}": draft.input for n, draft in enumerate(TRIPS)}
LONG = "The shop sells apples and pears, and on Fridays it sells plums as well. " * 25


def test_a_text_that_says_nearly_the_same_is_found_with_its_id():
    new = {"new-1": TRIPS[2].input.replace("Oslo", "the city of Oslo"), "new-2": "What is 7 × 8?"}
    found = near_duplicates(new, EXISTING)
    assert (found[0].new, found[0].existing) == ("new-1", "planning_travel_plan_2")
    assert found[0].cosine > 0.95
    assert {near.new for near in found} == {"new-1"}
    assert [near.cosine for near in found] == sorted((n.cosine for n in found), reverse=True)


def test_an_instance_is_not_near_itself():
    one = {"a": TRIPS[0].input}
    assert near_duplicates(one, one) == []
    assert near_duplicates(one, {"b": TRIPS[0].input})[0].cosine == 1.0


def test_what_comes_late_in_a_long_text_counts():
    lake = "The lake is deep and cold, and herons stand in the reeds along its shore. " * 25
    (near,) = near_duplicates(
        {"new": LONG + lake}, {"same": LONG + lake, "other": LONG}, threshold=0.97
    )
    assert near.existing == "same"


def test_texts_the_model_has_no_words_for_are_near_nothing():
    assert near_duplicates({"a": "แมวนอนอยู่บนโต๊ะ"}, {"b": "รถไฟออกตอนเจ็ดโมงเช้า"}) == []


def test_blank_texts_and_empty_sides_have_no_duplicates():
    assert near_duplicates({"a": " "}, {"b": "\n"}) == []
    assert near_duplicates({}, {"b": "text"}) == []


def test_vectors_are_kept_on_disk(tmp_path):
    near_duplicates({"a": "One text."}, {"b": "Another one."}, cache=tmp_path)
    kept = {f: f.stat().st_mtime_ns for f in tmp_path.rglob("*") if f.is_file()}
    assert len(kept) == 2
    near_duplicates({"a": "One text."}, {"b": "Another one."}, cache=tmp_path)
    assert {f: f.stat().st_mtime_ns for f in tmp_path.rglob("*") if f.is_file()} == kept
