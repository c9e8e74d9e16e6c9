"""What a run knows of its requests: asks, answers, counts, from earlier processes and this one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from augment import journal as journals
from augment.answers import Answer
from augment.budget import cost
from augment.plan import Job, Plan
from augment.replies import meaning

Key = tuple[str, int, int, int]


@dataclass(frozen=True)
class Ask:
    """One candidate to be asked for. `again` counts the askings after a cut-off answer.

    `serial` numbers the asks of a job in the order they came up.
    """

    job: str
    round: int
    index: int
    again: int
    serial: int

    @property
    def key(self) -> Key:
        """What tells it from every other ask of the run."""
        return self.job, self.round, self.index, self.again

    @property
    def place(self) -> list[int]:
        """Round, index and again, as the journal has them."""
        return [self.round, self.index, self.again]


@dataclass
class Counts:
    """What a run has come to, earlier processes included."""

    requests: int = 0
    in_flight: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: Decimal = Decimal(0)
    by_job: Counter[tuple[str, str]] = field(default_factory=Counter)


class Memory:
    """Answers by ask. `refused` is what the server was found not to take.

    `open_at_kill` requests had no answer when an earlier process ended. `is_spoken` says whether
    any answer was a chat completion.
    """

    def __init__(self, plan: Plan) -> None:
        self.counts = Counts()
        self.open_at_kill = 0
        self.refused: frozenset[str] = frozenset()
        self.is_spoken = False
        self._candidates = plan.settings.candidates
        self._price = plan.settings.prices.get(plan.settings.model)
        self._jobs = {job.name: job for job in plan.jobs}
        self._answers: dict[Key, Answer] = {}
        self._serials: dict[Key, int] = {}
        self._next_serial: Counter[str] = Counter()
        self._next_id = 0
        self._given_up: set[Key] = set()

    @property
    def answered(self) -> int:
        """How many answers there are, cut-off ones included."""
        return len(self._answers)

    def recall(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Take in the lines of a journal."""
        asked: dict[int, Ask] = {}
        for entry in entries:
            kind = entry["kind"]
            if kind == "request":
                self._recall_request(entry, asked)
            elif kind == "dialect":
                self.refused = frozenset(entry["refused"])
            elif kind == "gave_up":
                number, index, again = entry["place"]
                self._given_up.add((entry["job"], number, index, again))
            elif kind in ("reply", "broken"):
                ask = asked.pop(entry["id"], None)
                if ask and kind == "reply":
                    self._recall_reply(ask, entry)
        self.open_at_kill = sum(ask.key not in self._given_up for ask in asked.values())

    def _recall_request(self, entry: Mapping[str, Any], asked: dict[int, Ask]) -> None:
        self._next_id = max(self._next_id, entry["id"] + 1)
        self.counts.requests += 1
        self.counts.retries += entry["attempt"] > 1
        if entry["job"] in self._jobs:
            number, index, again = entry["place"]
            ask = Ask(entry["job"], number, index, again, entry["serial"])
            self._serials[ask.key] = ask.serial
            self._next_serial[ask.job] = max(self._next_serial[ask.job], ask.serial + 1)
            asked[entry["id"]] = ask

    def _recall_reply(self, ask: Ask, entry: Mapping[str, Any]) -> None:
        shared = self._jobs[ask.job].shared_system_prompt
        if answer := meaning(journals.reply_of(entry), shared).answer:
            self.keep(ask, answer)

    def keep(self, ask: Ask, answer: Answer) -> Decimal:
        """Remember an answer; what it cost."""
        self._answers[ask.key] = answer
        self.is_spoken = self.is_spoken or answer.is_completion
        paid = cost(self._price, answer.prompt_tokens, answer.completion_tokens)
        self.counts.prompt_tokens += answer.prompt_tokens
        self.counts.completion_tokens += answer.completion_tokens
        self.counts.by_job[ask.job, "prompt"] += answer.prompt_tokens
        self.counts.by_job[ask.job, "completion"] += answer.completion_tokens
        self.counts.cost += paid
        return paid

    def answer(self, ask: Ask) -> Answer | None:
        """The answer to an ask, None where there is none yet."""
        return self._answers.get(ask.key)

    def new_id(self) -> int:
        """The number of the next request."""
        self._next_id += 1
        return self._next_id - 1

    def ask_for(self, job: Job, number: int, index: int, again: int) -> Ask:
        """The ask of a place, with the serial it had before or the next one."""
        key = (job.name, number, index, again)
        if key not in self._serials:
            if index < self._candidates and not again:
                self._serials[key] = (number - 1) * self._candidates + index
            else:
                first = job.rounds * self._candidates
                self._serials[key] = max(first, self._next_serial[job.name])
                self._next_serial[job.name] = self._serials[key] + 1
        return Ask(*key, self._serials[key])

    def failed_before(self, ask: Ask) -> bool:
        """Whether an earlier process gave this ask up, so that it may be tried anew."""
        return ask.key in self._given_up and ask.key not in self._answers

    def forget_failure(self, ask: Ask) -> None:
        """Let an ask that an earlier process gave up be tried anew."""
        self._given_up.discard(ask.key)
