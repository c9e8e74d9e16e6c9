"""Carry out a plan: one event loop for the requests, one thread for what takes computing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from augment import record
from augment.asking import Asking, StoppedError
from augment.budget import Budget
from augment.dialect import opening
from augment.journal import Journal
from augment.near_duplicates import Near, near_duplicates
from augment.outcome import JobOutcome, RoundOutcome, RunOutcome
from augment.plan import Job, Plan
from augment.providers import Provider
from augment.rounds import Rounds, key_of
from augment.similarity import Similarity, open_similarity
from augment.turns import Turns
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.layout import private_dir
from benchmark.load import Benchmark
from schemas.cards import TaskCard
from schemas.errors import CurateError, RefusedError, ServiceError
from schemas.run import Run


@dataclass(frozen=True)
class JobProgress:
    """How far one task and language is: rounds decided of all, and its state once it ended."""

    name: str
    rounds: int
    decided: int
    ended: str = ""


@dataclass(frozen=True)
class Progress:
    """How far the run is. `requests` were sent, of about `expected`."""

    jobs: tuple[JobProgress, ...]
    expected: int
    answered: int
    requests: int
    in_flight: int
    retries: int
    prompt_tokens: int
    completion_tokens: int
    cost: Decimal


Report = Callable[[Progress], None]


def cache_of(root: Path) -> Path:
    """Where embeddings are kept."""
    return private_dir(root) / "cache" / "embeddings"


def similarities(root: Path, plan: Plan) -> dict[str, Similarity]:
    """The similarity of each language of a plan. Raises CurateError where a model is not there."""
    languages = dict.fromkeys(job.language for job in plan.jobs)
    return {
        language: open_similarity(plan.similarity, language, cache_of(root))
        for language in languages
    }


def require_allowed(benchmark: Benchmark, plan: Plan, provider: Provider) -> None:
    """Raises RefusedError where a task's texts may not leave this machine but would."""
    kept_here = [
        job
        for job in plan.jobs
        if not (job.may_leave and benchmark.tasks.get(job.task, TaskCard()).may_leave)
    ]
    if kept_here and not provider.is_here:
        names = ", ".join(dict.fromkeys("/".join(job.task) for job in kept_here))
        raise RefusedError(
            f"texts of {names} may not leave this machine (may_leave: false in the task's card), "
            f"and {provider.host} is elsewhere",
            advice="Ask a server on this machine: --base-url http://localhost:PORT/v1.",
        )


def carry_out(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    plan: Plan,
    journal: Journal,
    provider: Provider,
    budget: Budget,
    similar: Mapping[str, Similarity],
    report: Report,
) -> RunOutcome:
    """Ask, choose and commit, task by task; what an earlier process did is not done again.

    KeyboardInterrupt passes through with everything kept. Raises FileError where the journal
    cannot be written.
    """
    running = _Running(root, benchmark, actor, plan, provider, similar, report)
    return asyncio.run(running.all(journal, budget))


