"""The page an instance is written on: its frame, its fields, and ways to get around in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Collapsible, Footer, Input, Static
from textual.widgets._collapsible import CollapsibleTitle

from authoring.edit.field_box import FieldBox
from authoring.edit.fields import BY_NAME, PROSE
from authoring.edit.finder import FindBar, Found, found_in
from authoring.edit.panel import NO_EXAMPLE, SidePanel
from authoring.edit.problems import ProblemList
from authoring.plain import shown
from authoring.prose import Prose
from benchmark.checks import Finding

if TYPE_CHECKING:
    from authoring.app import CurateApp

SIDE_FROM: Final = 110
ASIDE: Final = {
    "language": "#details-section",
    "rubric_language": "#details-section",
    "provenance": "#details-section",
    "sources": "#sources-section",
}


class EditPage(Screen[None]):
    """Fields beside a side that stays in view; what is found and what is wrong can be gone to."""

    CSS_PATH = "edit.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (SIDE_FROM, "-wide")]  # noqa: RUF012
    AUTO_FOCUS = ""

    page = getters.query_one("#page", VerticalScroll)
    find_bar = getters.query_one(FindBar)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.instance_name = name
        self.findings: list[Finding] = []
        self._found_at: Found | None = None
        self._last_prose: Prose | None = None

    @property
    def curate(self) -> CurateApp:
        """The app."""
        return cast("CurateApp", self.app)

    def compose(self) -> ComposeResult:
        """The frame; the fields come once the benchmark is read."""
        with Horizontal(id="edit-top", classes="topline"):
            yield Static(shown(f"{self.instance_name} · reading …"), id="edit-what")
            yield Static(id="edit-state")
        yield Static(id="edit-banner")
        yield VerticalScroll(id="page", can_focus=False)
        yield FindBar()
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Keep the side in view."""
        self.find_bar.display = False
        self.watch(self.page, "scroll_y", self._stick, init=False)

    def on_resize(self) -> None:
        """The side is as high as what can be seen of the page."""
        self.call_after_refresh(self._stick)

    def _stick(self) -> None:
        """Beside the text, the side stays in view while the page scrolls under it."""
        for side in self.query(SidePanel):
            is_beside = self.size.width >= SIDE_FROM
            side.styles.max_height = self.page.size.height if is_beside else None
            last = self.query_one("#writing").size.height - side.outer_size.height
            down = min(round(self.page.scroll_y), max(0, last)) if is_beside else 0
            side.styles.offset = (0, down)

    def boxes(self) -> list[FieldBox]:
        """The prose fields on the page, in reading order, notes last."""
        found = {box.field.name: box for box in self.query(FieldBox)}
        return [found[field.name] for field in PROSE if field.name in found]

    def box(self, field: str) -> FieldBox | None:
        """The box of a field; None where it is not shown to this person."""
        return next((box for box in self.boxes() if box.field.name == field), None)

    def on_descendant_focus(self, event: object) -> None:
        """Remember the field that was written in last."""
        if isinstance(self.focused, Prose) and self.focused.name in BY_NAME:
            self._last_prose = self.focused

    # -- to a problem ---------------------------------------------------------------------

    def on_problem_list_chosen(self, message: ProblemList.Chosen) -> None:
        """Go where the problem is."""
        self._go_to(message.field)

    def action_problem(self) -> None:
        """The next field with a problem, worst ones and all, in reading order."""
        order = [*(box.field.name for box in self.boxes()), *ASIDE]
        told = {f.field for f in self.findings if f.severity != "info"}
        told = told or {f.field for f in self.findings}
        fields = [name for name in order if name in told]
        if not fields:
            self.notify("The checks find nothing to mend.", markup=False)
            return
        here = self._last_prose.name if self._last_prose else ""
        at = order.index(here) if here in order else -1
        self._go_to(next((name for name in fields if order.index(name) > at), fields[0]))

    def _go_to(self, field: str) -> None:
        box = self.box(field)
        if box is not None:
            self._reveal(box)
            box.area.focus()
            self.call_after_refresh(box.scroll_visible, animate=False)
            return
        section = self._unfold(ASIDE.get(field.partition(".")[0], "#problems-section"))
        section.collapsed = False
        self.call_after_refresh(self._focus_inside, section)

    def _reveal(self, box: FieldBox) -> None:
        """Unfold what a field is in."""
        for ancestor in box.ancestors:
            if isinstance(ancestor, Collapsible):
                ancestor.collapsed = False
                self.remove_class("-folded")

    # -- the side -------------------------------------------------------------------------

    def action_side(self) -> None:
        """Fold the side, or bring it back and go there."""
        self.toggle_class("-folded")
        if self.has_class("-folded"):
            if self._last_prose is not None:
                self._last_prose.focus()
            return
        side = self.query_one(SidePanel)
        self.call_after_refresh(side.scroll_visible, animate=False, top=True)
        self.call_after_refresh(self._focus_inside, side)

    def _focus_inside(self, part: Widget) -> None:
        inside = [w for w in self.focus_chain if part in w.ancestors]
        titled = [w for w in inside if not isinstance(w, CollapsibleTitle)]
        if inside:
            (titled or inside)[0].focus(scroll_visible=False)

    def action_example(self) -> None:
        """Another instance of the task."""
        self._unfold("#example")
        if not self.query_one(SidePanel).next_example():
            self.notify(NO_EXAMPLE, markup=False)

    def action_card(self) -> None:
        """What the task asks for."""
        section = self._unfold("#card")
        section.collapsed = False

    def _unfold(self, section: str) -> Collapsible:
        self.remove_class("-folded")
        found = self.query_one(section, Collapsible)
        self.call_after_refresh(found.scroll_visible, animate=False, top=True)
        return found

    # -- finding --------------------------------------------------------------------------

    def action_find(self) -> None:
        """Open the line to type in."""
        area = self._last_prose
        self.find_bar.open(area.selected_text if area is not None and area.has_focus else "")

    def action_find_next(self, direction: int) -> None:
        """The next place of what was looked for last."""
        self._find(self.find_bar.words.value, direction, stay=False)

    def on_find_bar_step(self, message: FindBar.Step) -> None:
        """Another place; the words keep the focus."""
        self._find(message.words, message.direction, stay=True)

    def on_find_bar_closed(self) -> None:
        """Back to where something was found, else to where writing was."""
        field = self._found_at.field if self._found_at else None
        box = self.box(field) if field else None
        area = box.area if box else self._last_prose
        if area is not None:
            area.focus(scroll_visible=False)

    def _find(self, words: str, direction: int, *, stay: bool) -> None:
        boxes = {box.field.name: box for box in self.boxes()}
        places = found_in([(name, box.area.text) for name, box in boxes.items()], words)
        if not places:
            self.find_bar.say("nothing found" if words else "")
            return
        at = self._after(places, direction)
        self._found_at = places[at]
        self.find_bar.say(f"{at + 1} of {len(places)}")
        area = boxes[places[at].field].area
        self._reveal(boxes[places[at].field])
        area.select_characters(places[at].begin, places[at].end)
        if stay:
            self.call_after_refresh(area.show_cursor_on_page, True)
        else:
            area.focus(scroll_visible=False)
            self.call_after_refresh(area.show_cursor_on_page, True)

    def _after(self, places: Sequence[Found], direction: int) -> int:
        """Which place comes next from the last one found; from the top where there is none."""
        last = self._found_at
        if last in places:
            return (places.index(last) + direction) % len(places)
        return 0 if direction > 0 else len(places) - 1

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While words to find are typed, escape closes that line first."""
        if action == "leave" and isinstance(self.focused, Input):
            return self.focused.id != "find-words"
        return True
