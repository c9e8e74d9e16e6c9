"""Capabilities, tasks and instances; what is mine to do comes first."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Static

from authoring.plain import cell, shown
from authoring.workplace import Snapshot


class BrowseScreen(Screen[None]):
    """The list of instances."""

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        yield Static(shown("Curate"), id="top", classes="topline")
        yield DataTable[str](id="instances", cursor_type="row")
        yield Footer()

    def on_mount(self) -> None:
        """Follow what the app reads."""
        table = self.query_one("#instances", DataTable)
        table.add_columns("id", "status")
        self.watch(self.app, "snapshot", self._show)

    def _show(self, snapshot: Snapshot | None) -> None:
        table = self.query_one("#instances", DataTable)
        table.clear()
        if snapshot is None:
            return
        for loaded in snapshot.benchmark.instances[:1000]:
            standing = snapshot.standings[loaded.name]
            table.add_row(cell(loaded.name), cell(standing.status), key=loaded.name)
