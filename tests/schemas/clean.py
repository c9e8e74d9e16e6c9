"""An instance with which nothing is wrong, to put one fault into."""

from __future__ import annotations

from schemas.instance import Instance, ScoreRubric

RUBRIC = {
    "criteria": "Does the response name the cheaper shop and say by how much?",
    "score1_description": "The response names no shop.",
    "score2_description": "The response names the dearer shop.",
    "score3_description": "The response names the cheaper shop and gives no difference.",
    "score4_description": "The response names the cheaper shop, and its difference is off.",
    "score5_description": "The response names the cheaper shop and the right difference.",
}
FIELDS = {
    "system_prompt": "You read tables.",
    "input": "Shop A asks 3 euro, shop B 2 euro. Which is the cheaper one?",
    "reference_answer": "Shop B is cheaper by 1 euro.",
}


def fine(**changes: str) -> Instance:
    """The instance, with other texts in some fields (`rubric.criteria`: `**{"rubric.…": …}`)."""
    rubric, fields = dict(RUBRIC), dict(FIELDS)
    for field, text in changes.items():
        into = rubric if field.startswith("rubric.") else fields
        into[field.removeprefix("rubric.")] = text
    return Instance(key="0123abcd", score_rubric=ScoreRubric(**rubric), **fields)
