"""A text area that grows with its text, draws every character and types every character."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.document._document import EditResult, Location, Selection
from textual.document._document_navigator import DocumentNavigator
from textual.document._edit import Edit
from textual.document._wrapped_document import WrappedDocument
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import TextArea

from authoring.prose.arriving import arriving
from authoring.prose.document import ExactDocument

UNDO_STEPS: Final = 1000


def types(character: str | None) -> bool:
    """Whether a key puts this character into a text.

    Wider than what Python calls printable: joiners of Persian and of emoji, the blanks of
    Japanese and French, and characters newer than this Python's tables are typed too.
    """
    return (
        character is not None
        and len(character) == 1
        and unicodedata.category(character) not in {"Cc", "Cs"}
    )


class Prose(TextArea):
    """Text to the code point (`text`), as high as it needs to be; its page scrolls, not it.

    `wrote` is called at every change of the text, at once: a message might come too late where
    the app ends.
    """

    DEFAULT_CSS = """
    Prose {
        height: auto;
        min-height: 3;
        overflow: hidden hidden;
        scrollbar-size: 0 0;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+shift+z", "redo", "Redo", show=False, id="prose.redo", tooltip="Redo"),
    ]

    class Altered(Message):
        """Text was pasted and could not be taken as it was; `notes` say what changed."""

        def __init__(self, area: Prose, notes: tuple[str, ...]) -> None:
            super().__init__()
            self.area = area
            self.notes = notes

        @property
        def control(self) -> Prose:
            """The field."""
            return self.area

    def __init__(
        self,
        text: str = "",
        *,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
        placeholder: str = "",
        read_only: bool = False,
    ) -> None:
        super().__init__(
            text,
            name=name,
            id=id,
            classes=classes,
            placeholder=Content(placeholder),
            read_only=read_only,
            max_checkpoints=UNDO_STEPS,
            highlight_cursor_line=False,
            tab_behavior="focus",
        )
        self.wrote: Callable[[Prose], object] = lambda area: None

    # -- changes --------------------------------------------------------------------------

    def edit(self, edit: Edit) -> EditResult:
        """Do an edit, and tell of it before anything else can happen."""
        result = super().edit(edit)
        self.wrote(self)
        return result

    def undo(self) -> None:
        """Take the last step back."""
        super().undo()
        self.wrote(self)

    def redo(self) -> None:
        """Do the step again that was taken back last."""
        super().redo()
        self.wrote(self)

    # -- the text -------------------------------------------------------------------------

    @property
    def exact(self) -> ExactDocument:
        """The document under the cursor."""
        assert isinstance(self.document, ExactDocument)
        return self.document

    def _set_document(self, text: str, language: str | None) -> None:
        document = ExactDocument(text)
        self.document = document
        self.wrapped_document = WrappedDocument(document, tab_width=self.indent_width)
        self.navigator = DocumentNavigator(self.wrapped_document)
        self._build_highlight_map()
        self.move_cursor((0, 0))
        self._rewrap_and_refresh_virtual_size()

    def put(self, text: str) -> None:
        """Replace the whole text in one step that can be undone."""
        if text != self.text:
            self.history.checkpoint()
            self.replace(text, (0, 0), self.document.end, maintain_selection_offset=False)
            self.history.checkpoint()

    def select_characters(self, begin: int, end: int) -> None:
        """Select from one character of the text to another."""
        text = self.text
        places = [
            (text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1)) for at in (begin, end)
        ]
        self.selection = Selection(*places)

    # -- typing and pasting ---------------------------------------------------------------

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Whether this key is text."""
        return not self.read_only and types(character)

    async def _on_key(self, event: events.Key) -> None:
        self._restart_blink()
        if self.read_only:
            return
        if event.key == "enter":
            text = "\r\n" if self.exact.has_only_crlf else "\n"
        elif types(event.character):
            assert event.character is not None
            text = event.character
        else:
            return
        event.stop()
        event.prevent_default()
        self._replace_via_keyboard(text, *self.selection)

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        if not self.read_only:
            self.take(event.text)
            self.focus()

    def action_paste(self) -> None:
        """Paste what was copied in the app."""
        if not self.read_only:
            self.take(self.app.clipboard)

    def take(self, text: str) -> None:
        """Put pasted text where the cursor is; `Altered` tells where it could not be as it was."""
        text, notes = arriving(text, crlf=self.exact.has_only_crlf)
        if result := self._replace_via_keyboard(text, *self.selection):
            self.move_cursor(result.end_location)
        if notes:
            self.post_message(self.Altered(self, notes))

    # -- the cursor: CR LF is one line end ------------------------------------------------

    def clamp_visitable(self, location: Location) -> Location:
        """The nearest place the cursor can be."""
        row, column = super().clamp_visitable(location)
        if self.exact.ends_in_cr(row):
            column = min(column, len(self.document[row]) - 1)
        return row, column

    def get_cursor_right_location(self) -> Location:
        """One character on."""
        row, column = self.cursor_location
        if self.exact.ends_in_cr(row) and column >= len(self.document[row]) - 1:
            return row + 1, 0
        return super().get_cursor_right_location()

    def get_cursor_left_location(self) -> Location:
        """One character back."""
        row, column = super().get_cursor_left_location()
        if self.exact.ends_in_cr(row):
            column = min(column, len(self.document[row]) - 1)
        return row, column

    def get_cursor_line_end_location(self) -> Location:
        """The end of the line."""
        row, column = super().get_cursor_line_end_location()
        if self.exact.ends_in_cr(row):
            column = min(column, len(self.document[row]) - 1)
        return row, column

    # -- the page it stands on ------------------------------------------------------------

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the text has at this width."""
        wanted = max(0, width - self.gutter_width - 1)
        if wanted and self.wrapped_document._width != wanted:
            self.wrapped_document.wrap(wanted, tab_width=self.indent_width)
            self._line_cache.clear()
        return max(1, self.wrapped_document.height)

    @property
    def page(self) -> Widget | None:
        """What scrolls around it."""
        for ancestor in self.ancestors:
            if isinstance(ancestor, Widget) and ancestor.styles.overflow_y in ("auto", "scroll"):
                return ancestor
        return None

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Bring the cursor into view by moving the page."""
        self._cursor_offset = self.wrapped_document.location_to_offset(self.cursor_location)
        if self.has_focus and self.page is not None:
            self.call_after_refresh(self.show_cursor_on_page, center)
        return Offset(0, 0)

    def show_cursor_on_page(self, center: bool = False) -> None:
        """Scroll the page to where the cursor is, if that cannot be seen."""
        page = self.page
        if page is None or not self.is_attached:
            return
        x, y = self._cursor_offset
        corner = self.content_region.offset
        on_screen = Region(corner.x + x, corner.y + y, 1, 1)
        window = page.scrollable_content_region
        if not center and window.contains_region(on_screen):
            return
        place = on_screen.translate(page.scroll_offset - window.offset)
        page.scroll_to_region(place, animate=False, center=center, force=True)

    def action_cursor_page_up(self) -> None:
        """A page up, as high as what can be seen of it."""
        self._by_page(-1)

    def action_cursor_page_down(self) -> None:
        """A page down."""
        self._by_page(1)

    def _by_page(self, direction: int) -> None:
        page = self.page
        height = page.scrollable_content_region.height if page else self.content_size.height
        target = self.navigator.get_location_at_y_offset(
            self.cursor_location, direction * max(1, height - 2)
        )
        self.move_cursor(target)
