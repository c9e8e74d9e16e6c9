"""What a person would see: the words on the screen."""

from __future__ import annotations

from typing import Any

from textual.app import App


def words_on(app: App[Any]) -> str:
    """The top screen as lines of text, blanks at their ends gone."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)
