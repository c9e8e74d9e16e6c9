"""Check what was generated: all candidates, what each is most like, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Static

from augment.candidate import Draft
from augment.check import Checking, Option, checking, instance_called, to_check
from authoring.app import CurateApp
from authoring.check.compared import Compared
from authoring.check.errands import Decision, Discarding, Keeping, Taking
from authoring.outbox import Done, Outbox, Refused, outbox_of
from authoring.plain import cell, one_line, shown
from authoring.reason import Reason, ReasonDialog
from authoring.workplace import Snapshot
from benchmark.load import LoadedInstance
from schemas.errors import CurateError

WHY: Final = "Why? Whoever mends the prompt reads it. A copy of the text is kept."


class CheckScreen(Screen[None]):
    """What was generated for this person to check, one instance after another."""

    CSS_PATH = "check.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-stacked"), (100, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "keep", "keep", id="check.keep", priority=True,
                tooltip="Keep it: it can be submitted then"),
        Binding("e", "edit", "edit and keep", id="check.edit",
                tooltip="Change it first, in the editor"),
        Binding("c", "take", "choose this one", id="check.take",
                tooltip="Put the candidate at the mark in its place"),
        Binding("d", "discard", "discard", id="check.discard",
                tooltip="Delete it, with a reason"),
        Binding("k", "skip", "skip", id="check.skip", tooltip="Look at the next one"),
        Binding("pageup", "page(-1)", show=False, id="check.page_up", tooltip="A page up"),
        Binding("pagedown,space", "page(1)", show=False, id="check.page_down",
                tooltip="A page down"),
        Binding("escape", "dismiss_screen", "back", id="check.back", tooltip="Leave"),
    ]  # fmt: skip

    app = getters.app(CurateApp)
    table: getters.query_one[DataTable[object]] = getters.query_one("#candidates", DataTable)
    compared = getters.query_one(Compared)
    notice = getters.query_one("#check-notice", Static)

    def __init__(self, first: str = "") -> None:
        super().__init__()
        self.first = first
        self.waiting: list[LoadedInstance] = []
        self.decided: set[str] = set()
        self.skipped: list[str] = []
        self.view: Checking | None = None
        self.reasons: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """Title, candidates, the one at the mark beside its closest, keys."""
        yield Static(id="check-top", classes="topline")
        with Container(id="check-body"):
            yield Static(id="check-near")
            yield DataTable[object](id="candidates", cursor_type="row")
            yield Compared(id="compared")
        yield Static(id="check-notice")
        yield Static(id="check-said")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Follow what the app reads."""
        self.table.add_columns("#", "most similar to", "BERTScore", "what became of it")
        self.watch(self.app, "snapshot", self._show_snapshot)

    @property
    def outbox(self) -> Outbox:
        """Acts on their way."""
        return outbox_of(self.app)

    # -- which one ------------------------------------------------------------------------

    def _show_snapshot(self, snapshot: Snapshot | None) -> None:
        if snapshot is None:
            self._show_notice("Reading the benchmark …")
            return
        if snapshot.actor is None:
            self._show_notice(f"You can read here, and not decide.\n\n{snapshot.reads_only}")
            return
        mine = to_check(snapshot.benchmark, snapshot.person)
        others = to_check(snapshot.benchmark) if snapshot.is_curator else []
        self.waiting = [*mine, *(loaded for loaded in others if loaded not in mine)]
        self._show_first()

    def _order(self) -> list[LoadedInstance]:
        left = [x for x in self.waiting if x.instance.key not in self.decided]
        return sorted(left, key=lambda x: self._place(x.instance.key, x.name))

    def _place(self, key: str, name: str) -> int:
        if name == self.first and key not in self.skipped:
            return -1
        return self.skipped.index(key) + 1 if key in self.skipped else 0

    def _show_first(self) -> None:
        order = self._order()
        if not order:
            self.view = None
            self._show_notice(
                "Nothing generated waits for your check."
                + ("\n\nThat was the last one." if self.decided else "")
            )
        elif self.view is None or self.view.loaded != order[0]:
            self._look_up(order[0])

    @work(thread=True, exit_on_error=False, exclusive=True, group="look-up")
    def _look_up(self, loaded: LoadedInstance) -> None:
        """Read the run's record."""
        assert self.app.snapshot is not None
        try:
            view = checking(self.app.root, self.app.snapshot.benchmark, loaded)
        except (CurateError, OSError) as error:
            self.app.call_from_thread(self._no_record, loaded, error)
        else:
            self.app.call_from_thread(self._show, view)

    def _no_record(self, loaded: LoadedInstance, error: CurateError | OSError) -> None:
        self.view = None
        self._show_notice(f"{loaded.name}\n\n{error}\n\nk  look at the next one")

    # -- showing --------------------------------------------------------------------------

    def _show(self, view: Checking) -> None:
        self.view = view
        self.notice.display = False
        self.query_one("#check-body").display = True
        self._show_top(view)
        table = self.table
        table.clear()
        for option in view.options:
            mark = "▸" if option.is_kept else " "
            style = "" if option.draft and not option.dropped else "dim"
            table.add_row(
                cell(f"{mark}{option.index + 1}", style),
                cell(option.closest or "–", style),
                cell(option.score[:6], style),
                cell(_fate(option), style),
                key=str(option.index),
            )
        kept = next(i for i, option in enumerate(view.options) if option.is_kept)
        table.move_cursor(row=kept)
        table.focus()
        self._show_option(view, view.options[kept])

    def _show_top(self, view: Checking) -> None:
        order = self._order()
        parts = [
            f"1 of {len(order)} to check",
            view.loaded.task[1],
            view.loaded.name,
            f"run {view.loaded.instance.provenance.run}",
            f"round {view.round.number}",
            f"kept candidate {view.kept.index + 1} of {len(view.options)}",
        ]
        self.query_one("#check-top", Static).update(shown(" · ".join(parts)))
        near = self.query_one("#check-near", Static)
        near.display = bool(view.near)
        near.update(shown(f"! It reads like {', '.join(view.near)}, of another task."))

    def _show_option(self, view: Checking, option: Option) -> None:
        assert self.app.snapshot is not None
        closest = instance_called(self.app.snapshot.benchmark, option.closest)
        now = Draft.of(view.loaded.instance)
        if option.is_kept and option.draft != now:
            self.compared.show(replace(option, draft=now), closest, " (kept, edited since)")
        else:
            self.compared.show(option, closest, " (kept)" if option.is_kept else "")

    @on(DataTable.RowHighlighted)
    def _highlighted(self, message: DataTable.RowHighlighted) -> None:
        if self.view and 0 <= message.cursor_row < len(self.view.options):
            self._show_option(self.view, self.view.options[message.cursor_row])

    def _show_notice(self, text: str) -> None:
        self.query_one("#check-body").display = False
        self.notice.display = True
        self.notice.update(shown(text))
        self.query_one("#check-top", Static).update(shown("Check what was generated"))
        self.set_focus(None)

    def _say(self, text: str) -> None:
        self.query_one("#check-said", Static).update(shown(text))

    # -- deciding -------------------------------------------------------------------------

    def _decide(self, decision: Keeping | Taking | Discarding) -> None:
        self.decided.add(decision.key)
        self._say(f"{decision.name} …")
        self.outbox.send(decision, self)
        self._show_first()

    def action_keep(self) -> None:
        """Keep it as its file has it."""
        if self.view:
            loaded = self.view.loaded
            self._decide(Keeping(loaded.instance.key, loaded.name, loaded.digest))

    def action_take(self) -> None:
        """Put the candidate at the mark in its place."""
        if self.view is None:
            return
        option = self.view.options[self.table.cursor_row]
        if option.is_kept:
            self._say("That is the one the run kept: enter keeps it.")
        elif option.draft is None:
            self._say("That answer holds no instance, so it cannot be chosen.")
        else:
            loaded = self.view.loaded
            self._decide(Taking(loaded.instance.key, loaded.name, loaded.digest, option.index))

    def action_discard(self) -> None:
        """Ask why, and delete it."""
        if self.view:
            loaded = self.view.loaded
            begun = self.reasons.get(loaded.instance.key, "")
            dialog = ReasonDialog(f"Discard {loaded.name}", WHY, begun)
            self.app.push_screen(dialog, partial(self._discard, loaded))

    def _discard(self, loaded: LoadedInstance, reason: Reason | None) -> None:
        key = loaded.instance.key
        if reason and reason.go:
            self._decide(Discarding(key, loaded.name, loaded.digest, reason.text))
        elif reason:
            self.reasons[key] = reason.text

    def action_edit(self) -> None:
        """Change it in the editor; enter keeps it afterwards."""
        if self.view:
            from authoring.edit.screen import EditScreen

            self.app.push_screen(EditScreen(self.view.loaded.name), self._edited)

    def _edited(self, _: object) -> None:
        self._say("What you saved in the editor is what enter keeps.")
        self.app.read_again()

    @on(Done)
    def _done(self, message: Done) -> None:
        self._say(message.said)

    @on(Refused)
    def _refused(self, message: Refused) -> None:
        if isinstance(message.errand, Decision):
            self.decided.discard(message.errand.key)
        if isinstance(message.errand, Discarding):
            self.reasons[message.errand.key] = message.errand.reason
        self.app.tell(message.error)
        self._show_first()

    # -- moving ---------------------------------------------------------------------------

    def action_skip(self) -> None:
        """Look at the next one; this one comes back at the end."""
        order = self._order()
        if order:
            key = order[0].instance.key
            self.skipped = [*(other for other in self.skipped if other != key), key]
            self._show_first()

    def action_page(self, pages: int) -> None:
        """Scroll the texts."""
        height = max(self.compared.size.height - 2, 1)
        self.compared.scroll_relative(y=pages * height, animate=False)

    def action_dismiss_screen(self) -> None:
        """Leave."""
        self.dismiss()


def _fate(option: Option) -> str:
    if option.is_kept:
        return "kept"
    if not option.dropped:
        return ""
    detail = f": {one_line(option.detail, 70)}" if option.detail else ""
    return f"dropped, {option.dropped.replace('_', ' ')}{detail}"
