"""A person's own reviews."""

from __future__ import annotations

from collections.abc import Collection

from benchmark.load import Benchmark, LoadedInstance
from schemas.acts import Review


def last_review(
    benchmark: Benchmark, person: str, key: str = "", *, without: Collection[str] = ()
) -> LoadedInstance | None:
    """The instance this person reviewed last, of all or of the one with this key.

    `without` are keys of instances that are passed over.
    """
    filed = [
        (recorded.act.at, loaded)
        for loaded in benchmark.instances
        if key in ("", loaded.instance.key) and loaded.instance.key not in without
        for recorded in benchmark.acts_of(loaded)
        if isinstance(recorded.act, Review) and recorded.act.by == person
    ]
    return max(filed, key=lambda pair: pair[0], default=("", None))[1]
