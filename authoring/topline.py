"""The first line of a screen: what it shows, how my copy stands, who is at work."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from authoring.plain import one_line, shown


class TopLine(Widget):
    """Left, middle (to the right) and who; the middle gives way first, then the left."""

    DEFAULT_CSS = "TopLine { height: 1; background: $panel; color: $text; padding: 0 1; }"

    left: reactive[str] = reactive("")
    middle: reactive[str] = reactive("")
    short: reactive[str] = reactive("")
    who: reactive[str] = reactive("")

    def render(self) -> Content:
        """One line of exactly the width there is."""
        width = self.size.width
        who = one_line(self.who, 20)
        room = width - (cell_len(who) + 2 if who else 0)
        left = one_line(self.left, room)
        spare = room - cell_len(left) - 2
        middle = next((text for text in (self.middle, self.short) if cell_len(text) <= spare), "")
        if not middle and self.short:
            middle = one_line(self.short, max(spare, 0)) if spare >= 10 else ""
        gap = width - cell_len(left) - cell_len(middle) - (cell_len(who) + 2 if who else 0)
        line = f"{left}{' ' * max(gap, 0)}{middle}" + (f"  {who}" if who else "")
        return shown(line)
