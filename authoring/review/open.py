"""Ways into the screens of this folder."""

from __future__ import annotations

from authoring.app import CurateApp


def open_queue(app: CurateApp) -> None:
    """Go and review what waits."""
    from authoring.review.screen import ReviewScreen

    app.push_screen(ReviewScreen())
