"""Acts are written once: what they say must still be what their name was made from."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.checks.finding import Finding
from benchmark.load import Benchmark


def check(benchmark: Benchmark) -> Iterator[Finding]:
    """ACT_EDITED and ACT_PERSON: errors. ACT_ASTRAY: a warning."""
    keys = {(loaded.task, loaded.name): loaded.instance.key for loaded in benchmark.instances}
    for place, acts in benchmark.acts.items():
        for recorded in acts:
            name = place[1]
            if recorded.act.name() != recorded.name:
                yield Finding(
                    name, recorded.path, 1, "", "ACT_EDITED", "error",
                    "the act was changed after it was made; take it from git, and undo an act "
                    "by another act",
                )  # fmt: skip
            if recorded.act.by not in benchmark.people:
                yield Finding(
                    name, recorded.path, 1, "by", "ACT_PERSON", "error",
                    f"there is no people/{recorded.act.by}.yaml",
                )  # fmt: skip
            if keys.get(place) != recorded.act.instance:
                yield Finding(
                    name, recorded.path, 1, "instance", "ACT_ASTRAY", "warning",
                    f"it is about the instance with key {recorded.act.instance}, "
                    "which is not the one of this name",
                )  # fmt: skip
