"""Languages, where it comes from, and that a person read what a model wrote."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Checkbox, Input, Static

from authoring.edit.ticks import Tick
from authoring.plain import shown, visible
from schemas.instance import Instance

CHECKED: Final = Content("I have read and checked what the model wrote")
_LANGUAGES: Final = (("language", "text"), ("rubric_language", "rubric"))


class Details(Vertical):
    """`by` is empty where author and origin stay unsaid; `checker` is who may tick the box."""

    class Changed(Message):
        """A value is another one now."""

        def __init__(self, field: str, value: str) -> None:
            super().__init__()
            self.field = field
            self.value = value

    def __init__(self, instance: Instance, by: str, checker: str, read_only: bool) -> None:
        super().__init__(id="details")
        self.instance = instance
        self.by = by
        self.checker = checker
        self.read_only = read_only

    def compose(self) -> ComposeResult:
        """Two languages, the origin, a box to tick."""
        for field, words in _LANGUAGES:
            with Horizontal(classes="pair"):
                yield Static(f"Language of the {words}", classes="pair-label")
                yield Input(
                    visible(getattr(self.instance, field)),
                    name=field,
                    compact=True,
                    disabled=self.read_only,
                    classes="pair-value",
                )
        if self.by:
            yield Static(shown(self.by))
        if self.checker:
            ticked = bool(self.instance.provenance.checked_by)
            yield Tick(CHECKED, ticked, name="checked_by", compact=True, disabled=self.read_only)

    def put(self, instance: Instance) -> None:
        """Show another version."""
        self.instance = instance
        for box in self.query(Input):
            box.value = visible(getattr(instance, box.name or ""))
        for tick in self.query(Checkbox):
            tick.value = bool(instance.provenance.checked_by)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Another language."""
        event.stop()
        field = event.input.name or ""
        held = getattr(self.instance, field)
        value = held if event.value == visible(held) else event.value.strip()
        self.post_message(self.Changed(field, value))

    def on_checkbox_changed(self, event: Checkbox.Changed) -> None:
        """Checked, or not any more."""
        event.stop()
        self.post_message(self.Changed("checked_by", self.checker if event.value else ""))
