"""What came of a run: per task and language, per round, per candidate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from augment.candidate import Candidate
from augment.near_duplicates import Near
from augment.plan import Job, Skipped
from augment.selection import Scored

State = Literal["done", "stopped", "unfinished", "failed", "there"]
"""Done; some rounds chose nothing; the run stopped first; an error; done by an earlier process."""


@dataclass(frozen=True)
class RoundOutcome:
    """One round. `kept` is the index of the candidate chosen and `key` its instance's key.

    Where nothing was chosen, both are empty and `stopped` says why. `cut` counts, by index, the
    answers that were cut off and asked for again; `unanswered` holds the places for which no
    answer came, with the reason.
    """

    number: int
    candidates: tuple[Candidate, ...]
    scores: Mapping[int, Scored] = field(default_factory=dict)
    kept: int | None = None
    key: str = ""
    stopped: str = ""
    cut: Mapping[int, int] = field(default_factory=dict)
    unanswered: Mapping[int, str] = field(default_factory=dict)
    is_close: bool = False

    @property
    def chosen(self) -> Candidate | None:
        """The candidate kept."""
        return next((c for c in self.candidates if c.index == self.kept), None)


@dataclass(frozen=True)
class JobOutcome:
    """What came of one task and language. `names` are those of the new drafts."""

    job: Job
    state: State
    why: str = ""
    rounds: tuple[RoundOutcome, ...] = ()
    notes: tuple[str, ...] = ()
    similarity: Mapping[str, str] = field(default_factory=dict)
    near: tuple[Near, ...] = ()
    prompt_tokens: int = 0
    completion_tokens: int = 0
    by_service: bool = False
    names: tuple[str, ...] = ()

    @property
    def inputs(self) -> dict[str, str]:
        """What the drafts chosen by this process ask, by their names."""
        return {
            f"new-{one.key}": one.chosen.draft.input
            for one in self.rounds
            if one.chosen and one.chosen.draft
        }


@dataclass(frozen=True)
class RunOutcome:
    """What came of a whole run. `stopped` says why not all was asked, `by_service` whose fault.

    `near` are pairs of new drafts of two tasks that read alike; those like an instance that was
    there before stand with their job.
    """

    run_id: str
    jobs: tuple[JobOutcome, ...]
    skipped: tuple[Skipped, ...]
    requests: int
    retries: int
    prompt_tokens: int
    completion_tokens: int
    cost: Decimal | None
    currency: str
    open_at_kill: int
    stopped: str = ""
    by_service: bool = False
    near: tuple[Near, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to do for `--resume`."""
        return not self.stopped and all(job.state in ("done", "there") for job in self.jobs)

    @property
    def exit_code(self) -> int:
        """0 where all was done, 3 where a service failed, else 1."""
        if self.by_service or any(job.by_service for job in self.jobs):
            return 3
        failed = any(skipped.failed for skipped in self.skipped)
        return 0 if self.is_whole and not failed else 1
