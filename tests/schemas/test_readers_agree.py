"""Our reader over libyaml's events and ruamel.yaml find the same texts in a file."""

from __future__ import annotations

import random
import textwrap
from typing import Any

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from schemas.errors import FileError
from schemas.yamldoor import parse
from tests.schemas.texts import texts


def ours(source: str) -> Any:
    return parse(source, "f.yaml").data


def ruamels(source: str) -> Any:
    """Every scalar as the text it is, by the rules of YAML 1.2."""
    return YAML(typ="base", pure=True).load(source)


NAMES = ("a", "b", "long_name", "'quoted name'", '"with\\tescape"', "12", "naïve", "a b")
PLAIN = (
    "x", "two words", "no", "1:30", "~", "a#b", "a:b", "-x", "x - y", "é", "漢字", "x'", "C:\\",
)  # fmt: skip
QUOTED = (
    "''", "'it''s'", "'a # b: c'", "'a\n\n    b\n    c'", '""', r'"\n\t\\ \"\x41é\U0001F600 \/"',
    '"a\n    b\n\n    c"', '"a \\\n    b"', '"\\  a"', '"{[,]}"',
)  # fmt: skip
BLOCKS = (
    "|\nx\ny\n", "|-\nx\n  y\n\nz\n", "|+\nx\n\n", "|2\n   x\n  y\n", "|  # why\nx # text\n",
    ">\nx\ny\n\nz\n  more\n", ">-\nx\n", ">+\nx\n\n", "|\n--- no mark\n... nor this\n",
    "|2-\n  \tx\n",
)  # fmt: skip


@st.composite
def documents(draw: DrawFn) -> str:
    """A mapping of mappings, lists and texts in every style, with comments and blank lines."""
    head = draw(
        st.sampled_from(["", "", "# first\n", "---\n", "--- # first\n\n", "%YAML 1.2\n---\n"])
    )
    end = draw(st.sampled_from(["", "", "...\n", "# last", "\n\n"]))
    source = head + mapping(draw, 0, 0) + end
    return source.replace("\n", "\r\n") if draw(st.integers(0, 5)) == 0 else source


def between(draw: DrawFn, indent: int) -> str:
    return draw(st.sampled_from(["", "", "", "\n", f"{' ' * indent}# comment: 'x'\n"]))


def mapping(draw: DrawFn, indent: int, depth: int) -> str:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True))
    return "".join(
        between(draw, indent) + " " * indent + name + ":" + value(draw, indent, depth + 1)
        for name in names
    )


def sequence(draw: DrawFn, indent: int, depth: int) -> str:
    return "".join(
        between(draw, indent) + " " * indent + "-" + value(draw, indent, depth + 1)
        for _ in range(draw(st.integers(1, 3)))
    )


def value(draw: DrawFn, indent: int, depth: int) -> str:
    """What stands behind `name:` or `-`, to the end of its last line."""
    kinds = ["plain", "quoted", "block", "flow", "empty"]
    kind = draw(st.sampled_from(kinds + ["mapping", "sequence"] * (depth < 4)))
    tail = draw(st.sampled_from(["", "", "  # at the end", " "]))
    inner = indent + draw(st.integers(1, 4))
    if kind == "mapping":
        return f"{tail}\n" + mapping(draw, inner, depth)
    if kind == "sequence":
        return f"{tail}\n" + sequence(draw, inner, depth)
    if kind == "block":
        header, _, body = draw(st.sampled_from(BLOCKS)).partition("\n")
        width = 2 if "2" in header else inner - indent
        lines = textwrap.indent(body, " " * (indent + width if "2" not in header else indent))
        return f" {header}\n{lines}"
    if kind == "flow":
        return f" {flow(draw, depth)}{tail}\n"
    if kind == "empty":
        return f"{tail}\n"
    text = draw(st.sampled_from(PLAIN if kind == "plain" else QUOTED))
    return f" {text.replace(chr(10) + '    ', chr(10) + ' ' * (inner + 4))}{tail}\n"


def flow(draw: DrawFn, depth: int) -> str:
    single = st.sampled_from(["x", "two words", "'a, b'", '"\\u00e9: "', "''", "1"])
    items = draw(st.lists(single, max_size=3))
    if depth < 4 and draw(st.booleans()):
        items.append(flow(draw, depth + 1))
    if draw(st.booleans()):
        return "[" + ", ".join(items) + "]"
    return (
        "{" + ", ".join(f"{name}: {item}" for name, item in zip("abcd", items, strict=False)) + "}"
    )


@settings(max_examples=250)
@given(documents())
def test_any_document_of_our_kind_reads_the_same(source: str):
    assert ours(source) == ruamels(source)


trees = st.recursive(
    texts,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(texts.filter(bool), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=200)
@given(
    st.dictionaries(texts.filter(lambda name: 0 < len(name) < 50), trees, min_size=1, max_size=3),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.sampled_from([None, True, False]),
    st.sampled_from([20, 80, 10**6]),
    st.booleans(),
)
def test_what_another_library_wrote_reads_the_same(tree, style, flow_style, width, unicode):
    source = yaml.safe_dump(
        tree, default_style=style, default_flow_style=flow_style, width=width,
        allow_unicode=unicode, sort_keys=False,
    )  # fmt: skip
    # PyYAML writes some texts with a tag there, and NEL, LS and PS as they are.
    assume(not set(source) & set("!\x85\u2028\u2029"))
    read = ours(source)
    assert read == yaml.load(source, Loader=yaml.BaseLoader)
    assert read == tree


WORDS = (
    "key: ", "a: ", "b:", "- ", "  ", "\n", "\n", "|", "|-", ">", "'", '"', "x", "y z", "# c",
    " # c", "{", "}", "[", "]", ", ", ",", "\t", ":", "?", "---", "...", r"\n", "\\\n", "é",
    "~", "\r\n",
)  # fmt: skip


def test_where_both_read_a_broken_document_they_read_the_same():
    random_words = random.Random(20240609)
    both = 0
    for _ in range(6000):
        source = "k: " + "".join(random_words.choices(WORDS, k=random_words.randint(1, 14)))
        try:
            read, wanted = ours(source), ruamels(source)
        except (FileError, YAMLError):
            continue
        both += 1
        assert read == wanted, source
    assert both > 200


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize(
    "source", ["a: x{}y\n", "a: |\n  x\n  y{}z\n", 'a: "x{}y"\n', "a: x # c{}b: y\n"]
)
def test_a_character_that_breaks_lines_for_some_readers_is_refused(source: str, char: str):
    with pytest.raises(FileError) as refused:
        ours(source.format(char))
    assert refused.value.code == "RAW_CONTROL"
    assert f"U+{ord(char):04X}" in refused.value.what
    assert f"\\u{ord(char):04X}" in refused.value.advice
    before = source.partition("{}")[0].split("\n")
    assert (refused.value.where.line, refused.value.where.column) == (
        len(before),
        len(before[-1]) + 1,
    )
