"""Whole runs on the published instances: one of each task is held back, and comes amid junk."""

from __future__ import annotations

import json
import re
import threading
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from augment.candidate import Draft
from augment.filters.damaged import errors
from benchmark.layout import TaskName
from tests.augment.bench import set_up
from tests.augment.conftest import Serve
from tests.augment.junk import FROM_ELSEWHERE, JUNK
from tests.augment.playing import asking, published
from tests.augment.server import Action, Seen, says
from tests.world import BIGGEN, World

_TASK = re.compile(r'"capability": "(.+?)",\s+"task": "(.+?)"')
REASONS = [
    {""},
    {"refusal"},
    {"refusal"},
    {"language"},
    {"repetition"},
    {"placeholder"},
    {"off_task", "length"},
    {"off_task"},
]


def as_answer(draft: Draft) -> str:
    return json.dumps(
        {
            "system_prompt": draft.system_prompt,
            "input": draft.input,
            "reference_answer": draft.reference_answer,
            "score_rubric": draft.score_rubric.model_dump(),
        }
    )


def held_back() -> dict[TaskName, tuple[str, Draft]]:
    """The last undamaged instance of every task that has enough others, with its id."""
    kept = {}
    for task, humans in published().items():
        sound = [(h.name, Draft.of(h.instance)) for h in humans]
        sound = [(name, draft) for name, draft in sound if not list(errors(draft))]
        if len(sound) > 3:
            kept[task] = sound[-1]
    return kept


def answers(good: Draft) -> list[str]:
    return [
        as_answer(good),
        "I'm sorry, but I can't help with creating that instance.",
        *(
            as_answer(asking(good, JUNK[name][0]))
            for name in ("a refusal", "gibberish", "one word", "a mark")
        ),
        as_answer(FROM_ELSEWHERE[0]),
        as_answer(FROM_ELSEWHERE[6]),
    ]


class Playing:
    """Answers each request of a task with the next of its answers."""

    def __init__(self, good: dict[TaskName, tuple[str, Draft]]) -> None:
        self._by_name = {
            (task[0].replace("_", " "), task[1].replace("_", " ")): answers(draft)
            for task, (_, draft) in good.items()
        }
        self._next: dict[Any, int] = defaultdict(int)
        self._lock = threading.Lock()

    def __call__(self, seen: Seen) -> Action:
        found = _TASK.search(seen.body["messages"][1]["content"])
        assert found is not None
        if found.groups() not in self._by_name:
            return says("I cannot.")
        with self._lock:
            place = self._next[found.groups()]
            self._next[found.groups()] += 1
        return says(self._by_name[found.groups()][place])


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", ["safety_safety", pytest.param("", marks=pytest.mark.long)])
def test_the_instance_held_back_is_kept_and_the_junk_falls_by_its_reasons(
    world: World, serve: Serve, tmp_path: Path, part: str
):
    good = {task: one for task, one in held_back().items() if "_".join(task).startswith(part)}
    names = {name for name, _ in good.values()}
    everything = json.loads((BIGGEN / "sample_responses.json").read_text(encoding="utf-8"))
    others = {k: x for k, x in everything.items() if k.startswith(part) and k not in names}
    source = tmp_path / "others.json"
    source.write_text(json.dumps(others))
    world("import", "biggen", source, by="kit")
    set_up(world, model="loopback", at_least=1, extra_candidates=0, concurrency=25)
    server = serve(Playing(good))
    result = world(
        "augment", "--all", "--rounds", "1", "--candidates", str(len(REASONS)), "--json",
        "--base-url", server.base_url, by="kit", code=None,
    )  # fmt: skip
    jobs = {(job["capability"], job["task"]): job for job in result.json["tasks"]}
    assert good
    assert set(jobs) >= set(good)
    benchmark = world.load()
    wrong = {}
    for task, job in jobs.items():
        if task not in good:
            continue
        if task[0] == "multilingual":
            # Each has a Thai instance, which this model has no words for.
            assert (job["state"], job["kept"]) == ("failed", [])
            assert "minilm cannot read" in job["why"]
            continue
        fates = [c for one in job["rounds"] for c in one["candidates"]]
        kept = [benchmark.find(name).instance.input for name in job["kept"]]
        if kept != [good[task][1].input] or not _fit(sorted(c["dropped"] for c in fates)):
            wrong["/".join(task)] = (job["state"], job["why"], [c["dropped"] for c in fates])
    assert wrong == {}


def _fit(fates: list[str]) -> bool:
    """Whether each reason expected is there once."""
    left = list(fates)
    for reasons in sorted(REASONS, key=len):
        found = next((fate for fate in left if fate in reasons), None)
        if found is None:
            return False
        left.remove(found)
    return not left
