"""Ask a server: every attempt in the journal, failures that pass tried again within limits."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from augment import journal as journals
from augment import prompt
from augment.answers import Answer
from augment.budget import Budget, cost
from augment.dialect import Dialect, body, without
from augment.journal import Journal
from augment.pace import LONGEST, Pace, Taken, asked_pause, pause_before_retry
from augment.plan import Job, Plan
from augment.providers import BrokenError, Provider, Reply
from augment.replies import meaning
from augment.turns import Turns
from benchmark.clock import now
from schemas.errors import FileError

HEAD_START: Final = 0.2
"""Seconds the first request runs alone: a server refuses a parameter at once or not at all."""
_SILENT_JOBS: Final = 3
_NO_COMPLETIONS: Final = 5

Key = tuple[str, int, int, int]


class GaveUpError(Exception):
    """This request got no answer; others may."""


class StoppedError(Exception):
    """No further request is sent in this run: a limit is reached, or the server wants none."""

    def __init__(self, why: str, *, service: bool) -> None:
        super().__init__(why)
        self.why = why
        self.service = service


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


class Asking:
    """One run's requests to one server."""

    def __init__(
        self, plan: Plan, provider: Provider, journal: Journal, budget: Budget, dialect: Dialect,
        changed: Callable[[], None],
    ) -> None:  # fmt: skip
        self.plan = plan
        self.provider = provider
        self.journal = journal
        self.budget = budget
        self.dialect = dialect
        self.changed = changed
        self.counts = Counts()
        self.open_at_kill = 0
        self.stopped: StoppedError | None = None
        self._answers: dict[Key, Answer] = {}
        self._serials: dict[Key, int] = {}
        self._next_serial: Counter[str] = Counter()
        self._next_id = 0
        self._failed_before: set[Key] = set()
        self._left_off: set[str] = set()
        self._silent: set[str] = set()
        self._no_completions = 0  # so many answers that were none; -1 once there was a real one
        self._jobs = {job.name: (place, job) for place, job in enumerate(plan.jobs)}
        settings = plan.settings
        self._pace = Pace(settings.requests_per_minute, settings.tokens_per_minute)
        self._turns = Turns(settings.concurrency)
        self._settled = asyncio.Event()
        self._lead: asyncio.TimerHandle | None = None
        self._led = False

    # -- what the journal knows -----------------------------------------------------------

    def recall(self) -> None:
        """Take answers, refusals and counts from the journal of earlier processes."""
        asked: dict[int, Ask] = {}
        for entry in self.journal.entries():
            kind, number = entry["kind"], entry.get("id", -1)
            if kind == "request":
                self._recall_request(entry, asked)
            elif kind == "dialect":
                self.dialect = Dialect(self.dialect.limits, frozenset(entry["refused"]))
                self._settled.set()
            elif kind == "gave_up":
                self._failed_before.add((entry["job"], *entry["place"]))
            elif kind == "broken":
                asked.pop(number, None)
            elif kind == "reply" and (ask := asked.pop(number, None)):
                self._recall_reply(ask, journals.reply_of(entry))
        self.open_at_kill = sum(ask.key not in self._failed_before for ask in asked.values())

    def _recall_request(self, entry: Mapping[str, Any], asked: dict[int, Ask]) -> None:
        self._next_id = max(self._next_id, entry["id"] + 1)
        self.counts.requests += 1
        self.counts.retries += entry["attempt"] > 1
        if entry["job"] not in self._jobs:
            return
        number, index, again = entry["place"]
        ask = Ask(entry["job"], number, index, again, entry["serial"])
        self._serials[ask.key] = ask.serial
        self._next_serial[ask.job] = max(self._next_serial[ask.job], ask.serial + 1)
        asked[entry["id"]] = ask

    def _recall_reply(self, ask: Ask, reply: Reply) -> None:
        found = meaning(reply, self._jobs[ask.job][1].shared_system_prompt)
        if found.answer:
            self._keep(ask, found.answer)
            self._settled.set()
            if found.answer.is_completion:
                self._no_completions = -1

    def _keep(self, ask: Ask, answer: Answer) -> Decimal:
        self._answers[ask.key] = answer
        price = self.plan.settings.prices.get(self.plan.settings.model)
        paid = cost(price, answer.prompt_tokens, answer.completion_tokens)
        self.counts.prompt_tokens += answer.prompt_tokens
        self.counts.completion_tokens += answer.completion_tokens
        self.counts.by_job[ask.job, "prompt"] += answer.prompt_tokens
        self.counts.by_job[ask.job, "completion"] += answer.completion_tokens
        self.counts.cost += paid
        return paid

    @property
    def answered(self) -> int:
        """How many answers there are, cut-off ones included."""
        return len(self._answers)

    def ask_for(self, job: Job, number: int, index: int, again: int) -> Ask:
        """The ask of a place, with the serial it had before or the next one."""
        key = (job.name, number, index, again)
        candidates = self.plan.settings.candidates
        if key not in self._serials:
            first = job.rounds * candidates
            if index < candidates and not again:
                self._serials[key] = (number - 1) * candidates + index
            else:
                self._serials[key] = max(first, self._next_serial[job.name])
                self._next_serial[job.name] = self._serials[key] + 1
        return Ask(*key, self._serials[key])

    def failed_before(self, ask: Ask) -> bool:
        """Whether an earlier process gave this ask up, so that it may be tried anew."""
        return ask.key in self._failed_before and ask.key not in self._answers

    def forget_failure(self, ask: Ask) -> None:
        """Try an ask anew that an earlier process gave up."""
        self._failed_before.discard(ask.key)

    # -- asking ---------------------------------------------------------------------------

    async def answer(self, ask: Ask, max_output_tokens: int) -> Answer:
        """The answer to an ask: from the journal, else from the server.

        Raises GaveUpError where none came, StoppedError where no request may be sent any more.
        """
        known = self._answers.get(ask.key)
        if known is not None:
            return known
        if self.failed_before(ask):
            raise GaveUpError("an earlier attempt was given up")
        place, job = self._jobs[ask.job]
        async with self._turns.taken((place, ask.serial)):
            await self._follow_the_first()
            try:
                return await self._until_answered(job, ask, max_output_tokens)
            finally:
                self._open_gate()

    async def _until_answered(self, job: Job, ask: Ask, limit: int) -> Answer:
        attempt, why = 1, ""
        trial: Dialect | None = None
        while attempt <= self.plan.settings.retries + 1:
            used = trial or self.dialect
            request = self._request(job, ask, limit, used)
            reply = await self._attempt(job, ask, attempt, request, limit)
            if isinstance(reply, Reply):
                found = meaning(reply, job.shared_system_prompt)
                if found.answer:
                    self._adopt(used)
                    return self._answered(found.answer)
                why = found.why
                if found.next == "stop":
                    raise self._stop(f"{self.provider.host}: {why}", service=True)
                if found.next == "otherwise":
                    trial = self._otherwise(used, request, reply)
                    if trial:
                        continue
                if found.next != "again":
                    break
                pause = asked_pause(reply)
            else:
                why, pause = reply, None
            attempt += 1
            if attempt <= self.plan.settings.retries + 1:
                if pause is not None and pause > LONGEST:
                    why += f"; it asks for a pause of {pause:.0f} s"
                    break
                await self._pause(job, ask, attempt, pause)
        raise self._gave_up(ask, why)

    def _request(self, job: Job, ask: Ask, limit: int, dialect: Dialect) -> dict[str, object]:
        settings = self.plan.settings
        text = f"{self.plan.seed} {job.name} {ask.round} {ask.index} {ask.again}"
        return body(
            dialect,
            settings.model,
            job.messages,
            max_output_tokens=limit,
            temperature=settings.temperature,
            seed=int(hashlib.sha256(text.encode()).hexdigest()[:7], 16),
            shared_system_prompt=job.shared_system_prompt is not None,
        )

    async def _attempt(
        self, job: Job, ask: Ask, attempt: int, request: dict[str, object], limit: int
    ) -> Reply | str:
        """Send once; the reply, or in words why there is none."""
        worst = self.budget.worst(job.prompt_tokens * 3 // 2, limit)
        taken = await self._may_send(job, job.prompt_tokens + limit, worst)
        number, self._next_id = self._next_id, self._next_id + 1
        loop = asyncio.get_running_loop()
        self.journal.write(
            "request", id=number, job=ask.job, place=[ask.round, ask.index, ask.again],
            serial=ask.serial, attempt=attempt, at=now(), host=self.provider.host,
            prompt=prompt.digest(job.messages),
            body={name: value for name, value in request.items() if name != "messages"},
        )  # fmt: skip
        self._sent(worst, attempt)
        actual, begin = worst, loop.time()
        try:
            self._begin_lead()
            reply = await self.provider.send((ask.job, ask.serial), request)
            self._log("reply", number, begin, reply.body, status=reply.status,
                      headers=dict(reply.headers))  # fmt: skip
            found = meaning(reply, job.shared_system_prompt).answer
            actual = self._keep(ask, found) if found else Decimal(0)
            if found and found.completion_tokens:
                taken.tokens = found.prompt_tokens + found.completion_tokens
            return reply
        except BrokenError as error:
            self._log("broken", number, begin, error.partial, what=error.what)
            return error.what
        finally:
            self.counts.in_flight -= 1
            self.budget.settle(worst, actual)
            self.changed()

    def _log(self, kind: str, number: int, begin: float, data: bytes, **fields: object) -> None:
        seconds = round(asyncio.get_running_loop().time() - begin, 3)
        self._write(kind, id=number, at=now(), seconds=seconds, **fields,
                           **journals.raw(data))  # fmt: skip

    def _write(self, kind: str, **fields: object) -> None:
        """A line of the journal; where it cannot be written, nothing more is asked."""
        try:
            self.journal.write(kind, **fields)
        except FileError as error:
            raise self._stop(str(error), service=False) from None

    def note_choice(self, job: Job, number: int, kept: int | None) -> None:
        """Say in the journal when a round was decided; nothing depends on it."""
        self._write("choice", job=job.name, round=number, kept=kept, at=now())
        self.changed()

    def leave_off(self, job: Job) -> None:
        """Send nothing more for a job; what is under way is still taken in."""
        self._left_off.add(job.name)

    def _sent(self, worst: Decimal, attempt: int) -> None:
        self.budget.open(worst)
        self.counts.requests += 1
        self.counts.retries += attempt > 1
        self.counts.in_flight += 1
        self.changed()

    async def _may_send(self, job: Job, tokens: int, worst: Decimal) -> Taken:
        """Wait until limits allow one more request. Raises StoppedError where none do."""
        loop = asyncio.get_running_loop()
        while True:
            self._require_going(job)
            if self.budget.out_of_requests():
                raise self._stop(
                    f"the limit of {self.budget.max_requests} requests is reached", service=False
                )
            if not self.budget.affords(worst):
                if not self.counts.in_flight:
                    raise self._stop(
                        f"the next request could cost more than what is left of "
                        f"{self.budget.max_cost}", service=False,
                    )  # fmt: skip
                await asyncio.sleep(0.05)
                continue
            wait = self._pace.wait(loop.time(), tokens)
            if wait <= 0:
                return self._pace.take(loop.time(), tokens)
            await asyncio.sleep(min(wait, 1.0))

    def _require_going(self, job: Job) -> None:
        if self.stopped:
            raise self.stopped
        if job.name in self._left_off:
            raise GaveUpError("the task had failed before")

    async def _pause(self, job: Job, ask: Ask, attempt: int, asked: float | None) -> None:
        loop = asyncio.get_running_loop()
        if asked is not None:
            self._pace.hold(loop.time(), asked)
            return
        jitter = random.Random(f"{ask.key} {attempt}").random()
        until = loop.time() + pause_before_retry(attempt - 1, jitter)
        while (left := until - loop.time()) > 0:
            self._require_going(job)
            await asyncio.sleep(min(left, 1.0))

    # -- what comes back ------------------------------------------------------------------

    def _answered(self, answer: Answer) -> Answer:
        if answer.is_completion:
            self._silent.clear()
            self._no_completions = -1
        elif self._no_completions >= 0:
            self._no_completions += 1
            if self._no_completions >= _NO_COMPLETIONS:
                assert answer.drop is not None
                raise self._stop(
                    f"{self.provider.host} does not speak the chat-completions protocol "
                    f"({answer.drop.detail}); does the address end in /v1?", service=True,
                )  # fmt: skip
        return answer

    def _otherwise(
        self, used: Dialect, request: Mapping[str, object], reply: Reply
    ) -> Dialect | None:
        """How to ask after a refusal; None where that is no help.

        A parameter that the server names is left out for the run. Where it names none, this
        request alone tries without: the fault may lie in its texts. What then works is adopted.
        """
        known = used.refusing(*self.dialect.refused)
        if known != used:
            return known
        changed = without(used, request, reply)
        if changed is None:
            return None
        if changed.named:
            self._adopt(changed.dialect)
        elif self._no_completions < 0:
            return None  # others were answered when asked like this
        return changed.dialect

    def _adopt(self, dialect: Dialect) -> None:
        if not dialect.refused <= self.dialect.refused:
            self.dialect = self.dialect.refusing(*dialect.refused)
            self._write("dialect", refused=sorted(self.dialect.refused), at=now())

    def _gave_up(self, ask: Ask, why: str) -> GaveUpError:
        self._write(
            "gave_up", job=ask.job, place=[ask.round, ask.index, ask.again], why=why, at=now()
        )
        self._silent.add(ask.job)
        if len(self._silent) >= _SILENT_JOBS:
            self._stop(f"{self.provider.host} answers nothing any more: {why}", service=True)
        return GaveUpError(why)

    def _stop(self, why: str, *, service: bool) -> StoppedError:
        self.stopped = self.stopped or StoppedError(why, service=service)
        self._settled.set()
        return self.stopped

    # -- the first request ----------------------------------------------------------------

    async def _follow_the_first(self) -> None:
        """Whoever is not the first waits until the server has taken the form, or some time."""
        if self._led:
            await self._settled.wait()
        self._led = True

    def _begin_lead(self) -> None:
        if not self._settled.is_set():
            if self._lead:
                self._lead.cancel()
            self._lead = asyncio.get_running_loop().call_later(HEAD_START, self._settled.set)

    def _open_gate(self) -> None:
        if self._lead:
            self._lead.cancel()
        self._settled.set()
