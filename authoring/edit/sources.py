"""What the texts draw on: a reference, its licence, and how much was taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Select, TextArea

from authoring.prose import Prose
from schemas.instance import Source

Use = Literal["inspired", "adapted", "verbatim"]
USES: Final[tuple[Use, ...]] = ("inspired", "adapted", "verbatim")


class SourceRow(Vertical):
    """One source."""

    def __init__(self, source: Source, read_only: bool) -> None:
        super().__init__(classes="source")
        self.begun = source
        self.read_only = read_only

    def compose(self) -> ComposeResult:
        """Reference, licence, use, a button to take it away."""
        yield Prose(
            self.begun.ref, name="source-ref", placeholder="Link or citation",
            read_only=self.read_only,
        )  # fmt: skip
        yield Prose(
            self.begun.licence, name="source-licence", placeholder="Licence, like CC-BY-4.0",
            read_only=self.read_only,
        )  # fmt: skip
        with Horizontal():
            yield Select[Use](
                [(use, use) for use in USES],
                value=self.begun.use,
                allow_blank=False,
                compact=True,
                disabled=self.read_only,
            )
            yield Button("remove", classes="remove", compact=True, disabled=self.read_only)

    @property
    def source(self) -> Source:
        """As it is now."""
        ref, licence = self.query(Prose)
        use = self.query_one(Select).value
        return self.begun.model_copy(update={"ref": ref.text, "licence": licence.text, "use": use})


class SourceList(Vertical):
    """All sources of an instance."""

    class Changed(Message):
        """They are others now. Rows without a reference are left out."""

        def __init__(self, sources: list[Source]) -> None:
            super().__init__()
            self.sources = sources

    def __init__(self, sources: Sequence[Source], read_only: bool) -> None:
        super().__init__(id="sources")
        self.begun = sources
        self.read_only = read_only

    def compose(self) -> ComposeResult:
        """A row each, and a button for another."""
        for source in self.begun:
            yield SourceRow(source, self.read_only)
        yield Button("add a source", id="add-source", compact=True, disabled=self.read_only)

    async def put(self, sources: Sequence[Source]) -> None:
        """Show others."""
        self.begun = sources
        await self.recompose()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Add or take away."""
        event.stop()
        if event.button.id == "add-source":
            row = SourceRow(Source(ref=""), self.read_only)
            await self.mount(row, before="#add-source")
            row.query(Prose).first().focus()
            return
        row = next(x for x in event.button.ancestors if isinstance(x, SourceRow))
        await row.remove()
        self._post()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Another reference or licence."""
        event.stop()
        self._post()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Another use."""
        event.stop()
        self._post()

    def _post(self) -> None:
        # The first Changed of a new widget comes before its row is whole.
        rows = [row for row in self.query(SourceRow) if len(row.query(Prose)) == 2]
        found = [row.source for row in rows if row.query(Select)]
        if found == list(self.begun):
            self.post_message(self.Changed(found))
            return
        self.post_message(self.Changed([s for s in found if s.ref.strip() or s.licence.strip()]))
