"""What a run leaves in the benchmark: its record, its drafts, and one commit a task."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from augment import prompt
from augment.candidate import Candidate
from augment.dialect import Form
from augment.outcome import JobOutcome, RoundOutcome
from augment.plan import Job, Plan
from augment.rounds import instance_of
from benchmark import instance_file, layout
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark
from schemas import run as files
from schemas.instance import Instance, Provenance
from schemas.yamldoor import dump, load_model, parse

_HALF: Final = re.compile("[\ud800-\udfff]")


def committed(git: Git, run_id: str, job: Job) -> files.Run | None:
    """The record of a job in the newest commit, None where there is none."""
    path = layout.run_record(run_id, job.task, job.language)
    data = git.file_at("HEAD", path) if git.head else None
    return load_model(parse(data, path), files.Run) if data is not None else None


def settled(run: files.Run | None) -> dict[int, int]:
    """Which candidate each round of a record kept, by the round's number."""
    return {
        one.number: candidate.index
        for one in (run.rounds if run else ())
        for candidate in one.candidates
        if candidate.kept_as
    }


def commit(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    plan: Plan,
    outcome: JobOutcome,
    run: files.Run,
    present: files.Run | None,
) -> None:
    """Write the record and the new drafts of a job and commit them.

    `present` is the record that was committed before, where rounds had chosen nothing. What an
    interrupted process has written but not committed is taken as it is. Raises what
    `benchmark.change.carry_out` raises, with nothing changed.
    """
    job = outcome.job
    drafts = _drafts(plan, outcome, settled(present))
    if present and not drafts:
        return
    change = Change(
        f"Augment {'/'.join(job.task)} ({job.language}): {len(drafts)} new drafts",
        trailers=[
            ("Curate-Act", "augment"),
            ("Run", plan.run_id),
            *(("Instance", f"new-{instance.key}") for instance in drafts),
        ],
    )
    path = layout.run_record(plan.run_id, job.task, job.language)
    _write(root, change, path, dump(run, header=_header(path), file=path))
    for instance in drafts:
        place = instance_file.draft_path(job.task, instance)
        if (root / place).is_file():
            change.extra_paths.append(place)
        else:
            change.writes[place] = instance_file.text_of(instance, place, benchmark.settings.canary)
    carry_out(root, change, actor)


def _write(root: Path, change: Change, path: str, text: str) -> None:
    file = root / path
    if not file.is_file():
        change.writes[path] = text
    elif (present := file.read_bytes()) == text.encode():
        change.extra_paths.append(path)
    else:
        change.writes[path] = text
        change.loaded[path] = present


def _header(path: str) -> str:
    up = "../" * path.count("/")
    return f"# yaml-language-server: $schema={up}{layout.SCHEMAS}/run.json\n"


def _drafts(plan: Plan, outcome: JobOutcome, there: Mapping[int, int]) -> list[Instance]:
    """The new instances, each with its owner: the human instances' authors in turn."""
    job = outcome.job
    owners = job.owners or (plan.run_by,)
    drafts = []
    for place, one in enumerate(outcome.rounds):
        chosen = one.chosen
        if chosen is None or chosen.draft is None or one.number in there:
            continue
        provenance = Provenance(
            origin="augmented",
            run=plan.run_id,
            model=plan.settings.model,
            demonstrations=list(job.shown),
            run_by=plan.run_by,
            owner=owners[(job.first_owner + place) % len(owners)],
        )
        instance = instance_of(chosen.draft, one.key, job)
        drafts.append(instance.model_copy(update={"provenance": provenance}))
    return drafts


def run_of(
    plan: Plan, host: str, form: Form, outcome: JobOutcome, present: files.Run | None
) -> files.Run:
    """The record as a file holds it. Nothing in it depends on the clock of this process.

    Rounds that were settled in the record `present` stay as they are there.
    """
    job, settings = outcome.job, plan.settings
    kept = settled(present)
    before = {one.number: one for one in (present.rounds if present else ()) if one.number in kept}
    return files.Run(
        task="/".join(job.task),
        language=job.language,
        run_by=plan.run_by,
        started=plan.started,
        generation=files.Generation(
            model=settings.model,
            host=host,
            rounds=job.rounds,
            candidates=settings.candidates,
            at_least=settings.at_least,
            temperature=settings.temperature,
            max_output_tokens=settings.max_output_tokens,
            answers_as=form,
            seed=plan.seed,
            prompt_digest=prompt.digest(job.messages),
        ),
        similarity=files.Measure(policy=plan.similarity.policy, settings=dict(outcome.similarity)),
        demonstrations=list(job.shown),
        left_out=list(job.left_out),
        shares_system_prompt=job.shared_system_prompt is not None,
        system_prompt=job.shared_system_prompt or "",
        pool=[loaded.name for loaded in job.pool],
        notes=list(outcome.notes),
        rounds=[before.get(one.number) or _round(one) for one in outcome.rounds],
        near=[
            files.Near(
                key=near.new.removeprefix("new-"),
                other=near.existing,
                similarity=f"{near.cosine:.6f}",
            )
            for near in outcome.near
        ],
        prompt_tokens=outcome.prompt_tokens,
        completion_tokens=outcome.completion_tokens,
    )


def _round(one: RoundOutcome) -> files.Round:
    return files.Round(
        number=one.number,
        candidates=[_candidate(one, candidate) for candidate in one.candidates],
        stopped=one.stopped,
    )


def _candidate(one: RoundOutcome, candidate: Candidate) -> files.Candidate:
    scored = one.scores.get(candidate.index)
    return files.Candidate(
        index=candidate.index,
        text=_storable(candidate.answer),
        score=f"{scored.score:.6f}" if scored else "",
        closest=scored.closest if scored else "",
        dropped=candidate.drop.reason if candidate.drop else "",
        detail=_storable(candidate.drop.detail) if candidate.drop else "",
        kept_as=one.key if candidate.index == one.kept else "",
        cut=one.cut.get(candidate.index, 0),
    )


def _storable(text: str) -> str:
    """Half characters, which no file can carry, as they are escaped in JSON."""
    return _HALF.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
