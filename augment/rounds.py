"""The rounds of one task and language: ask, filter, choose, and let the chosen join the pool.

Prompts do not depend on what was chosen, so all candidates are asked for at once; rounds are
decided in order, because the pool grows. A decision depends on answers and settings alone, never
on when an answer came.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeVar

from augment.answers import Answer
from augment.asking import Asking, GaveUpError
from augment.candidate import Candidate, Draft
from augment.filters import Filters, filters_for
from augment.outcome import RoundOutcome
from augment.plan import Job
from augment.selection import Choice, compared_text, least_similar, varies_in_system_prompt
from augment.similarity import Similarity
from benchmark.load import LoadedInstance
from schemas.instance import Instance
from schemas.names import draft_id
from schemas.settings import AugmentSettings
from schemas.yamldoor import Document

T = TypeVar("T")
Compute = Callable[..., Awaitable[Any]]
AGAIN = 2
"""How often an answer that was cut off is asked for again, each time twice as long."""


@dataclass(frozen=True)
class Place:
    """What came for one candidate: an answer after so many cut-off ones, or why none came."""

    index: int
    answer: Answer | None
    cut: int = 0
    why: str = ""


def key_of(run_id: str, job: Job, number: int, index: int) -> str:
    """The key of the instance made of a candidate: the same however often it is made."""
    text = f"{run_id} {job.name} {number} {index}"
    return hashlib.sha256(text.encode()).hexdigest()[:8]


class Rounds:
    """One job under way. `settled` maps rounds that are committed already to their choice."""

    def __init__(
        self, run_id: str, job: Job, asking: Asking, similarity: Similarity, policy: Any,
        compute: Compute, settled: Mapping[int, int],
    ) -> None:  # fmt: skip
        self.run_id = run_id
        self.job = job
        self.asking = asking
        self.similarity = similarity
        self.policy = policy
        self.compute = compute
        self.settled = settled
        self.settings: AugmentSettings = asking.plan.settings
        self.with_system_prompt = varies_in_system_prompt(job.humans)
        self.notes: tuple[str, ...] = ()
        self.decided: list[RoundOutcome] = []

    def existing(self) -> dict[str, str]:
        """The compared text of each instance of the pool, chosen ones included, by its name."""
        return {loaded.name: self._text(loaded.instance) for loaded in self._pool()}

    def _text(self, texts: Instance | Draft) -> str:
        return compared_text(texts, self.with_system_prompt)

    async def prepare(self) -> None:
        """Read the pool, before anything is paid for. Raises UsageError where it cannot be."""

        def read() -> None:
            self.similarity.require_readable(self.existing().values())
            self.notes = self._filters(self.job.pool).notes

        await self.compute(read)

    async def run(self) -> list[RoundOutcome]:
        """Every round, in order. Raises StoppedError where the run stops before all is asked."""
        numbers = range(1, self.job.rounds + 1)
        places = {
            number: [
                asyncio.ensure_future(self._place(number, index))
                for index in range(self.settings.candidates)
            ]
            for number in numbers
        }
        reading = asyncio.ensure_future(self._read_ahead(list(chain(*places.values()))))
        try:
            for number in numbers:
                outcome = await self._decide(number, await asyncio.gather(*places[number]))
                self.decided.append(outcome)
                self.asking.note_choice(self.job, number, outcome.kept)
        except Exception:
            # What is under way is paid for: it is waited for, and only then the job ends.
            self.asking.leave_off(self.job)
            await asyncio.gather(*chain(*places.values()), return_exceptions=True)
            raise
        finally:
            for task in (reading, *chain(*places.values())):
                task.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        return self.decided

    async def _read_ahead(self, places: list[asyncio.Future[Place]]) -> None:
        """Embed what has come while the rest is under way, many texts at a time."""
        waiting = set(places)
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            drafts = [draft for place in done if (draft := _draft_of(place))]
            texts = [self._text(draft) for draft in drafts]
            if texts:
                await self.compute(self.similarity.embed, texts)

    async def _place(self, number: int, index: int) -> Place:
        """Ask for one candidate; for a longer answer where one was cut off."""
        longest = self.settings.context_tokens - self.job.prompt_tokens
        limit = self.settings.max_output_tokens
        cut = 0
        while True:
            ask = self.asking.memory.ask_for(self.job, number, index, cut)
            try:
                answer = await self.asking.answer(ask, limit)
            except GaveUpError as error:
                return Place(index, None, cut, str(error))
            if not answer.cut or cut == AGAIN or limit >= longest:
                return Place(index, answer, cut)
            cut += 1
            limit = min(limit * 2, longest)

    async def _decide(self, number: int, places: list[Place]) -> RoundOutcome:
        needed = min(self.settings.at_least, self.settings.candidates)
        while True:
            candidates = tuple(_candidate(number, place) for place in places if place.answer)
            if number in self.settled:
                return self._outcome(number, places, candidates, Choice(self.settled[number]))
            judged: tuple[Candidate, ...] = await self.compute(self._judge, candidates)
            valid = sum(candidate.drop is None for candidate in judged)
            if valid >= needed:
                choice: Choice = await self.compute(self._choose, judged)
                return self._outcome(number, places, judged, choice)
            more = await self._more(number, places, valid)
            if not more:
                why = f"{valid} of {len(judged)} candidates are valid, {needed} are needed"
                return replace(self._outcome(number, places, judged, Choice(None)), stopped=why)
            asked = {place.index for place in more}
            places = sorted(
                [*(p for p in places if p.index not in asked), *more], key=lambda p: p.index
            )

    async def _more(self, number: int, places: list[Place], valid: int) -> list[Place]:
        """Further candidates: places an earlier process gave up, then extra ones."""
        given_up = [
            ask
            for place in places
            if place.answer is None
            and self.asking.memory.failed_before(
                ask := self.asking.memory.ask_for(self.job, number, place.index, place.cut)
            )
        ]
        for ask in given_up:
            self.asking.memory.forget_failure(ask)
        indices = [ask.index for ask in given_up]
        if not indices and any(place.answer for place in places):
            extra = len(places) - self.settings.candidates
            left = self.settings.extra_candidates - extra
            wanted = min(left, self.settings.candidates - valid)
            indices = [len(places) + step for step in range(max(0, wanted))]
        return list(await asyncio.gather(*(self._place(number, index) for index in indices)))

    def _judge(self, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        return self._filters(self._pool()).judge(candidates)

    def _filters(self, there: tuple[LoadedInstance, ...]) -> Filters:
        job = self.job
        return filters_for(job.humans, there, job.language, self.similarity, job.elsewhere)

    def _choose(self, judged: tuple[Candidate, ...]) -> Choice:
        return least_similar(
            judged,
            self.existing(),
            self.similarity,
            self.policy,
            with_system_prompt=self.with_system_prompt,
        )

    def _pool(self) -> tuple[LoadedInstance, ...]:
        chosen = (
            LoadedInstance(
                self.job.task,
                draft_id(outcome.key),
                instance_of(candidate.draft, outcome.key, self.job),
                Document("", "", {}),
            )
            for outcome in self.decided
            if (candidate := outcome.chosen) and candidate.draft
        )
        return (*self.job.pool, *chosen)

    def _outcome(
        self, number: int, places: list[Place], judged: tuple[Candidate, ...], choice: Choice
    ) -> RoundOutcome:
        kept = choice.kept
        return RoundOutcome(
            number=number,
            candidates=judged,
            scores=choice.scores,
            kept=kept,
            key="" if kept is None else key_of(self.run_id, self.job, number, kept),
            cut={place.index: place.cut for place in places if place.cut},
            unanswered={place.index: place.why for place in places if place.answer is None},
            is_close=choice.is_close,
        )

    def compared(self) -> list[str]:
        """Every text that took part in a comparison."""
        drafts = [c.draft for outcome in self.decided for c in outcome.candidates if c.draft]
        return [*self.existing().values(), *map(self._text, drafts)]


def _draft_of(place: asyncio.Future[Place]) -> Draft | None:
    if place.cancelled() or place.exception() is not None:
        return None
    answer = place.result().answer
    return answer.draft if answer else None


def _candidate(number: int, place: Place) -> Candidate:
    assert place.answer is not None
    answer = place.answer
    return Candidate(number, place.index, answer.text, answer.draft, answer.drop)


def instance_of(draft: Draft, key: str, job: Job) -> Instance:
    """The texts of a draft as an instance of the job's language."""
    return Instance(
        key=key,
        language=job.language,
        rubric_language=job.rubric_language,
        system_prompt=draft.system_prompt,
        input=draft.input,
        reference_answer=draft.reference_answer,
        score_rubric=draft.score_rubric,
    )
