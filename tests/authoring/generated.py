"""A run of the augmentation as its record tells it, without a model."""

from __future__ import annotations

import json

from benchmark import layout
from benchmark.create import new_key
from benchmark.instance_file import draft_path, text_of
from schemas.instance import Instance, Provenance, ScoreRubric
from schemas.run import Candidate, Generation, Measure, Near, Round, Run
from schemas.yamldoor import dump
from tests.world import AS_KIT, TASK, World, filled

RUN = "2026-11-29-a"
PLACE = layout.parse_task(TASK)


def answer(name: str, **texts: str) -> str:
    """What a model would have answered."""
    fields = {**filled(name), **texts}
    return json.dumps({**fields, "score_rubric": fields["score_rubric"].model_dump()})


def generated(world: World, *, owner: str = "ann", closest: str = "", near: str = "") -> str:
    """A draft that a run has kept, with four other candidates; its name."""
    key = new_key()
    texts = filled("kept")
    instance = Instance(
        key=key,
        **{**texts, "score_rubric": ScoreRubric.model_validate(texts["score_rubric"].model_dump())},
        provenance=Provenance(origin="augmented", run=RUN, model="m", run_by="kit", owner=owner),
    )
    path = draft_path(PLACE, instance)
    file = world.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text_of(instance, path, ""), encoding="utf-8")
    record = world.root / layout.run_record(RUN, PLACE, f"en-{key}")
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(dump(_run(key, closest, near), file="run.yaml"), encoding="utf-8")
    world.git("add", ".")
    world.git(*AS_KIT, "commit", "-qm", "A run")
    return file.stem


def _run(key: str, closest: str, near: str) -> Run:
    candidates = [
        Candidate(index=0, text=answer("first"), score="0.840000", closest=closest),
        Candidate(
            index=1, text=answer("kept"), score="0.710000", closest=closest, kept_as=key
        ),
        Candidate(
            index=2, text=answer("third", input="In [City], [/foo] [red"),
            dropped="placeholder", detail='"[City]" in input',
        ),
        Candidate(index=3, text='{"input": "cut off', dropped="truncated"),
        Candidate(
            index=4, text=answer("fifth", input="list[int] \x1b[2J"), dropped="damaged"
        ),
    ]  # fmt: skip
    return Run(
        task=TASK,
        language="en",
        run_by="kit",
        started="2026-11-29T20:00:00Z",
        generation=Generation(
            model="m", host="h", rounds=1, candidates=5, at_least=2, temperature="",
            max_output_tokens=100, answers_as="json", prompt_digest="",
        ),
        similarity=Measure(policy="max", settings={}),
        demonstrations=[],
        pool=[closest] if closest else [],
        rounds=[Round(number=3, candidates=candidates)],
        near=[Near(key=key, other=near, similarity="0.91")] if near else [],
    )  # fmt: skip
