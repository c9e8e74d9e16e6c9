"""How many tokens a text takes, before any server has counted them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

Message = tuple[str, str]
"""Role and content."""


def estimate(text: str) -> int:
    """About as many tokens as common tokenizers make of it: on the high side for prose.

    Four ASCII characters a token; letters of other scripts a token each, as byte-level
    vocabularies made for English have them.
    """
    ascii_characters = sum(character < "\x80" for character in text)
    return ceil(ascii_characters / 4) + len(text) - ascii_characters


def of_messages(messages: Sequence[Message]) -> int:
    """The estimate of a whole prompt, with a few tokens around each message."""
    return sum(estimate(content) + 8 for _, content in messages)
