"""Releases in memory: facts made by hand, or of all published instances."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from benchmark.imports.biggen import read_biggen, read_tasks
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance
from benchmark.release import contents as without_data
from benchmark.release.data import row, write_data
from benchmark.release.facts import Facts
from benchmark.release.outcome import Outcome
from benchmark.release.row import row_of
from schemas.digest import canonical_json
from schemas.instance import Instance, Provenance, ScoreRubric
from schemas.names import instance_id
from schemas.settings import Settings
from schemas.yamldoor import Document
from tests.world import BIGGEN

ADOPTED = Outcome("accepted", is_final=True, was_submitted=True, basis="adopted")
REVIEWED = replace(ADOPTED, basis="reviewed", difficulty=("easy", "hard"))
TASK: TaskName = ("reasoning", "tables")


@dataclass(frozen=True)
class Texts(Facts):
    """Facts together with the lines of the data; a row's place is its line's."""

    lines: tuple[bytes, ...] = ()

    @property
    def read_back(self) -> list[dict[str, Any]]:
        """The rows with their texts."""
        return [json.loads(line) for line in self.lines]


def loaded(task: TaskName, number: int, instance: Instance) -> LoadedInstance:
    name = instance_id(*task, number)
    return LoadedInstance(task, name, instance, Document(f"{name}.yaml", "", {}))


def an_instance(number: int = 0, **changes: Any) -> Instance:
    levels = {f"score{n}_description": f"Worth {n}." for n in range(1, 6)}
    instance = Instance(
        key=f"{number:08x}",
        system_prompt="You read tables.",
        input=f"Which shop is the cheapest in table {number}?",
        reference_answer="Shop B.",
        score_rubric=ScoreRubric(criteria="Is the shop found?", **levels),
        provenance=Provenance(origin="human", author="ann"),
    )
    return instance.model_copy(update=changes)


def facts_of(
    instances: Sequence[LoadedInstance],
    outcomes: Sequence[Outcome] | None = None,
    *,
    benchmark: Benchmark | None = None,
    **changes: Any,
) -> Texts:
    """Facts about these instances, reviewed where nothing else is said."""
    known = benchmark or Benchmark(Settings(name="Test bench", canary="c0ffee-canary"))
    known = replace(known, instances=tuple(instances))
    judged = outcomes or [REVIEWED] * len(instances)
    canary = known.settings.canary
    both = list(zip(instances, judged, strict=True))
    lines = [canonical_json(row(x, y, canary)) + b"\n" for x, y in both]
    facts = Texts(
        benchmark=known,
        version="1.0.0",
        source_commit="0123456789abcdef0123456789abcdef01234567",
        source_time="2026-03-01T23:30:00Z",
        tool="curate-bench 0.1.0",
        rows=tuple(row_of(x, y, n) for n, (x, y) in enumerate(both)),
        left_out=(),
        statistics={},
        lines=tuple(lines),
    )
    return replace(facts, **changes)


def small(*instances: Instance, task: TaskName = TASK, **changes: Any) -> Texts:
    """A release of one task; one instance where none is given."""
    given = instances or (an_instance(),)
    return facts_of([loaded(task, n, x) for n, x in enumerate(given)], **changes)


@cache
def published() -> Texts:
    """All published instances, adopted, with their descriptions."""
    capabilities, tasks = read_tasks(BIGGEN / "tasks.json")
    found = [
        loaded(x.task, x.number or 0, x.instance.model_copy(update={"key": f"{n:08x}"}))
        for n, x in enumerate(read_biggen(BIGGEN / "sample_responses.json"))
    ]
    places = {task: place for place, task in enumerate(tasks)}
    found.sort(key=lambda x: (places[x.task], x.number))
    benchmark = Benchmark(
        Settings(name="BiGGen Bench", licence="Apache-2.0", canary="c0ffee-canary"),
        capabilities=capabilities,
        tasks=tasks,
    )
    return facts_of(found, [ADOPTED] * len(found), benchmark=benchmark)


def written(facts: Texts, folder: Path) -> Path:
    """The files of a release, without a manifest."""
    data = write_data(folder, facts.rows, lambda place: facts.lines[place])
    for path, text in without_data.contents(facts, data).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text)
    return folder


def contents(facts: Texts) -> dict[str, bytes]:
    """The files of a release by their paths, without a manifest."""
    with tempfile.TemporaryDirectory() as place:
        folder = written(facts, Path(place))
        return {
            file.relative_to(folder).as_posix(): file.read_bytes()
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }


def front_of(facts: Texts) -> Mapping[str, Any]:
    import yaml

    head: Mapping[str, Any] = yaml.safe_load(card_of(facts).split("---\n")[1])
    return head


def card_of(facts: Texts) -> str:
    return contents(facts)["README.md"].decode()
