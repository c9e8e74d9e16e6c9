"""Marks by which evaluators find feedback and score in a judge's answer.

An evaluator that is shown such a text, and a script that reads what the evaluator wrote, may take
the one for the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from schemas.checks.fault import Fault
from schemas.instance import Instance

_MARKER = re.compile(
    r"\[(?:RESULT|SCORE|/?INST)\]|<\|(?:im_start|im_end|eot_id|endoftext|system|user|assistant)\|>"
    r"|###\s?(?:The instruction to evaluate|Response to evaluate|Score Rubrics?|Feedback)\b:?"
)


def check(instance: Instance) -> Iterator[Fault]:
    """JUDGE_MARKER_IN_TEXT: an info."""
    for field, text in instance.texts():
        if "[" not in text and "#" not in text and "<|" not in text:
            continue
        found = dict.fromkeys(_MARKER.findall(text))
        if found:
            yield Fault(
                field,
                "JUDGE_MARKER_IN_TEXT",
                "info",
                f"{', '.join(list(found)[:3])}: evaluators and chat models use this mark; see "
                "that it cannot be mistaken for theirs",
            )
