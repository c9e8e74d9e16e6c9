"""An instance as a page for the browser, which can show what a terminal cannot."""

from __future__ import annotations

from benchmark.preview.browser import browse
from benchmark.preview.page import preview_page, write_preview

__all__ = ["browse", "preview_page", "write_preview"]
