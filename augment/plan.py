"""What a run is to do, fixed before its first request: tasks, languages, prompts, pools.

The plan holds the instances as they were, so that a run that is resumed later chooses as one
that was never interrupted.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from augment import prompt
from augment.candidate import Draft
from augment.demonstrations import LEAST, fitting, humans, pool
from augment.filters.elsewhere import Elsewhere, elsewhere
from augment.prompt import Occasion, Templates
from augment.selection import varies_in_system_prompt
from augment.tokens import Message, of_messages
from benchmark.clock import now
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance
from schemas.errors import UsageError
from schemas.instance import Instance
from schemas.settings import AugmentSettings, SimilaritySettings
from schemas.yamldoor import Document

_GONE: Final = frozenset({"eliminated", "withdrawn"})


@dataclass(frozen=True)
class Wanted:
    """What was asked for on the command line.

    `fill` is the number of augmented instances a task shall have; None for `settings.rounds`
    new ones whatever there is. `named` says whether the tasks were named one by one.
    """

    tasks: tuple[TaskName, ...]
    settings: AugmentSettings
    fill: int | None = None
    language: str = ""
    seed: int | None = None
    named: bool = True


@dataclass(frozen=True)
class Job:
    """One task in one language.

    `humans` are all the demonstrations there are, `shown` the ids of those in the prompt, `pool`
    what candidates are compared with before the first choice, `elsewhere` how other tasks word
    theirs. `owners` look after the new instances in turn, beginning with number `first_owner`.
    """

    task: TaskName
    language: str
    rubric_language: str
    rounds: int
    messages: tuple[Message, ...]
    humans: tuple[LoadedInstance, ...]
    pool: tuple[LoadedInstance, ...]
    elsewhere: Elsewhere
    shown: tuple[str, ...]
    left_out: tuple[str, ...]
    shared_system_prompt: str | None
    owners: tuple[str, ...]
    first_owner: int
    may_leave: bool

    @property
    def name(self) -> str:
        """`capability/task language`: what the job is called in journal and reports."""
        return f"{'/'.join(self.task)} {self.language}"

    @property
    def prompt_tokens(self) -> int:
        """About how many tokens one request sends."""
        return of_messages(self.messages)


@dataclass(frozen=True)
class Skipped:
    """A task, or one language of it, in which nothing is to be done. `failed`: though asked to."""

    task: TaskName
    language: str
    why: str
    failed: bool


@dataclass(frozen=True)
class Plan:
    """A run before it starts."""

    run_id: str
    started: str
    run_by: str
    settings: AugmentSettings
    similarity: SimilaritySettings
    seed: int
    jobs: tuple[Job, ...]
    skipped: tuple[Skipped, ...] = ()

    @property
    def requests(self) -> int:
        """How many requests it takes where none has to be repeated."""
        return sum(job.rounds for job in self.jobs) * self.settings.candidates


def make(
    benchmark: Benchmark,
    statuses: Mapping[str, str],
    wanted: Wanted,
    texts: Templates,
    run_by: str,
) -> Plan:
    """The plan of a new run. `statuses` are the review statuses by instance name.

    Raises UsageError where a task does not exist.
    """
    run_id = f"{now()[:10].replace('-', '')}-{secrets.token_hex(4)}"
    seed = int(hashlib.sha256(run_id.encode()).hexdigest()[:7], 16)
    seed = seed if wanted.seed is None else wanted.seed
    jobs: list[Job] = []
    skipped: list[Skipped] = []
    for task in wanted.tasks:
        for outcome in _of_task(benchmark, statuses, wanted, texts, task, seed):
            if isinstance(outcome, Job):
                jobs.append(outcome)
            else:
                skipped.append(outcome)
    return Plan(
        run_id, now(), run_by, wanted.settings, benchmark.settings.similarity, seed,
        tuple(jobs), tuple(skipped),
    )  # fmt: skip


def _of_task(
    benchmark: Benchmark,
    statuses: Mapping[str, str],
    wanted: Wanted,
    texts: Templates,
    task: TaskName,
    seed: int,
) -> list[Job | Skipped]:
    instances = benchmark.of_task(task)
    if benchmark.is_retired(task):
        return [Skipped(task, "", "the task is retired", wanted.named)]
    able = humans(instances, statuses)
    languages = dict.fromkeys(loaded.instance.language for loaded in able)
    if wanted.language:
        languages = {wanted.language: None}
    if not languages:
        why = "it has no human instance to learn from: demonstrations are needed, at least two"
        return [Skipped(task, "", why, wanted.named)]
    return [
        _of_language(benchmark, statuses, wanted, texts, task, language, seed)
        for language in languages
    ]


def _of_language(
    benchmark: Benchmark,
    statuses: Mapping[str, str],
    wanted: Wanted,
    texts: Templates,
    task: TaskName,
    language: str,
    seed: int,
) -> Job | Skipped:
    inside = [x for x in benchmark.of_task(task) if x.instance.language == language]
    able = humans(inside, statuses)
    if len(able) < LEAST:
        count = f"{len(able)} human instance{'s' * (len(able) != 1)} in {language}"
        why = f"{count}: demonstrations are needed, at least two"
        return Skipped(task, language, why, wanted.named)
    there = _augmented(inside, statuses)
    rounds = wanted.settings.rounds if wanted.fill is None else wanted.fill - there
    if rounds < 1:
        return Skipped(task, language, f"it has {there} augmented instances already", False)
    card = benchmark.card(task)
    shared = None if varies_in_system_prompt(able) else able[0].instance.system_prompt
    rubric_language = Counter(x.instance.rubric_language for x in able).most_common(1)[0][0]
    occasion = Occasion(task, card, language, rubric_language, shared)

    def messages(shown: Sequence[LoadedInstance]) -> tuple[Message, ...]:
        return prompt.messages(texts, occasion, [loaded.instance for loaded in shown])

    shown = fitting(
        able,
        lambda some: of_messages(messages(some)),
        wanted.settings.context_tokens - wanted.settings.max_output_tokens,
        f"{seed} {'/'.join(task)} {language}",
    )
    if len(shown.demonstrations) < LEAST:
        why = (
            f"fewer than two demonstrations fit into {wanted.settings.context_tokens} tokens: "
            "raise augment.context_tokens in curate.yaml"
        )
        return Skipped(task, language, why, True)
    return Job(
        task=task,
        language=language,
        rubric_language=rubric_language,
        rounds=rounds,
        messages=messages(shown.demonstrations),
        humans=able,
        pool=pool(inside, statuses),
        elsewhere=_elsewhere(benchmark, statuses, task, language, able),
        shown=tuple(loaded.name for loaded in shown.demonstrations),
        left_out=shown.left_out,
        shared_system_prompt=shared,
        owners=_owners(benchmark, able),
        first_owner=there,
        may_leave=card.may_leave,
    )


def _elsewhere(
    benchmark: Benchmark,
    statuses: Mapping[str, str],
    task: TaskName,
    language: str,
    able: Sequence[LoadedInstance],
) -> Elsewhere:
    others = (x for x in benchmark.instances if x.task != task and x.instance.language == language)
    return elsewhere(
        [Draft.of(x.instance) for x in able],
        [Draft.of(x.instance) for x in humans(list(others), statuses)],
    )


def _augmented(instances: Sequence[LoadedInstance], statuses: Mapping[str, str]) -> int:
    return sum(
        loaded.instance.provenance.origin == "augmented" and statuses.get(loaded.name) not in _GONE
        for loaded in instances
    )


def _owners(benchmark: Benchmark, able: Sequence[LoadedInstance]) -> tuple[str, ...]:
    """The authors of the human instances, those who are still here, in the instances' order."""
    authors = dict.fromkeys(loaded.instance.provenance.author for loaded in able)
    return tuple(
        author
        for author in authors
        if author in benchmark.people and not benchmark.people[author].left
    )


