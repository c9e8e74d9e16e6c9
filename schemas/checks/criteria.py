"""The criterion is one question."""

from __future__ import annotations

import re
from collections.abc import Iterator

from schemas.checks.fault import Fault
from schemas.instance import Instance

_QUESTION_MARK = re.compile("[?？؟;՞፧⁇︖]")
# Japanese, Chinese and Korean questions may end in a word, and these scripts have no mark for one.
_QUESTION_WORD = re.compile(r"(?:か|吗|嗎|呢|까|는가|나요|가요)[。.．]?\Z")
_NO_MARK = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u0f00-\u0fff]")


def check(instance: Instance) -> Iterator[Fault]:
    """CRITERIA_NOT_QUESTION: an info."""
    text = instance.score_rubric.criteria.strip()
    if (
        text
        and not _QUESTION_MARK.search(text)
        and not _NO_MARK.search(text)
        and not _QUESTION_WORD.search(text)
    ):
        yield Fault(
            "rubric.criteria",
            "CRITERIA_NOT_QUESTION",
            "info",
            "no question: ask what an answer is judged by, as in “Does the response …?”",
        )
