"""Yours and theirs side by side, one field at a time; nothing is written before all are settled."""

from __future__ import annotations

from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from authoring.conflict.marks import marked
from authoring.conflict.settle import Difference, Settled, Side, differences, settle
from authoring.plain import shown
from authoring.prose import Prose
from authoring.words import changes
from schemas.instance import Instance

_WHO = {
    "mine": "only you changed this field",
    "theirs": "only the other side changed this field",
    "both": "both sides changed this field",
}


class ConflictScreen(Screen[Instance | None]):
    """Settles two versions. The result is the settled instance, None where the person left.

    `why` says in a sentence how the two came about; `base` is what both started from, where
    that is known.
    """

    CSS_PATH = "conflict.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "take('mine')", "Yours", id="conflict.mine", tooltip="Take your version"),
        Binding("2", "take('theirs')", "Theirs", id="conflict.theirs", tooltip="Take theirs"),
        Binding("e", "by_hand", "Edit", id="conflict.edit", tooltip="Write it by hand"),
        Binding("b", "base", "Base", id="conflict.base", tooltip="What both started from"),
        Binding("ctrl+s", "done", "Done", id="conflict.done", priority=True,
                tooltip="Take it all as settled; ends an edit by hand"),
        Binding("escape", "leave", "Leave", id="conflict.leave",
                tooltip="Nothing is written, both versions are kept"),
        Binding("a", "obvious", "All one-sided", id="conflict.obvious",
                tooltip="Settle every field that only one side changed"),
        Binding("n,right", "step(1)", "Next", id="conflict.next", tooltip="The next field"),
        Binding("p,left", "step(-1)", "Before", id="conflict.before", tooltip="The field before"),
    ]  # fmt: skip

    page = getters.query_one("#conflict-page", VerticalScroll)

    def __init__(
        self, name: str, base: Instance | None, mine: Instance, theirs: Instance, why: str
    ) -> None:
        super().__init__()
        self.instance_name = name
        self.mine = mine
        self.theirs = theirs
        self.why = why
        self.differences = differences(base, mine, theirs)
        self.decided: dict[str, Settled] = {}
        self.at = 0
        self.shows_base = False

    @property
    def current(self) -> Difference:
        """The field on the screen."""
        return self.differences[self.at]

    def compose(self) -> ComposeResult:
        """Where we are, both versions, the fields, keys."""
        yield Static(id="conflict-top", classes="topline")
        yield Static(shown(self.why), id="conflict-why")
        with VerticalScroll(id="conflict-page"):
            with Horizontal(id="conflict-sides"):
                with Vertical(classes="side"):
                    yield Static("1  yours", classes="side-head")
                    yield Static(id="mine")
                with Vertical(classes="side"):
                    yield Static("2  theirs", classes="side-head")
                    yield Static(id="theirs")
            with Vertical(id="conflict-base"):
                yield Static("b  what both started from", classes="side-head")
                yield Static(id="base")
            with Vertical(id="conflict-hand"):
                yield Static("e  by hand (ctrl+s takes it, esc drops it)", classes="side-head")
                yield Prose(id="hand")
        yield Static(id="conflict-fields")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """The first field; without any there is nothing to settle."""
        if not self.differences:
            self.call_after_refresh(self.dismiss, self.theirs)
            return
        self.query_one("#conflict-hand").display = False
        self.page.focus()
        self._show()

    def _show(self) -> None:
        item = self.current
        settled = sum(d.field in self.decided for d in self.differences)
        left = len(self.differences) - settled
        progress = f"{settled} of {len(self.differences)} settled"
        if not left:
            progress += " · ctrl+s takes them"
        self.query_one("#conflict-top", Static).update(
            shown(f"Two versions of {self.instance_name} · {progress}")
        )
        mine, theirs = marked(item.theirs, item.mine), marked(item.mine, item.theirs)
        self.query_one("#mine", Static).update(mine if item.mine else Content("(empty)"))
        self.query_one("#theirs", Static).update(theirs if item.theirs else Content("(empty)"))
        box = self.query_one("#conflict-base")
        box.display = self.shows_base
        if self.shows_base:
            self.query_one("#base", Static).update(self._base())
        for side in ("mine", "theirs"):
            chosen = self.decided.get(item.field)
            self.query_one(f"#{side}").set_class(bool(chosen and chosen.side == side), "chosen")
        self.query_one("#conflict-fields", Static).update(self._fields())

    def _base(self) -> Content:
        base = self.current.base
        if base is None:
            return Content("not known: this work was begun by an older version of the app")
        return Content("\n").join(
            [
                shown(base) if base else Content("(empty)"),
                Content("\nto yours: ").stylize("bold") + changes(base, self.current.mine),
                Content("\nto theirs: ").stylize("bold") + changes(base, self.current.theirs),
            ]
        )

    def _fields(self) -> Content:
        lines = []
        for index, item in enumerate(self.differences):
            choice = self.decided.get(item.field)
            sign, words = "○", _WHO[item.changed_by]
            if choice:
                sign = "●"
                words = {"mine": "yours", "theirs": "theirs"}.get(choice.side or "", "by hand")
            line = shown(f"{'▸' if index == self.at else ' '} {sign} {item.label}: {words}")
            lines.append(line.stylize("bold") if index == self.at else line)
        return Content("\n").join(lines[max(0, self.at - 4) : max(0, self.at - 4) + 8])

    # -- deciding -------------------------------------------------------------------------

    def action_take(self, side: Side) -> None:
        """One side's version of this field."""
        self._decide(Settled(side))

    def action_obvious(self) -> None:
        """Fields that one side alone changed: that side's version."""
        for item in self.differences:
            if item.changed_by != "both" and item.field not in self.decided:
                self.decided[item.field] = Settled(item.changed_by)
        self._go_to_open()

    def action_by_hand(self) -> None:
        """Write this field anew, starting from yours."""
        item = self.current
        if not item.by_hand:
            self.app.bell()
            return
        choice = self.decided.get(item.field)
        begun = choice.text if choice and choice.side is None else item.mine
        hand = self.query_one("#hand", Prose)
        hand.load_text(begun)
        self.query_one("#conflict-hand").display = True
        hand.focus()

    def action_base(self) -> None:
        """Show or hide what both started from."""
        self.shows_base = not self.shows_base
        self._show()

    def action_step(self, direction: int) -> None:
        """Another field."""
        self.at = (self.at + direction) % len(self.differences)
        self._show()

    def action_done(self) -> None:
        """End the edit by hand; or all fields are settled, so take them."""
        if self._is_writing:
            text = self.query_one("#hand", Prose).text
            self._end_writing()
            self._decide(Settled(None, text))
            return
        left = [item for item in self.differences if item.field not in self.decided]
        if left:
            self.at = self.differences.index(left[0])
            self._show()
            self.notify(f"{len(left)} still to settle. Nothing is written yet.", markup=False)
            return
        self.dismiss(settle(self.mine, self.theirs, self.decided))

    def action_leave(self) -> None:
        """Stop writing; or go back with both versions as they are."""
        if self._is_writing:
            self._end_writing()
        else:
            self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a text is written by hand, letters are letters."""
        return not self._is_writing or action in {"done", "leave"}

    @property
    def _is_writing(self) -> bool:
        return self.is_mounted and bool(self.query_one("#conflict-hand").display)

    def _end_writing(self) -> None:
        self.query_one("#conflict-hand").display = False
        self.page.focus()

    def _decide(self, choice: Settled) -> None:
        self.decided[self.current.field] = choice
        self._go_to_open()

    def _go_to_open(self) -> None:
        count = len(self.differences)
        following = [(self.at + step) % count for step in range(1, count + 1)]
        unsettled = [i for i in following if self.differences[i].field not in self.decided]
        self.at = unsettled[0] if unsettled else self.at
        self._show()
