"""The arguments of `PrometheusEval.absolute_grade` in the `prometheus-eval` package (0.1.20).

    judge.absolute_grade(**json.load(open("export.json")))

Four lists of equal length; which ids they belong to, in order, stands in the file beside.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from benchmark.exports.record import Exported
from benchmark.exports.responses import Response
from schemas.instance import ScoreRubric


def prometheus(
    instances: Iterable[Exported], responses: Mapping[str, Response] | None = None
) -> str:
    """The export as text: instructions, responses, rubric and reference_answers.

    An instruction is system prompt and input, since the judge is shown nothing else of the task.
    Without `responses` every response is empty, else each instance must have one.
    """
    chosen = list(instances)
    columns = {
        "instructions": [x.instruction for x in chosen],
        "responses": [responses[x.id].text if responses is not None else "" for x in chosen],
        "rubric": [score_rubric(x.rubric) for x in chosen],
        "reference_answers": [x.reference_answer for x in chosen],
    }
    return json.dumps(columns, ensure_ascii=False, indent=1) + "\n"


def score_rubric(rubric: ScoreRubric) -> str:
    """A rubric in the one form that the package's evaluator models were trained to read."""
    levels = [getattr(rubric, f"score{level}_description") for level in range(1, 6)]
    lines = [f"Score {level}: {text}" for level, text in enumerate(levels, 1)]
    return "\n".join([f"[{rubric.criteria}]", *lines])
