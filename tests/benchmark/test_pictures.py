"""The pictures of the card: well-formed, whole, and readable on any page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import Any

import pytest

from benchmark.release.facts import Facts
from benchmark.release.pictures import pictures
from schemas.instance import Provenance
from tests.benchmark.release_facts import an_instance, facts_of, loaded, published, small

SVG = "{http://www.w3.org/2000/svg}"
# The widest of the usual monospaced fonts of 12 pixels; elsewhere a character is at most square.
LATIN, OTHER = 7.25, 12.0


def drawn(facts: Facts) -> dict[str, ET.Element]:
    return {path: ET.fromstring(data) for path, data in pictures(facts.rows).items()}


def extent(text: ET.Element) -> tuple[float, float]:
    content = text.text or ""
    size = sum(LATIN if ord(c) < 0x250 else OTHER for c in content)
    x = float(text.attrib["x"])
    return (x - size, x) if text.get("text-anchor") == "end" else (x, x + size)


def many_tasks() -> Facts:
    """77 tasks with long names, in languages with long tags, of all origins."""
    origins = ("human", "augmented", "imported")
    return facts_of(
        [
            loaded((f"capability_{'of_some_length_' * (n % 7)}{n % 9}", f"task_{'x' * n}_{n}"),
                   n, an_instance(n, language=f"zh-Hant-x-{'語' * n}",
                                  provenance=Provenance(origin=origins[n % 3]),
                                  input="y" * 7**(n % 7)))
            for n in range(77)
        ]
    )  # fmt: skip


def huge() -> Facts:
    row = small().rows[0]
    return facts_of([], rows=(row,) * 123_456)


@pytest.mark.parametrize("facts", [published, small, many_tasks, huge])
def test_nothing_is_cut_off_and_no_label_runs_into_another(facts: Any):
    for path, root in drawn(facts()).items():
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        assert root.attrib["viewBox"] == f"0 0 {width:.0f} {height:.0f}"
        lines: dict[str, list[tuple[float, float]]] = {}
        for text in root.iter(f"{SVG}text"):
            left, right = extent(text)
            assert left >= 4, (path, text.text)
            assert right <= width - 4, (path, text.text)
            assert 12 <= float(text.attrib["y"]) <= height - 4
            lines.setdefault(text.attrib["y"], []).append((left, right))
        for spans in lines.values():
            spans.sort()
            for (_, end), (start, _) in pairwise(spans):
                assert start >= end, path
        for box in root.iter(f"{SVG}rect"):
            assert float(box.attrib["x"]) + float(box.attrib["width"]) <= width
            assert float(box.attrib["y"]) + float(box.attrib["height"]) <= height


def test_every_task_has_its_bar_and_number():
    root = drawn(published())["pictures/tasks.svg"]
    texts = [text.text for text in root.iter(f"{SVG}text")]
    for _, task in {(row.capability, row.task) for row in published().rows}:
        assert task in texts


def test_bars_are_as_long_as_their_numbers_say():
    found = [loaded(("reasoning", name), n, an_instance(n))
             for name, number in (("few", 3), ("many", 12)) for n in range(number)]  # fmt: skip
    root = drawn(facts_of(found))["pictures/tasks.svg"]
    few, many = (
        float(box.attrib["width"])
        for box in root.iter(f"{SVG}rect")
        if box.attrib["class"] == "first"
    )
    assert many / few == pytest.approx(4, rel=0.01)


def test_labels_are_text_and_not_markup():
    tag = '<b>&"\x07\x1b</text>\ufffe'
    root = drawn(small(an_instance(language=tag), an_instance(1)))["pictures/composition.svg"]
    assert '<b>&"</text>' in [text.text for text in root.iter(f"{SVG}text")]


def test_one_origin_needs_no_legend_and_several_have_one():
    one = drawn(small())["pictures/composition.svg"]
    assert "human" not in [text.text for text in one.iter(f"{SVG}text")]
    both = drawn(small(an_instance(), an_instance(1, provenance=Provenance(origin="augmented"))))
    texts = [text.text for text in both["pictures/tasks.svg"].iter(f"{SVG}text")]
    assert {"human", "augmented"} <= set(texts)
    assert "imported" not in texts


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_text_and_bars_stand_out_in_light_and_in_dark():
    svg = pictures(many_tasks().rows)["pictures/composition.svg"].decode()
    light = {
        name: colour for colour, name in re.findall(r'fill="(#\w+)" class="(\w+)', svg)
    }  # fmt: skip
    dark = dict(re.findall(r"\.(\w+)\{fill:(#\w+)\}", svg))
    for colours in (light, dark):
        for name in ("ink", "soft"):
            assert contrast(colours[name], colours["ground"]) >= 4.5
        for name in ("first", "second", "third"):
            assert contrast(colours[name], colours["ground"]) >= 2.5


def test_a_picture_says_in_words_what_it_shows():
    root = drawn(small())["pictures/composition.svg"]
    assert root.findtext(f"{SVG}title", "").startswith("1 instance: by capability: reasoning 1")
    assert root.attrib["role"] == "img"
