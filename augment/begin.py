"""Begin a run, resume one, or show what one would send: what the verb and the app both call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from augment import journal, plan, prompt
from augment.budget import Budget
from augment.outcome import RunOutcome
from augment.plan import Plan, Wanted
from augment.providers import Provider
from augment.providers.openai_compatible import OpenAICompatible, host_of, key_for
from augment.providers.scripted import PREFIX, Scripted
from augment.run import Report, carry_out, require_allowed, similarities
from augment.similarity import Similarity
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark
from schemas.errors import RefusedError, UsageError
from schemas.settings import AugmentSettings


@dataclass(frozen=True)
class Preview:
    """What a run would send, without a key or a model: nothing was sent."""

    plan: Plan
    host: str
    leaving: tuple[str, ...]
    own_templates: tuple[str, ...]


def new_plan(
    root: Path, benchmark: Benchmark, statuses: Mapping[str, str], wanted: Wanted, run_by: str
) -> Plan:
    """The plan of a new run. Raises UsageError, and FileError for a template of the benchmark."""
    return plan.make(benchmark, statuses, wanted, prompt.templates(root), run_by)


def preview(root: Path, benchmark: Benchmark, made: Plan) -> Preview:
    """What would be sent where."""
    fields: dict[str, None] = {}
    for job in made.jobs:
        occasion = prompt.Occasion(
            job.task, benchmark.card(job.task), job.language, job.rubric_language,
            job.shared_system_prompt,
        )  # fmt: skip
        fields.update(dict.fromkeys(prompt.leaving(occasion)))
    host = "scripted" if is_scripted(made.settings) else host_of(made.settings.base_url)
    return Preview(made, host, tuple(fields), prompt.templates(root).own)


def is_scripted(settings: AugmentSettings) -> bool:
    """Whether answers are played back instead of asked for."""
    return settings.model.startswith(PREFIX)


def provider_for(root: Path, settings: AugmentSettings) -> Provider:
    """Who answers. Raises UsageError where a model, an address or a key is missing."""
    if is_scripted(settings):
        return Scripted(root / settings.model.removeprefix(PREFIX))
    if not settings.model:
        raise UsageError(
            "no model is named",
            advice="Name one with --model or in curate.yaml (augment: {model: …}); --dry-run "
            "needs none, and `--model scripted:FILE` plays back prepared answers.",
        )
    key = key_for(settings.base_url, settings.key_variable)
    return OpenAICompatible(settings.base_url, key, settings.timeout)


def begin(
    root: Path, benchmark: Benchmark, actor: Actor, made: Plan, budget: Budget,
    report: Report, begun: Callable[[str], None],
) -> RunOutcome:  # fmt: skip
    """Carry out a new plan. `begun` gets the run's id before the first request.

    Whatever can be found wrong is said before anything is paid for: git, roles, the key, tasks
    whose texts may not leave, the similarity model. Raises CurateError.
    """
    if not made.jobs:
        listed = "\n".join(
            f"  {'/'.join(one.task)} {one.language}".rstrip() + f": {one.why}"
            for one in made.skipped
        )
        raise RefusedError(f"there is nothing to generate\n{listed}")
    provider, similar = _ready(root, benchmark, actor, made)
    journal.write_plan(root, made.run_id, plan.pack(made))
    begun(made.run_id)
    with journal.opened(root, made.run_id) as lines:
        return carry_out(root, benchmark, actor, made, lines, provider, budget, similar, report)


def resume(
    root: Path, benchmark: Benchmark, actor: Actor, made: Plan, budget: Budget, report: Report
) -> RunOutcome:
    """Go on with a run from its journal: what was answered is read again, not asked again."""
    provider, similar = _ready(root, benchmark, actor, made)
    with journal.opened(root, made.run_id) as lines:
        return carry_out(root, benchmark, actor, made, lines, provider, budget, similar, report)


def _ready(
    root: Path, benchmark: Benchmark, actor: Actor, made: Plan
) -> tuple[Provider, dict[str, Similarity]]:
    actor.require("author", "generate instances")
    Git(root).require_ready()
    provider = provider_for(root, made.settings)
    require_allowed(benchmark, made, provider)
    return provider, similarities(root, made)


def kept_plan(root: Path, run_id: str) -> Plan:
    """The plan of a run that was begun in this copy. Raises UsageError."""
    return plan.unpack(journal.read_plan(root, run_id))


def tasks_of(benchmark: Benchmark, capability: str) -> list[tuple[str, str]]:
    """The tasks of a capability, retired ones left out. Raises UsageError where it has none."""
    found = [
        task for task in benchmark.tasks
        if capability in ("", task[0]) and not benchmark.is_retired(task)
    ]  # fmt: skip
    if not found:
        where = f"in {capability}" if capability else "here"
        raise UsageError(f"there is no task {where}", advice="`curate status` lists them.")
    return found
