"""Text to HTML, twice: as Markdown with mathematics, and as it was typed."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from benchmark.preview.maths import use_maths
from schemas.visible import HIDDEN, symbol

_ENDS: Final = re.compile(r"([ \t]+)(?=\n|\Z)")


def as_markdown(text: str) -> str:
    """As a reader of Markdown sees it. Every block finds its own direction; nothing is loaded."""
    return str(_parser().render(text))


def as_typed(text: str) -> str:
    """Every character there is: hidden ones as marked symbols, blanks at a line's end too."""
    pieces, last = [], 0
    for found in re.finditer(f"{HIDDEN.pattern}|{_ENDS.pattern}", text):
        pieces.append(escape(text[last : found.start()]))
        pieces.append(_marked(found[0]))
        last = found.end()
    return "".join([*pieces, escape(text[last:])])


def _marked(hidden: str) -> str:
    if hidden.isspace() and not HIDDEN.match(hidden):
        return f'<mark title="blanks at the end of the line">{hidden.replace(" ", "·")}</mark>'
    return f'<mark title="U+{ord(hidden):04X}">{symbol(hidden)}</mark>'


@cache
def _parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    use_maths(markdown)
    markdown.core.ruler.push("for_the_page", _for_the_page)
    return markdown


def _for_the_page(state: StateCore) -> None:
    for token in state.tokens:
        if token.block and token.nesting == 1:
            token.attrSet("dir", "auto")
        if token.children:
            token.children = [_harmless(child) for child in token.children]


def _harmless(token: Token) -> Token:
    """An image becomes its words and its address: the page never asks a server for anything."""
    if token.type == "image":
        words = f"[image: {token.content or '…'} ({token.attrGet('src')})]"
        return Token("text", "", 0, content=words)
    if token.type == "link_open":
        token.attrSet("rel", "noopener noreferrer nofollow")
    return token
