"""A person reads what a run kept: keeps it, edits it, takes another candidate, or discards it.

Each decision is one commit with a file of its own below the run's record, and is recorded in the
instance as `checked_by`; before that, nothing generated can be submitted.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from augment.answers import parse
from augment.candidate import Draft
from benchmark import files, layout
from benchmark.change import Change, carry_out
from benchmark.clock import now
from benchmark.identity import Actor
from benchmark.load import Benchmark, LoadedInstance
from schemas.errors import FileError, RefusedError, UsageError
from schemas.instance import Instance
from schemas.names import DRAFT_PREFIX
from schemas.run import Candidate, Check, Round, Run, Verdict
from schemas.yamldoor import dump, load_model, update
from schemas.yamldoor import parse as parse_yaml


@dataclass(frozen=True)
class Option:
    """One candidate as a person sees it. `draft` is None where the answer held no instance."""

    index: int
    answer: str
    draft: Draft | None
    score: str
    closest: str
    dropped: str
    detail: str
    is_kept: bool


@dataclass(frozen=True)
class Checking:
    """A generated instance with all that was there to choose from.

    `closest` is the instance that the kept candidate is most similar to, None where it is gone.
    `near` are ids of instances of other tasks that read like this one.
    """

    loaded: LoadedInstance
    run: Run
    round: Round
    options: tuple[Option, ...]
    closest: LoadedInstance | None
    near: tuple[str, ...]
    check: Check | None

    @property
    def kept(self) -> Option:
        """What the run chose."""
        return next(option for option in self.options if option.is_kept)


def to_check(benchmark: Benchmark, person: str = "") -> list[LoadedInstance]:
    """Generated drafts nobody has checked yet; of one owner where a person is given."""
    return [
        loaded
        for loaded in benchmark.instances
        if loaded.instance.provenance.origin == "augmented"
        and not loaded.instance.provenance.checked_by
        and (not person or loaded.instance.owner == person)
    ]


def checking(root: Path, benchmark: Benchmark, loaded: LoadedInstance) -> Checking:
    """An instance with its run's record. Raises UsageError where no run made it."""
    run, one = _record(root, loaded)
    key = loaded.instance.key
    options = tuple(_option(run, candidate, key) for candidate in one.candidates)
    closest = next(option.closest for option in options if option.is_kept)
    return Checking(
        loaded,
        run,
        one,
        options,
        instance_called(benchmark, closest),
        tuple(near.other for near in run.near if near.key == key),
        _check_of(root, loaded),
    )


def keep(root: Path, actor: Actor, loaded: LoadedInstance, edited: Instance | None = None) -> Check:
    """Let the instance go to review, as it came or with a person's changes.

    `edited` is its new content; None for what its file holds. Raises RefusedError unless the
    actor owns it or is a curator, and where it was submitted already.
    """
    new = edited or loaded.instance
    draft = _chosen(root, loaded)
    verdict: Verdict = "kept" if draft == Draft.of(new) else "edited"
    return _record_check(root, actor, loaded, new, verdict)


def take(root: Path, actor: Actor, loaded: LoadedInstance, index: int) -> Check:
    """Put another candidate of the same round in its place. Raises UsageError where it is none.

    A candidate that a filter dropped may be taken: the person has read it.
    """
    run, one = _record(root, loaded)
    candidate = next((c for c in one.candidates if c.index == index), None)
    draft = _draft(run, candidate) if candidate else None
    if draft is None:
        able = [str(c.index) for c in one.candidates if _draft(run, c)]
        raise UsageError(
            f"candidate {index} of {loaded.name} is no instance",
            advice=f"Candidates with one: {', '.join(able)}.",
        )
    new = loaded.instance.model_copy(
        update={
            "system_prompt": draft.system_prompt,
            "input": draft.input,
            "reference_answer": draft.reference_answer,
            "score_rubric": draft.score_rubric,
        }
    )
    return _record_check(root, actor, loaded, new, "replaced", candidate=str(index))


def discard(root: Path, actor: Actor, loaded: LoadedInstance, reason: str) -> Check:
    """Delete the draft and keep why. A copy is kept beside the git directory."""
    if not reason.strip():
        raise UsageError("say why: the reason is what the next prompt can be mended by")
    _require_open(actor, loaded)
    check = _check(actor, loaded, "discarded", reason=reason.strip())
    data = (root / loaded.path).read_bytes()
    files.write(layout.private_dir(root) / "autosave" / "discarded" / f"{loaded.name}.yaml", data)
    change = _change(root, loaded, check)
    change.removals.append(loaded.path)
    carry_out(root, change, actor)
    return check


