"""What has changed in an instance, beside the flags it got and what its author says to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.content import Content

from authoring.plain import shown
from authoring.words import changes
from review.since import SinceMyReview
from schemas.acts import Answer
from schemas.fields import FlagField
from schemas.instance import Instance

LEGEND: Final = "[-taken out-] {+put in+}"
Change = tuple[str, str, str]
"""A text by its name, before and after."""

_NAMES: Final = {
    "system_prompt": "System prompt",
    "input": "Input",
    "reference_answer": "Reference answer",
    "rubric.criteria": "Criterion",
    **{f"rubric.score{level}_description": f"Level {level}" for level in range(1, 6)},
}
_FLAGGED: Final[dict[FlagField, str]] = {
    "task_fit": "fit",
    "reference_answer": "the reference answer",
    "score_rubric": "the rubric",
}


def changed_underneath(before: Instance, after: Instance) -> Content:
    """What became of a text while it was being read."""
    old = dict(before.texts())
    differing = [(name, old[name], text) for name, text in after.texts() if old[name] != text]
    head = Content(f"The text has changed since you began. {LEGEND}\n\n")
    return Content.assemble(head, _listed(differing))


def since_then(since: SinceMyReview, now: Instance) -> Content:
    """One's flags with the author's answers and what changed there; then what else changed."""
    left = since.changed(now)
    parts = []
    for field in since.review.flags:
        here = [change for change in left if _is_about(change[0], field)]
        left = [change for change in left if change not in here]
        answers = [answer for answer in since.answers if answer.field == field]
        parts.append(_flag(field, since.review.comments.get(field, ""), answers))
        if since.before is not None:
            parts.append(_listed(here) if here else Content("This text has not changed."))
    if left:
        parts += [Content("Changed without a flag of yours").stylize("bold"), _listed(left)]
    if since.before is None:
        parts.append(Content("The text you reviewed is not in git any more: read all of it again."))
    elif not since.changed(now):
        parts.append(Content("No text has changed since."))
    else:
        parts.insert(0, Content(f"Marked: {LEGEND}").stylize("dim"))
    return Content("\n\n").join(parts)


def _flag(field: FlagField, comment: str, answers: Iterable[Answer]) -> Content:
    lines = [Content.assemble(f"⚑ You flagged {_FLAGGED[field]}: ", shown(comment).stylize("bold"))]
    for answer in answers:
        words = "fixed" if answer.answer == "fixed" else "I do not share it"
        why = f" — {answer.why}" if answer.why else ""
        lines.append(shown(f"↳ The author: {words}{why}"))
    return Content("\n").join(lines)


def _is_about(name: str, field: FlagField) -> bool:
    if field == "score_rubric":
        return name.startswith("rubric.")
    return name == field or (field == "task_fit" and name in ("system_prompt", "input"))


def _listed(texts: Iterable[Change]) -> Content:
    parts = [
        Content.assemble((f"{_NAMES[name]}\n", "bold"), changes(before, after))
        for name, before, after in texts
    ]
    return Content("\n\n").join(parts)
