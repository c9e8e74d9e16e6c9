"""Ask a server: every attempt in the journal, failures that pass tried again within limits."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final

from augment import journal as journals
from augment import prompt
from augment.answers import Answer
from augment.budget import Budget
from augment.dialect import Dialect, body, without
from augment.head_start import HeadStart
from augment.journal import Journal
from augment.memory import Ask, Memory
from augment.pace import LONGEST, Pace, Taken, asked_pause, pause_before_retry
from augment.plan import Job, Plan
from augment.providers import BrokenError, Provider, Reply
from augment.replies import meaning
from augment.turns import Turns
from benchmark.clock import now
from schemas.errors import FileError

_SILENT_JOBS: Final = 3
_NO_COMPLETIONS: Final = 5


class GaveUpError(Exception):
    """This request got no answer; others may."""


class StoppedError(Exception):
    """No further request is sent in this run: a limit is reached, or the server wants none."""

    def __init__(self, why: str, *, service: bool) -> None:
        super().__init__(why)
        self.why = why
        self.service = service


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
        self.changed = changed
        self.memory = Memory(plan)
        self.memory.recall(journal.entries())
        self.counts = self.memory.counts
        self.dialect = dialect.refusing(*self.memory.refused)
        self.stopped: StoppedError | None = None
        self._left_off: set[str] = set()
        self._silent: set[str] = set()
        self._no_completions = 0
        self._jobs = {job.name: (place, job) for place, job in enumerate(plan.jobs)}
        settings = plan.settings
        self._pace = Pace(settings.requests_per_minute, settings.tokens_per_minute)
        self._turns = Turns(settings.concurrency)
        self._head_start = HeadStart(over=self.memory.is_spoken or bool(self.memory.refused))

    # -- asking ---------------------------------------------------------------------------

    async def answer(self, ask: Ask, max_output_tokens: int) -> Answer:
        """The answer to an ask: from the journal, else from the server.

        Raises GaveUpError where none came, StoppedError where no request may be sent any more.
        """
        known = self.memory.answer(ask)
        if known is not None:
            return known
        if self.memory.failed_before(ask):
            raise GaveUpError("an earlier attempt was given up")
        place, job = self._jobs[ask.job]
        async with self._turns.taken((place, ask.serial)):
            await self._head_start.wait()
            try:
                return await self._until_answered(job, ask, max_output_tokens)
            finally:
                self._head_start.end()

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
        number = self.memory.new_id()
        loop = asyncio.get_running_loop()
        self.journal.write(
            "request", id=number, job=ask.job, place=ask.place,
            serial=ask.serial, attempt=attempt, at=now(), host=self.provider.host,
            prompt=prompt.digest(job.messages),
            body={name: value for name, value in request.items() if name != "messages"},
        )  # fmt: skip
        self._sent(worst, attempt)
        actual, begin = worst, loop.time()
        try:
            self._head_start.sent()
            reply = await self.provider.send((ask.job, ask.serial), request)
            self._log("reply", number, begin, reply.body, status=reply.status,
                      headers=dict(reply.headers))  # fmt: skip
            found = meaning(reply, job.shared_system_prompt).answer
            actual = self.memory.keep(ask, found) if found else Decimal(0)
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
        elif not self.memory.is_spoken:
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
        elif self.memory.is_spoken:
            return None  # others were answered when asked like this
        return changed.dialect

    def _adopt(self, dialect: Dialect) -> None:
        if not dialect.refused <= self.dialect.refused:
            self.dialect = self.dialect.refusing(*dialect.refused)
            self._write("dialect", refused=sorted(self.dialect.refused), at=now())

    def _gave_up(self, ask: Ask, why: str) -> GaveUpError:
        self._write("gave_up", job=ask.job, place=ask.place, why=why, at=now())
        self._silent.add(ask.job)
        if len(self._silent) >= _SILENT_JOBS:
            self._stop(f"{self.provider.host} answers nothing any more: {why}", service=True)
        return GaveUpError(why)

    def _stop(self, why: str, *, service: bool) -> StoppedError:
        self.stopped = self.stopped or StoppedError(why, service=service)
        self._head_start.end()
        return self.stopped
