"""What reviewers sent back to its author: flags with comments, and how the rounds went."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from authoring.app import CurateApp
from authoring.browse.rows import FIELDS
from authoring.plain import one_line, shown
from authoring.review.rounds import rounds_told
from authoring.workplace import Snapshot
from review.sent_back import SentBack, rounds_of, sent_back

NOTHING: Final = "Nothing was sent back to you."


class SentBackScreen(Screen[None]):
    """The instances that wait for this person's answers; enter opens the editor."""

    CSS_PATH = "sent_back.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-stacked"), (100, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page(-1)", show=False, id="sent_back.page_up", tooltip="A page up"),
        Binding("pagedown,space", "page(1)", show=False, id="sent_back.page_down",
                tooltip="A page down"),
        Binding("e", "edit", "edit and answer", id="sent_back.edit", key_display="⏎",
                tooltip="Open it in the editor, with each flag at its field"),
        Binding("escape", "leave", "back", id="sent_back.back", tooltip="Leave"),
    ]  # fmt: skip

    app = getters.app(CurateApp)
    listing = getters.query_one("#sent-back", OptionList)
    story = getters.query_one("#sent-back-story", Static)

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[SentBack] = []

    def compose(self) -> ComposeResult:
        """Title, the list, what was said of the one at the mark, keys."""
        yield Static(shown("Sent back to me"), classes="topline", id="sent-back-top")
        with Container(id="sent-back-body"):
            yield OptionList(id="sent-back")
            with VerticalScroll(id="sent-back-page", can_focus=False):
                yield Static(id="sent-back-story")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Follow what the app reads."""
        self.watch(self.app, "snapshot", self._show_snapshot)

    def _show_snapshot(self, snapshot: Snapshot | None) -> None:
        if snapshot is None:
            return
        place = self.listing.highlighted or 0
        self.waiting = sent_back(snapshot.benchmark, snapshot.person)
        self.listing.clear_options()
        self.listing.add_options([Option(shown(_line(entry))) for entry in self.waiting])
        number = len(self.waiting)
        title = f"Sent back to me · {number}" if number else "Sent back to me"
        self.query_one("#sent-back-top", Static).update(shown(title))
        self.listing.highlighted = min(place, number - 1) if number else None
        self.listing.focus()
        self._show_story()

    @property
    def entry(self) -> SentBack | None:
        """The one at the mark."""
        place = self.listing.highlighted
        return self.waiting[place] if place is not None and place < len(self.waiting) else None

    @on(OptionList.OptionHighlighted)
    def _show_story(self) -> None:
        entry, snapshot = self.entry, self.app.snapshot
        if entry is None or snapshot is None:
            self.story.update(shown(snapshot.reads_only if snapshot and snapshot.reads_only else
                                    NOTHING))  # fmt: skip
            return
        parts = [Content("What you have to answer").stylize("bold")]
        for flag in entry.flags:
            done = "  (reads otherwise now: counts as fixed)" if flag.has_changed else ""
            parts.append(shown(f"⚑ {FIELDS[flag.field]}{done}"))
            parts += [shown(f"    {comment}") for comment in flag.comments]
        told = rounds_told(rounds_of(snapshot.benchmark, entry.loaded))
        self.story.update(Content("\n\n").join([Content("\n").join(parts), *told]))
        self.query_one("#sent-back-page").scroll_home(animate=False)

    @on(OptionList.OptionSelected)
    def action_edit(self) -> None:
        """Open the editor."""
        if entry := self.entry:
            from authoring.edit.screen import EditScreen

            self.app.push_screen(EditScreen(entry.loaded.name), self._edited)

    def _edited(self, _: None) -> None:
        self.app.read_again()

    def action_page(self, pages: int) -> None:
        """Scroll what was said."""
        page = self.query_one("#sent-back-page")
        page.scroll_relative(y=pages * max(page.size.height - 2, 1), animate=False)

    def action_leave(self) -> None:
        """Leave."""
        self.dismiss()


def _line(entry: SentBack) -> str:
    fields = ", ".join(FIELDS[flag.field] for flag in entry.flags)
    text = one_line(entry.loaded.instance.input, 60)
    return f"✎ {entry.loaded.name}  round {entry.standing.round}  ⚑ {fields}\n    {text}"
