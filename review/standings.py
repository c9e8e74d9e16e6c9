"""The standing of every instance of a benchmark."""

from __future__ import annotations

from collections.abc import Mapping

from benchmark.load import Benchmark, LoadedInstance
from review.eligibility import Subject
from review.rule import Standing, judge


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
    """Where one instance stands."""
    return judge(
        subject_of(benchmark, loaded),
        benchmark.acts_of(loaded),
        benchmark.people,
        benchmark.settings.review,
    )


def standings(benchmark: Benchmark) -> Mapping[str, Standing]:
    """Where each instance stands, by its id or `new-<key>`, in the benchmark's order."""
    return {loaded.name: standing_of(benchmark, loaded) for loaded in benchmark.instances}
