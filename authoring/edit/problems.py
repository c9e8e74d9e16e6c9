"""What is wrong with the instance, to jump through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from authoring.edit.field_box import SIGNS, line_of
from authoring.edit.fields import BY_NAME
from authoring.plain import shown
from benchmark.checks import Finding

_TOLD: Final = ("error", "warning")
_ORDER: Final = {"error": 0, "warning": 1, "info": 2}


class ProblemList(OptionList):
    """Worst first; enter goes to the field."""

    class Chosen(Message):
        """Go to this field."""

        def __init__(self, field: str) -> None:
            super().__init__()
            self.field = field

    def __init__(self) -> None:
        super().__init__(id="problems", compact=True)
        self.findings: list[Finding] = []

    def put(self, findings: Sequence[Finding]) -> None:
        """Show what the checks found."""
        found = sorted(findings, key=lambda f: _ORDER[f.severity])
        if found == self.findings and self.option_count:
            return
        self.findings = found
        self.clear_options()
        if not found:
            self.add_option(Option("✓ nothing found", disabled=True))
        for finding in found:
            label = BY_NAME[finding.field].label if finding.field in BY_NAME else finding.field
            where = shown(f"  → {label}").stylize("dim")
            self.add_option(Option(Content.assemble(line_of(finding), where)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go there."""
        event.stop()
        if self.findings:
            self.post_message(self.Chosen(self.findings[event.option_index].field))


def summary(findings: Sequence[Finding]) -> str:
    """How many of which, in words."""
    counts = {kind: sum(f.severity == kind for f in findings) for kind in _TOLD}
    told = [
        f"{number} {kind}{'s' if number > 1 else ''}" for kind, number in counts.items() if number
    ]
    empty = sum(f.code == "EMPTY" and f.severity == "info" for f in findings)
    if empty:
        told.append(f"{empty} still empty")
    return " · ".join(told)


def short_summary(findings: Sequence[Finding]) -> str:
    """The same where there is little room."""
    counts = {SIGNS[kind]: sum(f.severity == kind for f in findings) for kind in _TOLD}
    return " ".join(f"{number}{sign}" for sign, number in counts.items() if number)
