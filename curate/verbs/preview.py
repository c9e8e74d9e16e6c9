"""`curate preview`: an instance as a page for the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curate.session import session


def preview(
    instance: Annotated[str, typer.Argument(metavar="ID", help="Which instance.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the page here instead.")
    ] = None,
    open_it: Annotated[
        bool, typer.Option("--open/--no-open", help="Whether to open it in the browser.")
    ] = True,
) -> None:
    """Show an instance in the browser, typeset and as typed."""
    from benchmark import files
    from benchmark.preview import browse, preview_page, write_preview
    from curate.output import note, say

    benchmark = session().load()
    loaded = benchmark.find(instance)
    page = preview_page(
        loaded.instance,
        name=loaded.name,
        task="/".join(loaded.task),
        card=benchmark.tasks.get(loaded.task),
    )
    if out is not None:
        files.write(out, page.encode())
        say(str(out))
        return
    file = write_preview(session().root, loaded.name, page)
    say(str(file))
    if open_it and not browse(file):
        note("No browser could be opened from here: open this file in one.")
