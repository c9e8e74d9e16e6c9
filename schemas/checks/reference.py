"""The reference answer is an answer: not the question again, and more than a dash."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.checks.fault import Fault
from schemas.checks.prose import folded
from schemas.instance import Instance


def check(instance: Instance) -> Iterator[Fault]:
    """REF_IS_INPUT and REF_NO_ANSWER: warnings."""
    reference, prompt = instance.reference_answer.strip(), instance.input.strip()
    if not reference:
        return
    if len(reference) < 20 and not any(character.isalnum() for character in reference):
        if not any(ord(character) > 0x2FFF for character in reference):
            yield Fault(
                "reference_answer",
                "REF_NO_ANSWER",
                "warning",
                f"“{reference}” has neither a letter nor a digit",
            )
    elif abs(len(reference) - len(prompt)) < 40 and folded(reference) == folded(prompt):
        yield Fault("reference_answer", "REF_IS_INPUT", "warning", "it says what the input says")
