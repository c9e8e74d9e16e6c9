"""The way into the screen of this folder."""

from __future__ import annotations

from authoring.app import CurateApp


def open_checks(app: CurateApp, name: str = "") -> None:
    """Go and check what was generated, beginning with one instance where its name is given."""
    from authoring.check.screen import CheckScreen

    app.push_screen(CheckScreen(name))
