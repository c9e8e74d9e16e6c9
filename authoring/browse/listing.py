"""The list as it is shown: rows of the place chosen on the left, filtered, the card beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, Input, Static, Tree

from authoring.app import CurateApp
from authoring.browse.place import Place
from authoring.browse.table import InstanceList
from authoring.browse.tree import PlaceTree
from authoring.plain import shown
from authoring.share.words import top_line
from authoring.topline import TopLine

if TYPE_CHECKING:
    from authoring.browse.outline import Name
    from authoring.browse.place import Kind
    from authoring.browse.rows import Folded, Row
    from authoring.workplace import Snapshot
    from benchmark.copies import Copies

FILTER_AFTER = 0.2
MOST_ROWS = 1000


class ListingScreen(Screen[None]):
    """Shows places and instances and moves among them; what is done with them is a subclass's."""

    app = getters.app(CurateApp)
    top = getters.query_one(TopLine)
    places = getters.query_one("#places", PlaceTree)
    listing = getters.query_one("#instances", InstanceList)
    filter = getters.query_one("#filter", Input)

    class Outlined(Message):
        """The names of many instances are known, and nothing else yet."""

        def __init__(self, names: Sequence[Name]) -> None:
            super().__init__()
            self.names = names

    class Listed(Message):
        """The rows of a snapshot have been made."""

        def __init__(
            self, snapshot: Snapshot, rows: Sequence[Row], mine: Mapping[Kind, list[str]]
        ) -> None:
            super().__init__()
            self.snapshot = snapshot
            self.rows = rows
            self.mine = mine

    def __init__(self) -> None:
        super().__init__()
        self.place = Place()
        self.rows: Sequence[Row] = ()
        self.mine: Mapping[Kind, list[str]] = {}
        self._waiting: Timer | None = None
        self._is_first = True
        self._folded: Folded | None = None

    def compose(self) -> ComposeResult:
        """Top line; left column; filter, list and card; keys."""
        yield TopLine()
        yield Static(id="reading-only")
        with Horizontal(id="body"):
            yield PlaceTree(id="places")
            with Vertical(id="right"):
                with Horizontal(id="filter-line"):
                    yield Input(placeholder="/ filter…", id="filter", select_on_focus=False)
                    yield Static(id="count")
                yield InstanceList(id="instances")
                with VerticalScroll(id="beside", can_focus=False):
                    yield Static(id="about-task")
                    yield Static(id="about-instance")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Follow what the app reads."""
        self.top.left = f"Curate  {self.app.root.name}"
        self.top.middle = self.top.short = "reading …"
        self.listing.show((), empty="reading …")
        self.listing.focus()
        self.call_after_refresh(self._outline)
        self.watch(self.app, "snapshot", self._look_again)
        self.watch(self.app, "findings", self._look_again)
        self.watch(self.app, "copies", self._show_copies)
        self.watch(self.app, "unreachable", self._show_copies)

    # -- what is shown --------------------------------------------------------------------

    @work(thread=True, exit_on_error=False, group="outline")
    def _outline(self) -> None:
        from authoring.browse.outline import outline

        if names := outline(self.app.root):
            self.post_message(self.Outlined(names))

    def on_listing_screen_outlined(self, message: Outlined) -> None:
        """Show the names while the files are read."""
        if self._is_first:
            self.listing.show(message.names[:MOST_ROWS])
            count = f"reading {len(message.names)} instances …"
            self.query_one("#count", Static).update(shown(count))

    def _look_again(self) -> None:
        self._list_again()

    @work(thread=True, exclusive=True, exit_on_error=False, group="rows")
    def _list_again(self) -> None:
        from authoring.browse.rows import Folded, rows
        from authoring.browse.todo import to_do

        snapshot = self.app.snapshot
        if snapshot is not None:
            self._folded = self._folded or Folded()
            made = rows(snapshot, self.app.findings or {}, self._folded)
            self.post_message(self.Listed(snapshot, made, to_do(snapshot)))

    def on_listing_screen_listed(self, message: Listed) -> None:
        """Show the rows, with the cursors where they were."""
        snapshot, self.rows, self.mine = message.snapshot, message.rows, message.mine
        self.top.left = f"Curate  {snapshot.benchmark.settings.name or self.app.root.name}"
        self.top.who = snapshot.person or "reading only"
        self._say_why(snapshot)
        self.places.show(snapshot, self.mine)
        if self._is_first:
            self._is_first = False
            self._open_first()
        self._show_rows()

    def _open_first(self) -> None:
        kind = next((kind for kind, names in self.mine.items() if names), None)
        self.place = Place(kind=kind) if kind else Place()
        self.places.point_at(self.place)
        if self.app.first_instance:
            self._open_named(self.app.first_instance)

    def _open_named(self, name: str) -> None:
        snapshot = self.app.snapshot
        assert snapshot is not None
        from schemas.errors import CurateError

        try:
            self.edit(snapshot.benchmark.find(name).name)
        except CurateError as error:
            self.app.tell(error)

    def _say_why(self, snapshot: Snapshot) -> None:
        from benchmark.join import who_curates

        notice = self.query_one("#reading-only", Static)
        broken = [str(error) for error in snapshot.benchmark.unreadable]
        said = ""
        if snapshot.actor is None:
            said = f"Reading only: {snapshot.reads_only}\n  w: say who you are."
            if "is not among" in said and (curators := who_curates(snapshot.benchmark)):
                said += f" Curators: {', '.join(curators)}"
        elif broken:
            more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
            said = f"A file cannot be read{more}: {broken[0]}"
        notice.display = bool(said)
        notice.update(shown(said))

    def _show_copies(self) -> None:
        copies: Copies | None = self.app.copies
        if copies is not None:
            self.top.middle = top_line(copies, self.app.unreachable)
            self.top.short = top_line(copies, self.app.unreachable, room=30)

    def _in_place(self) -> Sequence[Row]:
        if self.place.kind:
            order = {name: n for n, name in enumerate(self.mine.get(self.place.kind, ()))}
            return sorted((r for r in self.rows if r.name in order), key=lambda r: order[r.name])
        if self.place.task:
            return [row for row in self.rows if row.task == self.place.task_name]
        if self.place.capability:
            return [row for row in self.rows if row.task[0] == self.place.capability]
        return self.rows

    def _show_rows(self) -> None:
        if self._is_first:
            return
        from authoring.browse.rows import matching

        wanted = self.filter.value.strip()
        inside = self._in_place()
        found = matching(inside, wanted) if wanted else inside
        self.listing.show(found[:MOST_ROWS], empty=self._nothing(inside))
        count = f"{min(len(found), MOST_ROWS)} of {len(inside)}"
        if len(found) > MOST_ROWS:
            count = f"first {MOST_ROWS} of {len(found)}, filter for others"
        self.query_one("#count", Static).update(shown(f"{self.place.title()} · {count}"))

    def _nothing(self, inside: Sequence[Row]) -> str:
        if inside:
            return "nothing here matches the filter · esc clears it"
        if self.place.kind:
            return "nothing left to do here"
        if not self.rows:
            return "no instance yet · N adds a task, n begins an instance"
        return "no instance here yet · n begins one"

    def _show_beside(self, row: Row | Name | None) -> None:
        snapshot = self.app.snapshot
        if snapshot is None or self._is_first:
            return
        from authoring.browse.panel import about_capability, about_instance, about_task
        from authoring.browse.rows import Row

        task = row.task if row else self.place.task_name
        if task:
            about = about_task(snapshot, task)
        elif self.place.capability:
            about = about_capability(snapshot, self.place.capability)
        else:
            about = shown("")
        self.query_one("#about-task", Static).update(about)
        self.query_one("#about-instance", Static).update(
            about_instance(snapshot, row) if isinstance(row, Row) else shown("")
        )

    # -- moving ---------------------------------------------------------------------------

    @on(Tree.NodeHighlighted)
    def _place_highlighted(self, event: Tree.NodeHighlighted[Place]) -> None:
        event.stop()
        if event.node.data is not None and self.places.has_focus:
            self._go_to(event.node.data)

    @on(Tree.NodeSelected)
    def _place_selected(self, event: Tree.NodeSelected[Place]) -> None:
        event.stop()
        if event.node.data is not None:
            self._go_to(event.node.data)
            self.remove_class("places-first")
            self.listing.focus()

    def _go_to(self, place: Place) -> None:
        if place != self.place:
            self.place = place
            self._show_rows()

    @on(Input.Changed, "#filter")
    def _filter_changed(self) -> None:
        if self._waiting:
            self._waiting.stop()
        self._waiting = self.set_timer(FILTER_AFTER, self._show_rows)

    @on(Input.Submitted, "#filter")
    def _filter_done(self) -> None:
        self._show_rows()
        self.listing.focus()

    @on(InstanceList.Highlighted)
    def _row_highlighted(self, event: InstanceList.Highlighted) -> None:
        self._show_beside(event.row)

    @on(InstanceList.Opened)
    def _row_opened(self, event: InstanceList.Opened) -> None:
        if row := self._chosen():
            self.open(row)

    def on_key(self, event: events.Key) -> None:
        """Arrows go from column to column, and out of the filter."""
        if event.key == "down" and self.filter.has_focus:
            self._show_rows()
            self.listing.focus()
        elif event.key == "left" and self.listing.has_focus:
            self.action_places()
        elif event.key == "right" and self.places.has_focus:
            self.remove_class("places-first")
            self.listing.focus()
        else:
            return
        event.stop()

    def action_filter(self) -> None:
        """Type a filter."""
        self.remove_class("places-first")
        self.filter.focus()

    def action_places(self) -> None:
        """To the left column."""
        self.add_class("places-first")
        self.places.focus()

    def action_back(self) -> None:
        """Out of the filter, then to the left column."""
        if self.filter.value or self.filter.has_focus:
            self.filter.value = ""
            self._show_rows()
            self.listing.focus()
        elif self.listing.has_focus:
            self.action_places()
        else:
            self.remove_class("places-first")
            self.listing.focus()

    def _chosen(self) -> Row | None:
        """The instance under the cursor, once it is read."""
        from authoring.browse.rows import Row

        return row if isinstance(row := self.listing.row, Row) else None

    def open(self, row: Row) -> None:
        """Open an instance where its next act is done."""
        raise NotImplementedError

    def edit(self, name: str) -> None:
        """Open the editor on an instance."""
        raise NotImplementedError