def pack(plan: Plan) -> dict[str, Any]:
    """The plan as JSON."""
    instances = {
        loaded.name: loaded.instance.model_dump()
        for job in plan.jobs
        for loaded in (*job.humans, *job.pool)
    }
    return {
        "format": 1,
        "run": plan.run_id,
        "started": plan.started,
        "run_by": plan.run_by,
        "settings": plan.settings.model_dump(),
        "similarity": plan.similarity.model_dump(),
        "seed": plan.seed,
        "jobs": [_pack_job(job) for job in plan.jobs],
        "instances": instances,
    }


def _pack_job(job: Job) -> dict[str, Any]:
    return {
        **{name: getattr(job, name) for name in _PLAIN},
        "humans": [loaded.name for loaded in job.humans],
        "pool": [loaded.name for loaded in job.pool],
        "elsewhere": asdict(job.elsewhere),
    }


_PLAIN: Final = (
    "task", "language", "rubric_language", "rounds", "messages", "shown", "left_out",
    "shared_system_prompt", "owners", "first_owner", "may_leave",
)  # fmt: skip


def unpack(packed: Mapping[str, Any]) -> Plan:
    """The plan that `pack` made JSON of. Raises UsageError for one of another version."""
    if packed.get("format") != 1:
        raise UsageError("the journal is of another version of this program")
    instances = {
        name: Instance.model_validate(fields) for name, fields in packed["instances"].items()
    }
    return Plan(
        packed["run"],
        packed["started"],
        packed["run_by"],
        AugmentSettings.model_validate(packed["settings"]),
        SimilaritySettings.model_validate(packed["similarity"]),
        packed["seed"],
        tuple(_unpack_job(job, instances) for job in packed["jobs"]),
    )


def _unpack_job(job: Mapping[str, Any], instances: Mapping[str, Instance]) -> Job:
    task: TaskName = (job["task"][0], job["task"][1])

    def loaded(name: str) -> LoadedInstance:
        return LoadedInstance(task, name, instances[name], Document("", "", {}))

    plain = {name: job[name] for name in _PLAIN}
    plain["messages"] = [tuple(message) for message in job["messages"]]
    lists = {name: tuple(v) for name, v in plain.items() if isinstance(v, list)}
    return Job(
        **{**plain, **lists},
        humans=tuple(map(loaded, job["humans"])),
        pool=tuple(map(loaded, job["pool"])),
        # A run begun before there was this one is decided without.
        elsewhere=Elsewhere(**job.get("elsewhere", {})),
    )


def with_server(plan: Plan, base_url: str) -> Plan:
    """The plan asked of another server that has the same model, for a run that is resumed."""
    return replace(plan, settings=plan.settings.model_copy(update={"base_url": base_url}))
