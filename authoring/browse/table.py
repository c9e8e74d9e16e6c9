"""The list of instances. Only the lines on the screen are made, however many rows there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from authoring.plain import cell, one_line

if TYPE_CHECKING:
    from authoring.browse.outline import Name
    from authoring.browse.rows import Row

# Name of the column, the least and the most cells it takes, and from which width on it is there.
_COLUMNS: Final = (
    ("id", 16, 44, 0),
    ("status", 13, 15, 0),
    ("language", 4, 8, 64),
    ("author", 6, 12, 60),
    ("problems", 8, 60, 52),
)
_HEADS: Final = {"language": "lang"}
# Status by colour too, in the terminal's own colours, so that light and dark both work.
_COLOURS: Final = {
    "accepted": "green",
    "revise": "bold",
    "eliminated": "dim",
    "withdrawn": "dim",
}


class InstanceList(ScrollView, can_focus=True):
    """Rows with a cursor. `rows` is what is shown, in this order."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"list--head", "list--cursor", "list--faint"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "open",
            "Open",
            id="list.open",
            key_display="enter",
            tooltip="Open the instance",
        ),
        Binding("up,k", "move(-1)", "Up", show=False, id="list.up", tooltip="One row up"),
        Binding("down,j", "move(1)", "Down", show=False, id="list.down", tooltip="One row down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="list.page_up", tooltip="A page"),
        Binding(
            "pagedown", "page(1)", "Page down", show=False, id="list.page_down", tooltip="A page"
        ),
        Binding("home", "move(-1000000)", "First", show=False, id="list.first", tooltip="First"),
        Binding("end", "move(1000000)", "Last", show=False, id="list.last", tooltip="Last row"),
    ]

    cursor: reactive[int] = reactive(0)

    class Highlighted(Message):
        """The cursor stands on another row, or on none."""

        def __init__(self, row: Row | Name | None) -> None:
            super().__init__()
            self.row = row

    class Opened(Message):
        """A row is to be opened."""

        def __init__(self, row: Row | Name) -> None:
            super().__init__()
            self.row = row

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: Sequence[Row | Name] = ()
        self.empty = ""
        self._widths: dict[str, int] = {}

    @property
    def row(self) -> Row | Name | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.cursor < len(self.rows) else None

    def show(self, rows: Sequence[Row | Name], *, empty: str = "") -> None:
        """Show these rows; the cursor stays on its instance where that is still there.

        `empty` is said where there is none.
        """
        before = self.row
        self.rows, self.empty = rows, empty
        place = min(self.cursor, max(len(rows) - 1, 0))
        if before is not None:
            place = next((n for n, row in enumerate(rows) if row.key == before.key), place)
        self.set_reactive(InstanceList.cursor, place)
        self._measure()
        self._follow()
        self.refresh()
        self.post_message(self.Highlighted(self.row))

    def point_at(self, name: str) -> bool:
        """Put the cursor on an instance; False where it is not in the list."""
        place = next((n for n, row in enumerate(self.rows) if row.name == name), None)
        if place is not None:
            self.cursor = place
        return place is not None

    # -- layout ---------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Columns come and go with the width."""
        self._measure()

    def _measure(self) -> None:
        room = max(self.scrollable_content_region.width - 2, 10)
        names = [name for name, _, _, from_width in _COLUMNS if room >= from_width]
        widths = {name: least for name, least, _, _ in _COLUMNS if name in names}
        longest = max((len(row.title) for row in self.rows[:2000]), default=0)
        wanted = {"id": longest, "problems": 60}
        spare = room - sum(widths.values()) - 2 * (len(widths) - 1)
        for name, least, most, _ in _COLUMNS:
            if name in widths and spare > 0:
                more = min(max(min(wanted.get(name, least), most) - least, 0), spare)
                widths[name] += more
                spare -= more
        if spare < 0:
            widths["id"] = max(widths["id"] + spare, 6)
        self._widths = widths
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.rows) + 1)

    def render_line(self, y: int) -> Strip:
        """One line on the screen: the head, then rows from where the list is scrolled to."""
        width = self.size.width
        base = self.rich_style
        if y == 0:
            text = self._line({n: _HEADS.get(n, n) for n in self._widths}, " ")
            return self._strip(text, width, self.get_component_rich_style("list--head"))
        number = y - 1 + self.scroll_offset.y
        if number >= len(self.rows):
            said = self.empty if number == 1 and not self.rows else ""
            return self._strip(cell(one_line(f"  {said}", width)), width, base)
        row = self.rows[number]
        values = {name: str(getattr(row, name)) for name in self._widths if name != "id"}
        text = self._line({"id": row.title, **values}, row.glyph, _COLOURS.get(row.status, ""))
        if number == self.cursor:
            style = self.get_component_rich_style("list--cursor")
            return self._strip(text, width, style if self.has_focus else base + Style(reverse=True))
        return self._strip(text, width, base)

    def _line(self, values: dict[str, str], glyph: str, colour: str = "") -> Text:
        line = cell("")
        for place, (name, width) in enumerate(self._widths.items()):
            mark = f"{glyph} " if place == 0 else "  "
            text = cell(one_line(values.get(name, ""), width), colour if name == "status" else "")
            text.truncate(width, pad=True)
            line.append_text(cell(mark)).append_text(text)
        return line

    def _strip(self, text: Text, width: int, style: Style) -> Strip:
        segments = [
            Segment(part.text, style + (part.style or Style.null()), part.control)
            for part in text.render(self.app.console)
        ]
        return Strip(segments).adjust_cell_length(width, style)

    # -- moving ---------------------------------------------------------------------------

    def validate_cursor(self, place: int) -> int:
        """Keep it on a row."""
        return max(0, min(place, len(self.rows) - 1))

    def watch_cursor(self) -> None:
        """Bring the row into view and tell."""
        self._follow()
        self.refresh()
        self.post_message(self.Highlighted(self.row))

    def _follow(self) -> None:
        # The head covers the first line, so the row below it must be in view as well.
        self.scroll_to_region(
            Region(0, self.cursor, 1, 2), animate=False, force=True, origin_visible=False
        )

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self.cursor += by

    def action_page(self, by: int) -> None:
        """Move the cursor by what is on the screen."""
        self.cursor += by * max(self.size.height - 2, 1)

    def action_open(self) -> None:
        """Open the row under the cursor."""
        if row := self.row:
            self.post_message(self.Opened(row))

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor there; a second one opens."""
        place = event.y - 1 + self.scroll_offset.y
        if event.y == 0 or place >= len(self.rows):
            return
        self.cursor = place
        if event.chain > 1:
            self.action_open()

    def on_focus(self) -> None:
        """The cursor's look tells where the focus is."""
        self.refresh()

    def on_blur(self) -> None:
        """The cursor's look tells where the focus is."""
        self.refresh()
