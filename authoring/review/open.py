"""Ways into the screens of this folder."""

from __future__ import annotations

from authoring.app import CurateApp


def open_queue(app: CurateApp, name: str = "") -> None:
    """Go and review what waits, beginning with one instance where its name is given."""
    from authoring.review.screen import ReviewScreen

    app.push_screen(ReviewScreen(name))


def open_sent_back(app: CurateApp) -> None:
    """Go and answer what reviewers sent back."""
    from authoring.review.sent_back import SentBackScreen

    app.push_screen(SentBackScreen())
