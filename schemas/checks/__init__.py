"""Rules a single instance is held to, one file a kind of fault.

To add one: a module with `check(instance) -> Iterator[Fault]`, and its name in `CHECKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from schemas.checks import (
    blanks,
    characters,
    counts,
    criteria,
    eaten_latex,
    empty_fields,
    escapes,
    judge_markers,
    levels,
    line_ends,
    pairs,
    placeholders,
    reference,
    scripts,
    sources,
    unicode_forms,
)
from schemas.checks.fault import Fault
from schemas.instance import Instance

CHECKS: Final[tuple[Callable[[Instance], Iterator[Fault]], ...]] = (
    empty_fields.check,
    eaten_latex.check,
    characters.check,
    line_ends.check,
    sources.check,
    levels.check,
    criteria.check,
    reference.check,
    placeholders.check,
    escapes.check,
    pairs.check,
    counts.check,
    scripts.check,
    unicode_forms.check,
    judge_markers.check,
    blanks.check,
)


def faults(instance: Instance) -> Iterator[Fault]:
    """Every fault the checks find in one instance."""
    for check in CHECKS:
        yield from check(instance)


__all__ = ["CHECKS", "Fault", "faults"]
