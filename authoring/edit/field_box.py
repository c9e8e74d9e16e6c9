"""One field of an instance: its name and length, its text, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from authoring.edit.counts import count
from authoring.edit.fields import Field
from authoring.plain import shown
from authoring.prose import Prose
from authoring.prose.direction import HINT, reads_right_to_left
from benchmark.checks import Finding
from schemas.visible import HIDDEN, symbol

SIGNS: Final = {"error": "✗", "warning": "!", "info": "·"}
STYLES: Final = {"error": "$text-error", "warning": "$text-warning", "info": "dim"}
MOST_LINES: Final = 4
ROOM: Final = 60


@runtime_checkable
class Writes(Protocol):
    """A page that keeps what is written."""

    def wrote(self, area: Prose) -> None:
        """The text of a field is another one now."""


class FieldBox(Vertical):
    """A prose field on the page."""

    def __init__(self, field: Field, text: str, *, read_only: bool = False) -> None:
        super().__init__(id=field.widget_id, classes="field")
        self.field = field
        self.area = Prose(text, name=field.name, placeholder=field.hint, read_only=read_only)
        self.findings: Sequence[Finding] = ()
        self.pasted: tuple[str, ...] = ()
        self._told = ""

    def compose(self) -> ComposeResult:
        """Head, text, remarks."""
        with Horizontal(classes="head"):
            yield Static(shown(self.field.label), classes="label")
            yield Static(classes="counts")
        yield self.area
        yield Static(classes="remarks")

    def on_mount(self) -> None:
        """Say how long it is; from now on the page hears of every change."""
        self.look_again()
        if isinstance(self.screen, Writes):
            self.area.wrote = self.screen.wrote

    def look_again(self) -> None:
        """Show length and remarks of the text as it is now."""
        text = self.area.text
        self.query_one(".counts", Static).update(self._counts(text), layout=False)
        remarks = list(self._remarks(text))
        told = "\n".join(map(str, remarks))
        if told != self._told:
            self._told = told
            under = self.query_one(".remarks", Static)
            under.update(Content("\n").join(remarks))
            under.set_class(bool(remarks), "told")
            self.set_class(any(f.severity == "error" for f in self.findings), "wrong")
            self.set_class(any(f.severity == "warning" for f in self.findings), "doubtful")

    def on_resize(self) -> None:
        """Where there is little room, less is said."""
        self.query_one(".counts", Static).update(self._counts(self.area.text), layout=False)

    def _counts(self, text: str) -> str:
        if not text:
            return ""
        counts = count(text)
        return counts.short if self.size.width < ROOM else str(counts)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Put what the checks found under the text."""
        self.findings = findings
        self.look_again()

    def _remarks(self, text: str) -> list[Content]:
        lines = [
            line_of(finding)
            for finding in self.findings
            if not (finding.severity == "info" and finding.code == "EMPTY")
        ]
        if len(lines) > MOST_LINES:
            more = Content(f"… and {len(lines) - MOST_LINES + 1} more")
            lines = [*lines[: MOST_LINES - 1], more]
        if hidden := hidden_in(text):
            lines.append(
                Content(f"· holds {hidden}; kept unless you change it").stylize(STYLES["info"])
            )
        if self.pasted:
            words = f"! pasted: {', '.join(self.pasted)} (ctrl+z takes it back)"
            lines.append(Content(words).stylize(STYLES["warning"]))
        if reads_right_to_left(text):
            lines.append(Content(f"· {HINT}").stylize(STYLES["info"]))
        return lines


def line_of(finding: Finding) -> Content:
    """A finding in one line, its weight as a sign and a word."""
    words = f"{SIGNS[finding.severity]} {finding.severity}: {finding.message}"
    return shown(words).stylize(STYLES[finding.severity])


def hidden_in(text: str) -> str:
    """What of a text is shown as a symbol, counted; empty where nothing is."""
    found = Counter(HIDDEN.findall(text))
    return ", ".join(
        f"{times} × {symbol(character)} (U+{ord(character):04X})"
        for character, times in found.most_common(5)
    )
