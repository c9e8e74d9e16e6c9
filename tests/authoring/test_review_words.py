"""What differs and what is shared is marked by signs, not by colour alone."""

from __future__ import annotations

from augment.overlap import shared
from authoring.words import changes, underlined


def test_words_taken_out_and_put_in_stand_in_brackets():
    assert changes("the cheap shop", "the cheapest shop").plain == "the [-cheap-]{+cheapest+} shop"


def test_texts_without_blanks_are_compared_character_by_character():
    assert changes("日本語です", "日本人です").plain == "日本[-語-]{+人+}です"


def test_markup_in_either_text_stays_text():
    assert changes("[red] x", "[/foo] x").plain.endswith(" x")
    assert "list[int]" in changes("list[int] a", "list[int] b").plain


def test_shared_runs_are_underlined_and_hidden_characters_are_seen():
    one, other = "a \x85 b which shop is cheap", "c which shop is dear"
    content = underlined(one, shared(one, other)[0])
    marked = [content.plain[s.start : s.end] for s in content.spans if "underline" in str(s.style)]
    assert marked == ["which shop is"]
    assert "\x85" not in content.plain