def instance_called(benchmark: Benchmark, name: str) -> LoadedInstance | None:
    """The instance of this name, also where a draft has got its number since."""
    try:
        return benchmark.find(name.removeprefix(DRAFT_PREFIX)) if name else None
    except (UsageError, FileError):
        return None


# -- the run's record -----------------------------------------------------------------------


def _record(root: Path, loaded: LoadedInstance) -> tuple[Run, Round]:
    origin = loaded.instance.provenance
    if origin.origin != "augmented" or not origin.run:
        raise UsageError(f"{loaded.name} was not generated", advice="There is nothing to choose.")
    folder = root / layout.run_record(origin.run, loaded.task, "x")
    for file in sorted(folder.parent.glob("*.yaml")):
        run = load_model(parse_yaml(file.read_bytes(), str(file.relative_to(root))), Run)
        for one in run.rounds:
            if any(candidate.kept_as == loaded.instance.key for candidate in one.candidates):
                return run, one
    raise UsageError(
        f"the record of the run {origin.run} that made {loaded.name} is not here",
        advice="`curate sync` fetches it if it is in the shared copy.",
    )


def _option(run: Run, candidate: Candidate, key: str) -> Option:
    return Option(
        candidate.index,
        candidate.text,
        _draft(run, candidate),
        candidate.score,
        candidate.closest,
        candidate.dropped,
        candidate.detail,
        candidate.kept_as == key,
    )


def _draft(run: Run, candidate: Candidate) -> Draft | None:
    shared = run.system_prompt if run.shares_system_prompt else None
    return parse(candidate.text, shared)[0]


def _chosen(root: Path, loaded: LoadedInstance) -> Draft | None:
    run, one = _record(root, loaded)
    return next(_draft(run, c) for c in one.candidates if c.kept_as == loaded.instance.key)


def _check_of(root: Path, loaded: LoadedInstance) -> Check | None:
    path = _check_path(loaded)
    file = root / path
    return load_model(parse_yaml(file.read_bytes(), path), Check) if file.is_file() else None


def _check_path(loaded: LoadedInstance) -> str:
    return layout.run_check(loaded.instance.provenance.run, loaded.task, loaded.instance.key)


# -- deciding -------------------------------------------------------------------------------


def _require_open(actor: Actor, loaded: LoadedInstance) -> None:
    if not loaded.is_draft_file:
        raise RefusedError(
            f"{loaded.name} was submitted already",
            advice=f"`curate withdraw {loaded.name} --reason …` takes it out.",
        )
    if actor.id != loaded.instance.owner and "curator" not in actor.person.roles:
        raise RefusedError(
            f"{loaded.name} is looked after by {loaded.instance.owner or 'somebody else'}",
            advice="They check it, or a curator does.",
        )


def _check(actor: Actor, loaded: LoadedInstance, verdict: Verdict, **more: str) -> Check:
    return Check(
        key=loaded.instance.key,
        by=actor.id,
        recorded_by=actor.recorded_by,
        at=now(),
        verdict=verdict,
        **more,
    )


def _record_check(
    root: Path, actor: Actor, loaded: LoadedInstance, new: Instance, verdict: Verdict, **more: str
) -> Check:
    _require_open(actor, loaded)
    check = _check(actor, loaded, verdict, **more)
    provenance = loaded.instance.provenance.model_copy(update={"checked_by": actor.id})
    checked = new.model_copy(update={"provenance": provenance})
    source = loaded.document.source
    change = _change(root, loaded, check)
    change.writes[loaded.path] = update(source, checked, loaded.path)
    change.loaded[loaded.path] = source.encode()
    carry_out(root, change, actor)
    return check


def _change(root: Path, loaded: LoadedInstance, check: Check) -> Change:
    path = _check_path(loaded)
    change = Change(
        f"Check {loaded.name}: {check.verdict}",
        writes={path: dump(check, file=path)},
        trailers=[
            ("Curate-Act", "check"),
            ("Run", loaded.instance.provenance.run),
            ("Instance", loaded.name),
        ],
    )
    if (root / path).is_file():
        change.loaded[path] = (root / path).read_bytes()
    return change
