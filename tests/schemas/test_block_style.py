"""A literal block is used wherever it is safe, and only there."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml.scalarstring import LiteralScalarString

from schemas.instance import Instance
from schemas.yamldoor import dump
from schemas.yamldoor.style import block_safe
from schemas.yamldoor.write import emit
from tests.schemas.texts import readings, texts

# The first plane, and of the others every hundredth character and the last four.
ASTRAL = (p for p in range(0x10000, 0x110000) if p % 100 == 0 or p & 0xFFFC == 0xFFFC)
CHARACTERS = [chr(p) for p in (*range(0xD800), *range(0xE000, 0x10000), *ASTRAL)]
BARRED = [char for char in CHARACTERS if not block_safe(f"a{char}b")]


def comes_back_from_a_block(text: str) -> bool:
    """Whether every reader gets a text back from literal blocks, nested and not."""
    block = LiteralScalarString(text)
    wanted = {"nested": {"text": text, "behind": "x"}, "text": text}
    source = emit({"nested": {"text": block, "behind": "x"}, "text": block})
    return source.count("|") >= 2 and all(found == wanted for found in readings(source).values())


def test_all_other_characters_come_back_from_a_block():
    safe = sorted(set(CHARACTERS) - set(BARRED))
    lines = ["".join(safe[n : n + 50]) for n in range(0, len(safe), 50)]
    for n in range(0, len(lines), 400):
        assert comes_back_from_a_block("a" + "\n".join(lines[n : n + 400]))


@pytest.mark.parametrize("char", BARRED, ids=lambda char: f"U+{ord(char):04X}")
def test_a_barred_character_would_be_lost_in_a_block(char: str):
    # YAML 1.2 (production 27, nb-char) has no byte order mark inside a block.
    assert char == "\ufeff" or not comes_back_from_a_block(f"a{char}b\nc")


def test_a_few_dozen_characters_are_barred():
    assert len(BARRED) < 80


def test_every_short_text_of_blanks_tabs_and_newlines_around_a_letter_is_safe():
    for size in range(1, 5):
        for signs in itertools.product("\n \tx", repeat=size):
            text = "".join(signs)
            if "x" in text:
                assert block_safe(text)
                assert comes_back_from_a_block(text), text


@settings(max_examples=150)
@given(texts.filter(block_safe))
def test_a_text_called_safe_comes_back_from_a_block(text: str):
    assert comes_back_from_a_block(text)


@settings(max_examples=300)
@given(st.one_of(texts, st.text(" \t\n\u3000", max_size=5)))
def test_only_barred_characters_and_texts_of_blanks_are_called_unsafe(text: str):
    assert block_safe(text) or not text.strip() or set(text) & set(BARRED)


@pytest.mark.parametrize("blanks", ["", " ", "\n", "\n\n", " \n\t", "\u3000"])
def test_blanks_alone_are_quoted_so_that_they_can_be_seen(blanks: str):
    source = dump(Instance(key="0123abcd", input=blanks))
    line = next(line for line in source.split("\n") if line.startswith("input: "))
    assert line[7] in "'\""
    assert line[-1] == line[7]


def test_prose_of_one_line_is_a_block_too():
    assert "input: |-\n  one line\n" in dump(Instance(key="0123abcd", input="one line"))


def test_a_table_whose_first_cell_is_empty_is_a_block():
    source = dump(Instance(key="0123abcd", input="\tA\tB\nx\t1\t2\n"))
    assert "input: |2\n  \tA\tB\n  x\t1\t2\n" in source
