"""Releases in memory: facts made by hand, or of all published instances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from benchmark.imports.biggen import read_biggen, read_tasks
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance
from benchmark.release.contents import contents
from benchmark.release.data import row
from benchmark.release.facts import Facts
from benchmark.release.outcome import Outcome
from schemas.instance import Instance, Provenance, ScoreRubric
from schemas.names import instance_id
from schemas.settings import Settings
from schemas.yamldoor import Document
from tests.world import BIGGEN

ADOPTED = Outcome("accepted", is_final=True, was_submitted=True, basis="adopted")
REVIEWED = replace(ADOPTED, basis="reviewed", difficulty=("easy", "hard"))
TASK: TaskName = ("reasoning", "tables")


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
) -> Facts:
    """Facts about these instances, reviewed where nothing else is said."""
    known = benchmark or Benchmark(Settings(name="Test bench", canary="c0ffee-canary"))
    known = replace(known, instances=tuple(instances))
    judged = outcomes or [REVIEWED] * len(instances)
    facts = Facts(
        benchmark=known,
        version="1.0.0",
        source_commit="0123456789abcdef0123456789abcdef01234567",
        source_time="2026-03-01T23:30:00Z",
        tool="curate-bench 0.1.0",
        instances=tuple(instances),
        rows=tuple(
            row(x, y, known.settings.canary) for x, y in zip(instances, judged, strict=True)
        ),
        left_out=(),
        statistics={},
    )
    return replace(facts, **changes)


def small(*instances: Instance, task: TaskName = TASK, **changes: Any) -> Facts:
    """A release of one task; one instance where none is given."""
    given = instances or (an_instance(),)
    return facts_of([loaded(task, n, x) for n, x in enumerate(given)], **changes)


@cache
def published() -> Facts:
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


def written(facts: Facts, folder: Path) -> Path:
    """The files of a release, without a manifest."""
    for path, data in contents(facts).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def front_of(facts: Facts) -> Mapping[str, Any]:
    import yaml

    head: Mapping[str, Any] = yaml.safe_load(card_of(facts).split("---\n")[1])
    return head


def card_of(facts: Facts) -> str:
    return contents(facts)["README.md"].decode()
