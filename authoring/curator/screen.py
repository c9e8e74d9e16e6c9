"""What a curator looks after: what is stuck, where reviewers disagree, what came late."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from authoring.app import CurateApp
from authoring.curator.errands import AskingAll, Deciding, Decision, Retiring
from authoring.curator.matters import Matter, matters
from authoring.curator.reassigning import new_reviewer
from authoring.curator.story import story_of, story_of_task
from authoring.outbox import Done, Outbox, Refused, outbox_of
from authoring.plain import one_line, shown
from authoring.reason import Reason, ReasonDialog
from authoring.workplace import Snapshot
from benchmark.load import LoadedInstance
from review.decide import Kind

VERBS: Final[dict[Kind, tuple[str, str]]] = {
    "recall": ("Recall", "The round is taken back and its author can change the text."),
    "withdraw": ("Withdraw", "It is out of the benchmark until it is reopened."),
    "reopen": ("Reopen", "It becomes a draft again."),
    "eliminate": ("Eliminate", "It is out for good, after the last round."),
    "adopt": ("Adopt", "It is accepted as it stands, without further reviews."),
}
READ: Final = "The reason is kept with the act; colleagues will read it."


class CuratorScreen(Screen[None]):
    """The whole benchmark by what needs looking into, and every decision with its reason."""

    CSS_PATH = "curator.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-stacked"), (100, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "decide('recall')", "recall", id="curator.recall",
                tooltip="Take the open round back, with a reason"),
        Binding("w", "decide('withdraw')", "withdraw", id="curator.withdraw",
                tooltip="Take it out of the benchmark, with a reason"),
        Binding("o", "decide('reopen')", "reopen", id="curator.reopen",
                tooltip="Make a draft of it again, with a reason"),
        Binding("x", "decide('eliminate')", "eliminate", id="curator.eliminate",
                tooltip="End it after the last round, with a reason"),
        Binding("p", "decide('adopt')", "adopt", show=False, id="curator.adopt",
                tooltip="Accept it as it stands, with a reason"),
        Binding("a", "reassign", "reassign", id="curator.reassign",
                tooltip="Ask someone else for a review"),
        Binding("n", "ask_all", "ask reviewers", id="curator.ask_all",
                tooltip="Ask people for every review that is wanted"),
        Binding("t", "retire", "retire task", id="curator.retire",
                tooltip="Drop the task, with a reason; or bring it back"),
        Binding("pageup", "page(-1)", show=False, id="curator.page_up", tooltip="A page up"),
        Binding("pagedown,space", "page(1)", show=False, id="curator.page_down",
                tooltip="A page down"),
        Binding("escape", "leave", "back", id="curator.back", tooltip="Leave"),
    ]  # fmt: skip

    app = getters.app(CurateApp)
    listing = getters.query_one("#matters", OptionList)
    story = getters.query_one("#story", Static)

    def __init__(self, first: str = "") -> None:
        super().__init__()
        self.first = first
        self.rows: list[Matter | None] = []
        self.seen: Snapshot | None = None
        self.reasons: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """Title, the list, the story of the one at the mark, keys."""
        yield Static(id="curator-top", classes="topline")
        with Container(id="curator-body"):
            yield OptionList(id="matters")
            with VerticalScroll(id="story-page", can_focus=False):
                yield Static(id="story")
        yield Static(id="curator-said")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Follow what the app reads."""
        self.query_one("#curator-top", Static).update(shown("To look after · reading …"))
        self.watch(self.app, "snapshot", self._show_snapshot)

    @property
    def outbox(self) -> Outbox:
        """Acts on their way."""
        return outbox_of(self.app)

    # -- showing --------------------------------------------------------------------------

    def _show_snapshot(self, snapshot: Snapshot | None) -> None:
        if snapshot is not None:
            self._gather(snapshot)

    @work(thread=True, exit_on_error=False, exclusive=True, group="matters")
    def _gather(self, snapshot: Snapshot) -> None:
        found = matters(snapshot)
        self.app.call_from_thread(self._show, snapshot, found)

    def _show(self, snapshot: Snapshot, found: list[Matter]) -> None:
        marked = self.matter
        self.seen = snapshot
        counts = Counter(matter.heading for matter in found)
        options: list[Option] = []
        self.rows = []
        for matter in found:
            if matter.heading in counts:
                heading = shown(f"{matter.heading} ({counts.pop(matter.heading)})")
                options.append(Option(heading.stylize("bold"), disabled=True))
                self.rows.append(None)
            name = matter.name or "/".join(matter.task)
            options.append(Option(shown(f"  {name}  {one_line(matter.what, 100)}")))
            self.rows.append(matter)
        self.listing.clear_options()
        self.listing.add_options(options)
        self._show_top(snapshot, len(found))
        self._mark(marked)

    def _show_top(self, snapshot: Snapshot, number: int) -> None:
        can = "" if snapshot.is_curator else " · you can look; to decide takes a curator"
        text = f"To look after{can}" if number else "To look after · there is nothing here yet"
        self.query_one("#curator-top", Static).update(shown(text))

    def _mark(self, marked: Matter | None) -> None:
        """Stay at the same matter, else at the same instance, else at the first."""
        places = [place for place, row in enumerate(self.rows) if row is not None]
        name = marked.name if marked else self.first
        same = [p for p in places if self.rows[p] == marked]
        about = [p for p in places if name and _name(self.rows[p]) == name]
        place = next(iter([*same, *about, *places]), None)
        self.listing.highlighted = place
        self.listing.focus()
        self._show_story()

    @property
    def matter(self) -> Matter | None:
        """The one at the mark."""
        place = self.listing.highlighted
        return self.rows[place] if place is not None and place < len(self.rows) else None

    @property
    def instance(self) -> LoadedInstance | None:
        """The instance at the mark."""
        matter, snapshot = self.matter, self.seen
        if matter is None or snapshot is None or not matter.name:
            return None
        return snapshot.benchmark.find(matter.name)

    @on(OptionList.OptionHighlighted)
    def _show_story(self) -> None:
        matter, snapshot = self.matter, self.seen
        if matter is None or snapshot is None:
            self.story.update("")
        elif loaded := self.instance:
            self.story.update(story_of(snapshot, loaded))
        else:
            self.story.update(story_of_task(snapshot, matter.task))
        self.query_one("#story-page").scroll_home(animate=False)

    def _say(self, text: str) -> None:
        self.query_one("#curator-said", Static).update(shown(text))

    # -- deciding -------------------------------------------------------------------------

    @work(exclusive=True, group="decide")
    async def action_decide(self, kind: Kind) -> None:
        """Ask why, and put it on record."""
        loaded = self._to_decide()
        if loaded is None:
            return
        verb, effect = VERBS[kind]
        if reason := await self._reason(f"{verb} {loaded.name}", f"{effect} {READ}"):
            self._send(Deciding(kind, loaded.instance.key, loaded.name, reason))

    @work(exclusive=True, group="decide")
    async def action_reassign(self) -> None:
        """Ask whom to take it off, whom to ask instead, and why."""
        loaded = self._to_decide()
        if loaded is None or self.seen is None:
            return
        decision, why_not = await new_reviewer(
            self.app, self.seen, loaded, lambda t: self._reason(t, READ)
        )
        if decision:
            self._send(decision)
        else:
            self._say(why_not)

    def _to_decide(self) -> LoadedInstance | None:
        """The instance at the mark, where this person decides about it."""
        if not self._may_decide():
            return None
        if self.instance is None:
            self._say("Go to an instance first.")
        return self.instance

    def _may_decide(self) -> bool:
        may = self.app.snapshot is not None and self.app.snapshot.is_curator
        if not may:
            self._say("That takes a curator.")
        return may

    def action_ask_all(self) -> None:
        """Ask people for every review that is wanted."""
        if self._may_decide():
            self._send(AskingAll())

    @work(exclusive=True, group="decide")
    async def action_retire(self) -> None:
        """Drop the task of the one at the mark, or bring it back."""
        matter, snapshot = self.matter, self.seen
        if matter is None or snapshot is None or not self._may_decide():
            return
        if snapshot.benchmark.is_retired(matter.task):
            self._send(Retiring(matter.task, "", retire=False))
            return
        effect = "Its instances count as withdrawn; t brings it back."
        title = f"Retire the task {'/'.join(matter.task)}"
        if reason := await self._reason(title, f"{effect} {READ}"):
            self._send(Retiring(matter.task, reason, retire=True))

    async def _reason(self, title: str, asks: str) -> str:
        """What was typed; empty where the person left it. A text left is there again next time."""
        dialog = ReasonDialog(title, asks, self.reasons.get(title, ""))
        reason: Reason = await self.app.push_screen_wait(dialog)
        self.reasons[title] = reason.text
        return reason.text if reason.go else ""

    def _send(self, decision: Decision) -> None:
        self._say("Putting it on record …")
        self.outbox.send(decision, self)

    @on(Done)
    def _done(self, message: Done) -> None:
        self.reasons.clear()
        self._say(message.said)

    @on(Refused)
    def _refused(self, message: Refused) -> None:
        self._say("Nothing was recorded; the reason you gave is kept for the next try.")
        self.app.tell(message.error)

    # -- moving ---------------------------------------------------------------------------

    def action_page(self, pages: int) -> None:
        """Scroll the story."""
        page = self.query_one("#story-page")
        page.scroll_relative(y=pages * max(page.size.height - 2, 1), animate=False)

    def action_leave(self) -> None:
        """Leave."""
        self.dismiss()


def _name(matter: Matter | None) -> str:
    return matter.name if matter else ""
