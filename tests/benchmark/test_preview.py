from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.imports.biggen import read_biggen
from benchmark.preview import preview_page
from benchmark.preview.prose import as_markdown, as_typed
from schemas.cards import TaskCard
from schemas.instance import Instance, Provenance
from tests.world import BIGGEN, World


class _Page(HTMLParser):
    """What a browser would make of it: elements, and the text of every <pre> of ours."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.typed: list[str] = []
        self._in_typed = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "pre" and dict(attrs).get("lang"):
            self._in_typed = True
            self.typed.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "pre":
            self._in_typed = False

    def handle_data(self, data: str) -> None:
        if self._in_typed:
            self.typed[-1] += data


def page_of(text: str, language: str = "en") -> _Page:
    instance = Instance(key="0" * 8, input=text, language=language)
    return _Page(preview_page(instance, name="a_b_0", task="a/b", card=None))


def test_signs_of_mathematics_are_what_they_were() -> None:
    html = as_markdown("\\(a < b \\leq c\\)")
    assert unescape(re.sub("<[^>]+>", "", html)).split() == ["a<b≤c"]


def test_mathematics_between_every_usual_mark_becomes_mathml() -> None:
    text = "a $x^2$ b \\(y_1\\) c\n\n$$z$$\n\n\\[w\\]\n\n\\begin{align}u &= 1\\end{align}\n"
    assert as_markdown(text).count("<math ") == 5


@pytest.mark.parametrize(
    "money",
    [
        "It costs $5 and then $10 more.",
        "from $249/chair to $7,470 in all",
        "$100 and 7 tickets to win $50",
        "between $30,000 - ($5,000 + $1,500) and $2",
    ],
)
def test_money_is_not_mathematics(money: str) -> None:
    assert "<math" not in as_markdown(money)


@pytest.mark.parametrize(
    "latex", ["\\frac{1", "}{", "{" * 2000, "x^", "\\begin{foo}", "\\nosuch{x}"]
)
def test_what_is_no_latex_is_shown_as_typed_and_marked(latex: str) -> None:
    assert 'class="unread"' in as_markdown(f"\\({latex}\\)")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "$\\text{<script>alert(1)</script>}$",
        "\\(a &lt;script&gt; b\\)",
        "\\(\\href{javascript:alert(1)}{x}\\)",
        "[x](javascript:alert(1))",
        '![x](https://example.org/a.png "t") <img src=x onerror=alert(1)>',
        "<iframe src='https://example.org'></iframe>",
        '```"><script>\nx\n```',
    ],
)
def test_no_text_brings_in_elements_of_its_own_or_asks_a_server(text: str) -> None:
    for tag, attributes in page_of(text, language='"><script>').elements:
        assert tag not in {"script", "img", "iframe", "object", "base", "form"}
        assert not any(name.startswith("on") or name == "src" for name in attributes)
        href = attributes.get("href") or ""
        assert not href.startswith("javascript")
        assert tag not in {"link"}


def typed_back(html: str) -> str:
    """What was typed, read from what is shown of it."""
    pieces = re.split("<mark ([^>]*)>([^<]*)</mark>", html)
    found = unescape(pieces[0])
    for title, symbol, rest in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        code = re.search(r"U\+([0-9A-F]+)", title)
        found += chr(int(code[1], 16)) if code else symbol.replace("·", " ")
        found += unescape(rest)
    return found


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_the_typed_side_loses_no_character(text: str) -> None:
    assert typed_back(as_typed(text)) == text


def test_hidden_characters_and_blanks_at_line_ends_are_marked_by_name() -> None:
    typed = as_typed("a\x0crac  \nb\u2028c\r\n")
    assert '<mark title="U+000C">␌</mark>' in typed
    assert "··</mark>\n" in typed
    assert 'title="U+2028"' in typed
    assert 'title="U+000D"' in typed


def test_every_block_finds_its_own_direction() -> None:
    html = as_markdown("שלום עולם\n\nHello\n\n- مرحبا\n")
    assert html.count('dir="auto"') == 4
    assert "unicode-bidi: plaintext" in preview_page(
        Instance(key="0" * 8), name="a", task="a/b", card=None
    )


def test_warnings_are_told_and_the_author_is_not() -> None:
    instance = Instance(
        key="0" * 8, notes="between us", provenance=Provenance(author="ann", owner="ben")
    )
    card = TaskCard(description="What it is.", content_warnings=["violence"])
    page = preview_page(instance, name="a_b_0", task="a/b", card=card)
    assert "Contains: violence" in page
    for hidden in ("ann", "ben", "between us"):
        assert not re.search(rf"\b{hidden}\b", page)


def published() -> Iterator[Instance]:
    for incoming in read_biggen(BIGGEN / "sample_responses.json"):
        yield incoming.instance


def test_every_published_instance_becomes_a_page_with_all_its_lines() -> None:
    for instance in published():
        page = _Page(preview_page(instance, name="x", task="a/b", card=None))
        texts = [text for _, text in instance.texts() if text]
        assert len(page.typed) == len(texts)
        for typed, text in zip(page.typed, texts, strict=True):
            assert typed[1:].count("\n") == text.count("\n")


def test_the_verb_writes_beside_the_tree_or_where_it_is_told(world: World, tmp_path: Path) -> None:
    name = world.submitted(input="How much is $\\frac{1}{2}$?")
    before = world.git("status", "--porcelain")
    result = world("preview", name, "--no-open", by="bob")
    kept = Path(result.out.strip())
    assert "<mfrac>" in kept.read_text(encoding="utf-8")
    assert "ann" not in kept.read_text(encoding="utf-8")
    elsewhere = tmp_path / "page.html"
    assert world("preview", name, "--out", elsewhere).out.strip() == str(elsewhere)
    assert elsewhere.read_bytes() == kept.read_bytes()
    assert world.git("status", "--porcelain") == before


@pytest.mark.parametrize(("browser", "opened"), [("w3m", "False"), ("true", "True")])
def test_only_a_browser_with_a_window_of_its_own_is_used(browser: str, opened: str) -> None:
    ask = "from pathlib import Path; from benchmark.preview import browse; "
    ask += "print(browse(Path('x.html')))"
    found = subprocess.run(
        [sys.executable, "-c", ask],
        env={**os.environ, "BROWSER": browser},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == opened
