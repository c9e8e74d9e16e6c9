"""Mathematics in Markdown: LaTeX between its usual marks becomes MathML, money stays money."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape, unescape
from typing import Any, Final
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import convert_to_element
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath.index import math_block_dollar, math_inline_dollar
from mdit_py_plugins.texmath import texmath_plugin

_INLINE: Final = ("math_inline",)
_DISPLAYED: Final = ("math_inline_double", "math_block", "math_block_eqno", "amsmath")
_LATEX: Final = re.compile(r"[\\^_]")
_SUM: Final = re.compile(r"[\d\s.,()]*\d\s*[-+*/=<>×÷·][-+*/=<>×÷·\d\s.,()]*[\d)]")
_WORDS: Final = re.compile(r"[^\W\d_]{2,}[\s,.;:]+[^\W\d_]{2,}|\n\s*\n")


def use_maths(markdown: MarkdownIt) -> None:
    r"""Teach a Markdown parser `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and LaTeX environments."""
    texmath_plugin(markdown, delimiters="brackets")
    amsmath_plugin(markdown)
    dollars = math_inline_dollar(allow_space=False, allow_digits=True, allow_double=True)
    markdown.inline.ruler.before("escape", "dollars", _unless_money(dollars))
    markdown.block.ruler.before("fence", "dollars", math_block_dollar(allow_labels=False))
    for name in _INLINE:
        markdown.add_render_rule(name, _inline)
    for name in _DISPLAYED:
        markdown.add_render_rule(name, _displayed)


def mathml(latex: str, *, displayed: bool) -> str:
    """LaTeX as MathML; what cannot be read as LaTeX stays as it was typed, and marked."""
    try:
        tree = convert_to_element(latex, display="block" if displayed else "inline")
    except Exception:  # noqa: BLE001 - the library's errors have no base, some are Python's own
        tree = None
    if tree is None or not _is_understood(latex, tree):
        return f'<code class="unread" title="not readable as LaTeX">{escape(latex)}</code>'
    for element in tree.iter():
        # The library leaves character references in its texts and expects markup to be made of
        # them afterwards, which would let a text bring in elements of its own.
        element.text = unescape(element.text) if element.text else element.text
        element.attrib.pop("href", None)
    return tostring(tree, encoding="unicode")


def _is_understood(latex: str, tree: Element) -> bool:
    """The library closes what was left open and shows commands it does not know as words."""
    braces = re.sub(r"\\\\|\\[{}]", "", latex)
    unknown = any(re.match(r"\\[A-Za-z]", element.text or "") for element in tree.iter())
    return braces.count("{") == braces.count("}") and not unknown


def _unless_money(
    rule: Callable[[StateInline, bool], bool],
) -> Callable[[StateInline, bool], bool]:
    def guarded(state: StateInline, silent: bool) -> bool:
        begin = state.pos
        found = rule(state, True)
        content = state.src[begin : state.pos].strip("$")
        state.pos = begin
        return found and _is_maths(content) and rule(state, silent)

    return guarded


def _is_maths(content: str) -> bool:
    if content[:1].isdigit() and not _LATEX.search(content):
        return bool(_SUM.fullmatch(content)) and content.count("(") == content.count(")")
    return not _WORDS.search(re.sub(r"\\[a-z]+\{[^}]*\}", "", content))


def _inline(_self: Any, tokens: Sequence[Token], place: int, _options: Any, _env: Any) -> str:
    return mathml(tokens[place].content.strip(), displayed=False)


def _displayed(_self: Any, tokens: Sequence[Token], place: int, _options: Any, _env: Any) -> str:
    return f"<div>{mathml(tokens[place].content.strip(), displayed=True)}</div>\n"
