"""The side of the page: what is asked of the author, and what helps to write."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Collapsible, Static

from authoring.edit.around import card_text, example_text, examples
from authoring.edit.details import Details
from authoring.edit.draft import Draft
from authoring.edit.field_box import FieldBox
from authoring.edit.fields import NOTES
from authoring.edit.problems import ProblemList
from authoring.edit.sent_back import FlagBox, comments_of
from authoring.edit.sources import SourceList
from authoring.plain import shown
from authoring.workplace import Snapshot

NO_EXAMPLE: Final = "There is no other instance of this task to look at yet."


class SidePanel(VerticalScroll):
    """Sent back, problems, card, example, notes, sources, details: each folds."""

    def __init__(self, draft: Draft, snapshot: Snapshot, read_only: bool) -> None:
        super().__init__(id="side", can_focus=False)
        self.draft = draft
        self.snapshot = snapshot
        self.read_only = read_only
        self.examples = examples(snapshot, draft.loaded)
        self.example_at = -1

    def compose(self) -> ComposeResult:
        """All sections; what is asked of the author stands first and open."""
        draft, snapshot = self.draft, self.snapshot
        standing = snapshot.standings[draft.loaded.name]
        if standing.open_flags and not self.read_only:
            with Collapsible(title="Sent back by a reviewer", collapsed=False, id="sent-back"):
                for flag, flagged in standing.open_flags.items():
                    yield FlagBox(flag, comments_of(flagged, flag), draft.answers.get(flag))
        with Collapsible(title="Problems", collapsed=False, id="problems-section"):
            yield ProblemList()
        with Collapsible(title="Task card", collapsed=True, id="card"):
            card = snapshot.benchmark.tasks.get(draft.loaded.task)
            yield Static(card_text(draft.loaded.task, card))
        with Collapsible(title="Example: another instance", collapsed=True, id="example"):
            yield Static(NO_EXAMPLE, id="example-text")
        if snapshot.sees_author(draft.loaded):
            with Collapsible(title="Notes", collapsed=not draft.instance.notes, id="notes"):
                yield FieldBox(NOTES, draft.instance.notes, read_only=self.read_only)
        with Collapsible(title="Sources", collapsed=True, id="sources-section"):
            yield SourceList(draft.instance.sources, self.read_only)
        with Collapsible(title="Languages and origin", collapsed=True, id="details-section"):
            yield Details(draft.instance, self._by(), self._checker(), self.read_only)

    def next_example(self) -> bool:
        """Show another instance of the task, the next at each call; whether there is one."""
        section = self.query_one("#example", Collapsible)
        section.collapsed = False
        if not self.examples:
            return False
        self.example_at = (self.example_at + 1) % len(self.examples)
        other = self.examples[self.example_at]
        section.title = f"Example {self.example_at + 1} of {len(self.examples)}"
        text = example_text(other.name, other.instance)
        self.query_one("#example-text", Static).update(text)
        return True

    def _by(self) -> str:
        if not self.snapshot.sees_author(self.draft.loaded):
            return ""
        origin = self.draft.instance.provenance
        parts = [origin.origin, f"by {origin.author or 'nobody known'}"]
        if origin.model:
            parts.append(f"model {origin.model}")
        if origin.owner:
            parts.append(f"looked after by {origin.owner}")
        return shown(", ".join(parts)).plain

    def _checker(self) -> str:
        """Who can tick that a generated instance was read; empty where nobody has to."""
        origin = self.draft.instance.provenance
        is_mine = self.snapshot.person in (self.draft.instance.owner, "") or (
            self.snapshot.is_curator
        )
        if origin.origin != "augmented" or not is_mine:
            return ""
        return self.snapshot.person
