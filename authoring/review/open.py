"""Ways into the screens of this folder."""

from __future__ import annotations

from authoring.app import CurateApp


def open_queue(app: CurateApp) -> None:
    """Go and review what waits."""
    from authoring.review.screen import ReviewScreen

    app.push_screen(ReviewScreen())


def open_sent_back(app: CurateApp) -> None:
    """Go and answer what reviewers sent back."""
    from authoring.review.sent_back import SentBackScreen

    app.push_screen(SentBackScreen())
