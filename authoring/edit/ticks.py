"""Boxes to tick whose state can be read without colour."""

from __future__ import annotations

from textual.widgets import Checkbox, RadioButton


class Pick(RadioButton):
    """One of several: ● where it is the one, else ○."""

    BUTTON_LEFT = ""
    BUTTON_RIGHT = ""

    @property
    def BUTTON_INNER(self) -> str:  # type: ignore[override]  # noqa: N802 the library's name
        """The sign in front."""
        return "●" if self.value else "○"


class Tick(Checkbox):
    """Yes or no: [x] where it is ticked."""

    BUTTON_LEFT = "["
    BUTTON_RIGHT = "]"

    @property
    def BUTTON_INNER(self) -> str:  # type: ignore[override]  # noqa: N802 the library's name
        """The sign in the box."""
        return "x" if self.value else " "
