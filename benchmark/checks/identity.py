"""Names and keys: every instance is one thing, called by one id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from benchmark import layout
from benchmark.checks.finding import Finding
from benchmark.load import Benchmark, LoadedInstance
from schemas.names import draft_id, ids_collide


def check(benchmark: Benchmark) -> Iterator[Finding]:
    """ID_PATH, KEY_DUPLICATE, ID_DUPLICATE, TASK_AMBIGUOUS: errors."""
    by_key: dict[str, list[LoadedInstance]] = defaultdict(list)
    by_name: dict[str, list[LoadedInstance]] = defaultdict(list)
    for loaded in benchmark.instances:
        by_key[loaded.instance.key].append(loaded)
        by_name[loaded.name].append(loaded)
        if loaded.is_draft_file and loaded.name != draft_id(loaded.instance.key):
            yield _error(
                loaded, "ID_PATH", f"the file must be called {draft_id(loaded.instance.key)}.yaml"
            )
        elif not loaded.is_draft_file and loaded.number is None:
            yield _error(
                loaded,
                "ID_PATH",
                f"the name is no id of its folder: {'_'.join(loaded.task)}_NUMBER expected",
            )
    for key, same in by_key.items():
        # A copy keeps its name apart from its key: it is the one at fault.
        same.sort(key=lambda x: x.is_draft_file and x.name != draft_id(x.instance.key))
        for loaded in same[1:]:
            yield _error(loaded, "KEY_DUPLICATE", f"{same[0].path} has the key {key} too", "key")
    for name, same in by_name.items():
        for loaded in same[1:]:
            yield _error(loaded, "ID_DUPLICATE", f"{same[0].path} has the id {name} too")
    for one, other in combinations(benchmark.tasks, 2):
        if ids_collide(one, other):
            yield Finding(
                "", layout.task_card(other), 1, "", "TASK_AMBIGUOUS", "error",
                f"its ids could be mistaken for ids of {'/'.join(one)}",
            )  # fmt: skip


def _error(loaded: LoadedInstance, code: str, message: str, field: str = "") -> Finding:
    line = loaded.document.lines.get(field, 1)
    return Finding(loaded.name, loaded.path, line, field, code, "error", message)
