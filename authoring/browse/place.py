"""What the list can show: what is to do of one kind, a capability, one of its tasks, or all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from benchmark.layout import TaskName

Kind = Literal["revise", "review", "check", "decide", "drafts"]

TITLES: Final[Mapping[Kind, tuple[str, str]]] = {
    "revise": ("✎", "sent back to me"),
    "review": ("◑", "to review"),
    "check": ("✓", "to check, augmented"),
    "decide": ("⚖", "to decide"),
    "drafts": ("○", "my drafts"),
}


@dataclass(frozen=True)
class Place:
    """One of them; without anything it is all instances."""

    kind: Kind | None = None
    capability: str = ""
    task: str = ""

    @property
    def task_name(self) -> TaskName | None:
        """The task, where it is one."""
        return (self.capability, self.task) if self.task else None

    def title(self) -> str:
        """In words."""
        if self.kind:
            return TITLES[self.kind][1]
        return "/".join(filter(None, (self.capability, self.task))) or "all instances"
