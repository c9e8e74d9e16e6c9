"""What a person decides about a generated instance."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from augment.check import discard, keep, take
from benchmark.identity import Actor
from benchmark.load import LoadedInstance, load_folder
from schemas.errors import ChangedOnDiskError, Where


@dataclass(frozen=True)
class Decision:
    """About one instance, by its key. `digest` is of the text that was on the screen."""

    key: str
    name: str
    digest: str

    def loaded(self, root: Path) -> LoadedInstance:
        """The instance as it is now. Raises ChangedOnDiskError where it is another text."""
        loaded = load_folder(root).find(self.key)
        if loaded.digest != self.digest:
            raise ChangedOnDiskError(
                f"the text of {self.name} has changed since you read it",
                where=Where(loaded.path),
                advice="Nothing was recorded. Read it again.",
                theirs=loaded.document.source.encode(),
            )
        return loaded


@dataclass(frozen=True)
class Keeping(Decision):
    """It may go to review."""

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Put it on record. Raises what `keep` raises."""
        check = keep(root, actor, self.loaded(root))
        return f"{self.name}: {check.verdict}. It can be submitted now: s in the list."


@dataclass(frozen=True)
class Taking(Decision):
    """Another candidate of the round is to stand in its place."""

    index: int

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Put it on record. Raises what `take` raises."""
        take(root, actor, self.loaded(root), self.index)
        return f"{self.name}: candidate {self.index + 1} is in its place."


@dataclass(frozen=True)
class Discarding(Decision):
    """It is not wanted."""

    reason: str

    def carry_out(self, root: Path, actor: Actor) -> str:
        """Put it on record. Raises what `discard` raises."""
        discard(root, actor, self.loaded(root), self.reason)
        return f"{self.name} is discarded; a copy is kept in the git directory."
