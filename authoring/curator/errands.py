"""What a curator decides."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmark.create import set_task_status
from benchmark.identity import Actor
from benchmark.layout import TaskName
from benchmark.load import load_folder
from review.assign import ask, assign, reassign
from review.decide import Kind, decide
from review.plan import plan
from review.replace import is_released, replacements

DONE: Final[dict[Kind, str]] = {
    "adopt": "adopted",
    "withdraw": "withdrawn",
    "reopen": "a draft again",
    "recall": "recalled: its author can change it",
    "eliminate": "eliminated",
}


@dataclass(frozen=True)
class Deciding:
    """One of the acts that say why."""

    kind: Kind
    key: str
    name: str
    reason: str

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Put it on record. What a release holds stays, and a new draft stands in its place."""
        benchmark = load_folder(root)
        loaded = benchmark.find(self.key)
        if self.kind == "reopen" and is_released(benchmark, loaded):
            [(old, new)] = replacements(root, benchmark, actor, [loaded], self.reason).items()
            return f"{old} is in a release and stays; {new} is a draft to stand in its place."
        decide(root, benchmark, actor, self.kind, [loaded], self.reason)
        return f"{self.name} is {DONE[self.kind]}."


@dataclass(frozen=True)
class Reassigning:
    """A review goes from one person to another; to whoever is found where `receiver` is empty."""

    key: str
    name: str
    giver: str
    receiver: str
    reason: str

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Put it on record. Raises what `reassign` raises."""
        benchmark = load_folder(root)
        loaded = benchmark.find(self.key)
        who = reassign(root, benchmark, actor, loaded, self.giver, self.reason, self.receiver)
        return f"{self.name}: {who} is asked in place of {self.giver}."


@dataclass(frozen=True)
class Asking:
    """One person is asked for a review."""

    key: str
    name: str
    person: str

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Put it on record. Raises what `ask` raises."""
        benchmark = load_folder(root)
        ask(root, benchmark, actor, [benchmark.find(self.key)], self.person)
        return f"{self.name}: {self.person} is asked."


@dataclass(frozen=True)
class AskingAll:
    """Everyone who is wanted is asked, spread as evenly as can be."""

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Plan it on the benchmark as it is now, and put it on record."""
        benchmark = load_folder(root)
        planned = plan(benchmark, benchmark.instances)
        assign(root, benchmark, actor, planned)
        people = len({person for _, person in planned.asked})
        said = f"{len(planned.asked)} reviews asked of {people} people."
        if planned.unfilled:
            said += f" {len(planned.unfilled)} instances find too few: they are listed as stuck."
        return said


@dataclass(frozen=True)
class Retiring:
    """A task is dropped, or brought back."""

    task: TaskName
    reason: str
    retire: bool

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Put it on record. Raises what `set_task_status` raises."""
        set_task_status(
            root, load_folder(root), actor, self.task, retire=self.retire, reason=self.reason
        )
        state = "retired; its instances count as withdrawn" if self.retire else "active again"
        return f"{'/'.join(self.task)} is {state}."


Decision = Deciding | Reassigning | Asking | AskingAll | Retiring
