"""The standing of every instance of a benchmark."""

from __future__ import annotations

from collections.abc import Mapping

from benchmark import layout
from benchmark.load import Benchmark, LoadedInstance
from review.eligibility import Subject
from review.rule import ClosedRound, Need, Standing, closed_rounds, judge
from schemas.errors import RefusedError


def subject_of(benchmark: Benchmark, loaded: LoadedInstance) -> Subject:
    """What the rule has to know of an instance."""
    origin = loaded.instance.provenance
    card = benchmark.tasks.get(loaded.task)
    return Subject(
        key=loaded.instance.key,
        digest=loaded.digest,
        owner=loaded.instance.owner,
        capability=loaded.task[0],
        language=loaded.instance.language,
        warnings=tuple(card.content_warnings) if card else (),
        needs_check=origin.origin == "augmented" and not origin.checked_by,
        checked_by=origin.checked_by,
        task_retired=benchmark.is_retired(loaded.task),
        released=benchmark.released_digests.get(loaded.instance.key, frozenset()),
    )


def standing_of(benchmark: Benchmark, loaded: LoadedInstance) -> Standing:
    """Where one instance stands; nowhere until every act on it can be read."""
    if spoilt := _unreadable_act(benchmark, loaded):
        return _to_repair(benchmark, loaded, spoilt)
    return judge(
        subject_of(benchmark, loaded),
        benchmark.acts_of(loaded),
        benchmark.people,
        benchmark.settings.review,
    )


def rounds_over(benchmark: Benchmark, loaded: LoadedInstance) -> tuple[ClosedRound, ...]:
    """The rounds of one instance that are over, oldest first: what is in them is no secret."""
    return closed_rounds(
        subject_of(benchmark, loaded),
        benchmark.acts_of(loaded),
        benchmark.people,
        benchmark.settings.review,
    )


def _unreadable_act(benchmark: Benchmark, loaded: LoadedInstance) -> str:
    folder = layout.acts_dir(loaded.task, loaded.name) + "/"
    files = (error.where.file for error in benchmark.unreadable)
    return next((file for file in files if file.startswith(folder)), "")


def _to_repair(benchmark: Benchmark, loaded: LoadedInstance, path: str) -> Standing:
    """What its other acts come to may be wrong, and what they say stays hidden."""
    round = max((a.act.round for a in benchmark.acts_of(loaded)), default=0)
    why = f"{path} cannot be read: acts are never edited, take it from git"
    curators = tuple(
        sorted(p for p, x in benchmark.people.items() if "curator" in x.roles and not x.left)
    )
    return Standing("draft", round, why, (Need("repair", curators, why, named=False),))


def require_whole(name: str, standing: Standing) -> None:
    """Raises RefusedError where an act on the instance cannot be read."""
    for need in standing.needs:
        if need.act == "repair":
            raise RefusedError(f"{name}: {need.why}")


def standings(benchmark: Benchmark) -> Mapping[str, Standing]:
    """Where each instance stands, by its id or `new-<key>`, in the benchmark's order."""
    return {loaded.name: standing_of(benchmark, loaded) for loaded in benchmark.instances}
