"""Show what is being written or read as a page in the browser."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from textual.app import App

from benchmark.layout import TaskName
from benchmark.preview import browse, preview_page, write_preview
from schemas.cards import TaskCard
from schemas.instance import Instance
from schemas.visible import visible


def show_preview(
    app: App[Any], root: Path, instance: Instance, name: str, task: TaskName, card: TaskCard | None
) -> None:
    """Open the page of an instance as it stands now, saved or not; says where it is if it cannot.

    Where the app itself is in a browser, the page opens beside it.
    """
    page = preview_page(instance, name=name, task="/".join(task), card=card)
    if app.is_web:
        app.deliver_text(
            io.StringIO(page),
            save_filename=f"{name}.html",
            open_method="browser",
            mime_type="text/html",
        )
        return
    app.run_worker(
        lambda: _open(app, root, name, page), thread=True, exit_on_error=False, group="preview"
    )


def _open(app: App[Any], root: Path, name: str, page: str) -> None:
    try:
        file = write_preview(root, name, page)
    except OSError as error:
        app.notify(f"The preview cannot be written: {error}", severity="error", markup=False)
        return
    if not browse(file):
        text = f"No browser could be opened from here. The page is in\n{visible(str(file))}"
        app.notify(text, title="Preview", timeout=30, markup=False)
