"""A person's own reviews."""

from __future__ import annotations

from benchmark.load import Benchmark, LoadedInstance
from schemas.acts import Review


def last_review(benchmark: Benchmark, person: str, key: str = "") -> LoadedInstance | None:
    """The instance this person reviewed last, of all or of the one with this key."""
    filed = [
        (recorded.act.at, loaded)
        for loaded in benchmark.instances
        if key in ("", loaded.instance.key)
        for recorded in benchmark.acts_of(loaded)
        if isinstance(recorded.act, Review) and recorded.act.by == person
    ]
    return max(filed, key=lambda pair: pair[0], default=("", None))[1]
