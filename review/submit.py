"""Submit: open the next round on the content as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark import layout
from benchmark.checks import identity
from benchmark.checks.equal_texts import Rubrics
from benchmark.clock import now
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.instance_file import draft_path
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance
from benchmark.numbers import next_number
from benchmark.validate import instance_findings
from review.record import Entry, record
from review.rule import NamedReview, Standing
from review.standings import require_whole, standing_of
from review.writers import writers
from schemas.acts import Answer, Review, Submit
from schemas.digest import field_digests
from schemas.errors import CurateError, RefusedError, Where
from schemas.fields import ContentField, FlagField
from schemas.names import instance_id

Answers = Mapping[FlagField, Answer]


@dataclass(frozen=True)
class Submitted:
    """What a submit did: new names by old ones, and refusals by name."""

    names: Mapping[str, str]
    refused: Mapping[str, CurateError]


def submit(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    instances: Sequence[LoadedInstance],
    answers: Answers | None = None,
) -> Submitted:
    """Submit the instances that can be, in one commit, and say why the others cannot.

    A first submit gives a draft its number. Raises what `record` raises, with nothing changed.
    """
    if "curator" not in actor.person.roles:
        actor.require("author", "submit")
    ready: list[tuple[LoadedInstance, Standing, list[Answer]]] = []
    refused: dict[str, CurateError] = {}
    rubrics = Rubrics(benchmark)
    not_itself = {finding.file: finding for finding in identity.check(benchmark)}
    for loaded in instances:
        try:
            standing = standing_of(benchmark, loaded)
            _may_submit(benchmark, actor, loaded, standing)
            if finding := not_itself.get(loaded.path):
                raise RefusedError(
                    finding.message,
                    where=Where(loaded.path, finding.line, field=finding.field),
                    advice="A copied file needs a key of its own: begin it with `curate new`.",
                )
            _has_own_rubric(benchmark, rubrics, loaded, [other for other, _, _ in ready])
            ready.append((loaded, standing, _answers(loaded, standing, answers or {})))
        except CurateError as error:
            refused[loaded.name] = error
    if not ready:
        return Submitted({}, refused)
    Git(root).require_ready()
    names = _names(root, benchmark, [loaded for loaded, _, _ in ready])
    wrote = writers(root, benchmark, actor, [loaded for loaded, _, _ in ready])
    at = now()
    entries = [
        Entry(
            loaded,
            names[loaded.name],
            Submit(
                instance=loaded.instance.key,
                round=standing.round + 1,
                by=actor.id,
                recorded_by=actor.recorded_by,
                at=at,
                digest=loaded.digest,
                fields=field_digests(loaded.instance),
                writers=wrote[loaded.name],
                seen=sorted(a.name for a in benchmark.acts_of(loaded) if isinstance(a.act, Review)),
                answers=answered,
            ),
        )
        for loaded, standing, answered in ready
    ]
    record(root, actor, entries, also=_uncommitted_needs(root, actor, entries))
    return Submitted(names, refused)


def mine_to_submit(
    benchmark: Benchmark, actor: Actor, task: TaskName | None = None
) -> list[LoadedInstance]:
    """Drafts and revisions that are the actor's turn (or nobody's), of a task or of all."""
    return [
        loaded
        for loaded in (benchmark.of_task(task) if task else benchmark.instances)
        if loaded.instance.owner in ("", actor.id)
        and any(need.act == "submit" for need in standing_of(benchmark, loaded).needs)
    ]


def _may_submit(
    benchmark: Benchmark, actor: Actor, loaded: LoadedInstance, standing: Standing
) -> None:
    name = loaded.name
    if loaded.instance.owner not in ("", actor.id) and "curator" not in actor.person.roles:
        # Whose it is stays unsaid: a reviewer may be asking.
        raise RefusedError(
            f"{name} is not yours to submit", advice="Its author or a curator can submit it."
        )
    if standing.round_open:
        way = (
            "A curator can recall it"
            if standing.reviews
            else "No review is filed yet, so you can take it back"
        )
        raise RefusedError(
            f"{name} is in review: round {standing.round} is open and its content is locked",
            advice=f"{way}: `curate recall {name} --reason …`. What you wrote stays on disk.",
        )
    if not any(need.act == "submit" for need in standing.needs):
        _explain(name, standing)
    errors = [
        finding
        for finding in instance_findings(benchmark, loaded, as_submitted=True)
        if finding.severity == "error"
    ]
    if errors:
        listed = "\n".join(f"  {loaded.path}:{f.line} {f.field}: {f.message}" for f in errors[:10])
        raise RefusedError(
            f"{name} has {len(errors)} error{'s' if len(errors) > 1 else ''}\n{listed}",
            advice="Mend them and submit again.",
        )


def _has_own_rubric(
    benchmark: Benchmark,
    rubrics: Rubrics,
    loaded: LoadedInstance,
    also: Sequence[LoadedInstance],
) -> None:
    """Refuse a new instance whose rubric stayed behind when another was copied."""
    if benchmark.acts_of(loaded):
        return
    for other in rubrics.copied_by(loaded):
        entered = other in also or any(
            a.act.act in {"submit", "adopt"} for a in benchmark.acts_of(other)
        )
        if entered and standing_of(benchmark, other).status not in {"withdrawn", "eliminated"}:
            raise RefusedError(
                f"the whole rubric is that of {other.name}",
                where=Where(
                    loaded.path, loaded.document.lines.get("score_rubric", 1), field="score_rubric"
                ),
                advice="Every instance has its own: say what an answer to this one must have.",
            )


def _explain(name: str, standing: Standing) -> None:
    require_whole(name, standing)
    for need in standing.needs:
        if need.act == "check":
            raise RefusedError(
                f"{name} was generated and nobody has checked it",
                advice=f"Its owner reads it: `curate augment check {name}`.",
            )
        if need.act == "decide":
            raise RefusedError(f"{name}: {need.why}", advice="That is for a curator.")
    advice = {
        "withdrawn": f"A curator can reopen it: `curate reopen {name} --reason …`.",
        "eliminated": f"A curator can reopen it: `curate reopen {name} --reason …`.",
    }.get(standing.status, "Change it first, and it can be submitted again.")
    raise RefusedError(f"{name} is {standing.status}: {standing.why}", advice=advice)


def _answers(loaded: LoadedInstance, standing: Standing, given: Answers) -> list[Answer]:
    """An answer for each open flag: the one given, or "fixed" where its field changed."""
    now_fields = field_digests(loaded.instance)
    result = []
    for field, items in standing.open_flags.items():
        if field in given:
            _require_change(loaded, given[field], items, now_fields)
            result.append(given[field])
        elif all(has_changed(field, item.review, now_fields) for item in items):
            result.append(Answer(field=field, answer="fixed"))
        else:
            comments = dict.fromkeys(item.review.comments[field].strip() for item in items)
            raise RefusedError(
                f"the flag on {field} has no answer: {' / '.join(comments)}",
                where=Where(loaded.path, field=field),
                advice=f"Change the text, or answer: --answer {field}=disagree:WHY "
                f"(or {field}=fixed:HOW).",
            )
    return result


def _require_change(
    loaded: LoadedInstance,
    answer: Answer,
    flags: Sequence[NamedReview],
    now: Mapping[ContentField, str],
) -> None:
    """Hold "fixed" to it: another text, and where the field is the same, words."""
    if answer.answer != "fixed" or all(
        has_changed(answer.field, item.review, now) for item in flags
    ):
        return
    where = Where(loaded.path, field=answer.field)
    if any(dict(now) == dict(item.review.fields) for item in flags):
        raise RefusedError(
            f"the flag on {answer.field} is answered as fixed, but no text has changed since",
            where=where,
            advice=f"Change it, or say why it is right: --answer {answer.field}=disagree:WHY.",
        )
    if not answer.why.strip():
        raise RefusedError(
            f"the flag on {answer.field} is answered as fixed, but {answer.field} has not changed",
            where=where,
            advice=f"Say what was done about it: --answer {answer.field}=fixed:HOW.",
        )


def has_changed(field: FlagField, flagging: Review, now: Mapping[ContentField, str]) -> bool:
    """Whether what a flag is about reads otherwise than it did to the reviewer."""
    about: list[ContentField] = ["system_prompt", "input"] if field == "task_fit" else [field]
    return any(now[name] != flagging.fields.get(name) for name in about)


def _names(root: Path, benchmark: Benchmark, instances: Sequence[LoadedInstance]) -> dict[str, str]:
    """The id each instance has from now on; drafts get the next numbers of their task."""
    given: dict[TaskName, list[int]] = {}
    names = {}
    for loaded in instances:
        if not loaded.is_draft_file:
            names[loaded.name] = loaded.name
            continue
        taken = given.setdefault(loaded.task, [])
        if not taken:
            taken.append(next_number(root, benchmark, loaded.task))
        else:
            taken.append(taken[-1] + 1)
        names[loaded.name] = instance_id(*loaded.task, taken[-1])
    return names


def _uncommitted_needs(root: Path, actor: Actor, entries: Sequence[Entry]) -> list[str]:
    """The instances' files, and the cards and the person they need, where not committed yet."""
    wanted: dict[str, None] = {}
    for entry in entries:
        if entry.name == entry.loaded.name:
            wanted[entry.loaded.path] = None
            # A submit that was interrupted has moved the draft without telling git.
            wanted[draft_path(entry.loaded.task, entry.loaded.instance)] = None
        wanted[layout.task_card(entry.loaded.task)] = None
        wanted[layout.capability_card(entry.loaded.task[0])] = None
    wanted[layout.person(actor.id)] = None
    uncommitted = set(Git(root).changed())
    return [path for path in wanted if path in uncommitted]
