"""How the rounds of an instance went, in words; nothing of a round that is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from authoring.browse.rows import FIELDS
from authoring.plain import shown
from review.sent_back import RoundSoFar
from review.standing import NamedReview


def rounds_told(rounds: Iterable[RoundSoFar]) -> Iterator[Content]:
    """One paragraph a round."""
    for one in rounds:
        lines = [Content(f"Round {one.number}").stylize("bold")]
        for answer in one.answers:
            why = f": {answer.why}" if answer.why else ""
            lines.append(shown(f"  the author on {FIELDS[answer.field]}: {answer.answer}{why}"))
        if one.reviews is None:
            lines.append(Content("  is open: its reviews are shown when all have filed"))
        for item in one.reviews or ():
            lines += _review(item)
        yield Content("\n").join(lines)


def _review(item: NamedReview) -> Iterator[Content]:
    review = item.review
    glyph = "⚑" if review.flags else "✓"
    yield shown(
        f"  {glyph} {review.by}: fit {review.task_fit}, {review.difficulty.replace('_', ' ')}, "
        f"reference {review.reference_answer}, rubric {review.score_rubric}"
    )
    for field, text in review.comments.items():
        yield shown(f"      {FIELDS[field]}: {text}")
