"""The way into the screen of this folder."""

from __future__ import annotations

from authoring.app import CurateApp


def open_curator(app: CurateApp, name: str = "") -> None:
    """Go and look after the whole benchmark, beginning with one instance where it is named."""
    from authoring.curator.screen import CuratorScreen

    app.push_screen(CuratorScreen(name))