class _Running:
    def __init__(
        self, root: Path, benchmark: Benchmark, actor: Actor, plan: Plan, provider: Provider,
        similar: Mapping[str, Similarity], report: Report,
    ) -> None:  # fmt: skip
        self.root = root
        self.benchmark = benchmark
        self.actor = actor
        self.plan = plan
        self.provider = provider
        self.similar = similar
        self.report = report
        self.rounds: dict[str, Rounds] = {}
        self.ended: dict[str, JobOutcome] = {}
        self.places = {job.name: place for place, job in enumerate(plan.jobs)}
        self.git = Git(root)

    async def all(self, journal: Journal, budget: Budget) -> RunOutcome:
        self.asking = Asking(
            self.plan, self.provider, journal, budget, opening(self.provider.host), self._changed
        )
        # One thread: the embedding model and git are each used by one at a time.
        self.computing = ThreadPoolExecutor(1)
        self.computing_turns = Turns(1)
        tasks = [asyncio.ensure_future(self._job(job)) for job in self.plan.jobs]
        try:
            outcomes = await asyncio.gather(*tasks)
            near = await asyncio.get_running_loop().run_in_executor(
                self.computing, self._near_each_other, outcomes
            )
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.computing.shutdown(wait=True, cancel_futures=True)
            with suppress(Exception):
                await self.provider.close()
        return self._outcome(outcomes, near)

    async def _compute(self, job: Job, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do work in the one thread; that of earlier jobs goes first."""
        loop = asyncio.get_running_loop()
        async with self.computing_turns.taken((self.places[job.name],)):
            return await loop.run_in_executor(self.computing, partial(work, *arguments))

    async def _job(self, job: Job) -> JobOutcome:
        try:
            outcome = await self._whole_job(job)
        except StoppedError as error:
            outcome = JobOutcome(job, "unfinished", error.why, by_service=error.service)
        except CurateError as error:
            service = isinstance(error, ServiceError)
            outcome = JobOutcome(job, "failed", str(error), by_service=service)
        except Exception as error:  # noqa: BLE001 - one task's fault does not stop the others
            why = f"a fault of this program: {type(error).__name__}: {error}"
            outcome = JobOutcome(job, "failed", why)
        self.ended[job.name] = outcome
        self._changed()
        return outcome

    async def _whole_job(self, job: Job) -> JobOutcome:
        if job.task not in self.benchmark.tasks or self.benchmark.is_retired(job.task):
            return JobOutcome(job, "failed", "the task is gone or retired since the run began")
        present = await self._compute(job, record.committed, self.git, self.plan.run_id, job)
        settled = record.settled(present)
        if present and len(settled) == job.rounds:
            names = tuple(f"new-{key_of(self.plan.run_id, job, *it)}" for it in settled.items())
            return JobOutcome(job, "there", names=names)
        rounds = self.rounds[job.name] = Rounds(
            self.plan.run_id, job, self.asking, self.similar[job.language],
            self.plan.similarity.policy, partial(self._compute, job), settled,
        )  # fmt: skip
        await rounds.prepare()
        decided = await rounds.run()
        outcome: JobOutcome = await self._compute(job, self._sum_up, job, rounds, tuple(decided))
        await self._compute(job, self._commit, outcome, present)
        return outcome

    def _sum_up(self, job: Job, rounds: Rounds, decided: tuple[RoundOutcome, ...]) -> JobOutcome:
        similarity = self.similar[job.language]
        stopped = [outcome for outcome in decided if outcome.kept is None]
        unanswered = any(outcome.unanswered for outcome in stopped)
        texts = rounds.compared()
        notes = list(rounds.notes)
        if windowed := similarity.windowed(texts):
            notes.append(f"{windowed} of {len(set(texts))} texts were read in windows")
        notes += [
            f"round {outcome.number}: the second was about as new; another machine might choose it"
            for outcome in decided
            if outcome.is_close
        ]
        tokens = self.asking.counts.by_job
        outcome = JobOutcome(
            job,
            "stopped" if stopped else "done",
            "; ".join(f"round {outcome.number}: {_why(outcome)}" for outcome in stopped),
            decided,
            tuple(notes),
            similarity.settings_record,
            prompt_tokens=tokens[job.name, "prompt"],
            completion_tokens=tokens[job.name, "completion"],
            by_service=unanswered,
            names=tuple(f"new-{outcome.key}" for outcome in decided if outcome.key),
        )
        return replace(outcome, near=self._near(outcome))

    def _near(self, outcome: JobOutcome) -> tuple[Near, ...]:
        others = {
            loaded.name: loaded.instance.input
            for loaded in self.benchmark.instances
            if loaded.task != outcome.job.task
        }
        return tuple(near_duplicates(outcome.inputs, others, cache=cache_of(self.root)))

    def _commit(self, outcome: JobOutcome, present: Run | None) -> None:
        form = self.asking.dialect.form
        text = record.run_of(self.plan, self.provider.host, form, outcome, present)
        record.commit(self.root, self.benchmark, self.actor, self.plan, outcome, text, present)

    def _changed(self) -> None:
        counts = self.asking.counts
        jobs = tuple(
            JobProgress(
                job.name,
                job.rounds,
                len(self.rounds[job.name].decided) if job.name in self.rounds else 0,
                self.ended[job.name].state if job.name in self.ended else "",
            )
            for job in self.plan.jobs
        )
        answered = self.asking.memory.answered
        progress = Progress(
            jobs, self.plan.requests, answered, counts.requests, counts.in_flight,
            counts.retries, counts.prompt_tokens, counts.completion_tokens, counts.cost,
        )  # fmt: skip
        self.report(progress)

    def _near_each_other(self, jobs: list[JobOutcome]) -> tuple[Near, ...]:
        """Across tasks: within one, every new draft was compared before it was chosen."""
        texts = {name: text for job in jobs for name, text in job.inputs.items()}
        place = {name: i for i, name in enumerate(texts)}
        task = {name: job.job.task for job in jobs for name in job.inputs}
        return tuple(
            near
            for near in near_duplicates(texts, texts, cache=cache_of(self.root))
            if place[near.new] < place[near.existing] and task[near.new] != task[near.existing]
        )

    def _outcome(self, jobs: list[JobOutcome], near: tuple[Near, ...]) -> RunOutcome:
        counts = self.asking.counts
        stopped = self.asking.stopped
        price = self.plan.settings.prices.get(self.plan.settings.model)
        return RunOutcome(
            run_id=self.plan.run_id,
            jobs=tuple(jobs),
            skipped=self.plan.skipped,
            requests=counts.requests,
            retries=counts.retries,
            prompt_tokens=counts.prompt_tokens,
            completion_tokens=counts.completion_tokens,
            cost=counts.cost if price else None,
            currency=price.currency if price else "",
            open_at_kill=self.asking.memory.open_at_kill,
            stopped=stopped.why if stopped else "",
            by_service=stopped is not None and stopped.service,
            near=near,
        )


def _why(outcome: RoundOutcome) -> str:
    reasons = dict.fromkeys(outcome.unanswered.values())
    if not reasons:
        return outcome.stopped
    return f"{outcome.stopped}; {len(outcome.unanswered)} got no answer ({'; '.join(reasons)})"
