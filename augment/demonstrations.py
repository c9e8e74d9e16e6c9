"""Which instances a model is shown: all that fit, else a seeded sample."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from benchmark.load import LoadedInstance

NOT_SHOWN: Final = frozenset({"eliminated", "withdrawn", "revise"})
NOT_COMPARED: Final = frozenset({"withdrawn"})
LEAST: Final = 2
"""Fewer human instances than this say too little about a task."""


@dataclass(frozen=True)
class Shown:
    """The demonstrations, in the benchmark's order, and the ids that did not fit."""

    demonstrations: tuple[LoadedInstance, ...]
    left_out: tuple[str, ...]


def humans(
    instances: Sequence[LoadedInstance], statuses: Mapping[str, str]
) -> tuple[LoadedInstance, ...]:
    """Those that people wrote (imported ones too), that are complete and nobody found wanting."""
    return tuple(
        loaded
        for loaded in instances
        if loaded.instance.provenance.origin != "augmented"
        and statuses.get(loaded.name) not in NOT_SHOWN
        and all(text.strip() for name, text in loaded.instance.texts() if name != "system_prompt")
    )


def pool(
    instances: Sequence[LoadedInstance], statuses: Mapping[str, str]
) -> tuple[LoadedInstance, ...]:
    """What a new instance must not resemble: all but withdrawn ones."""
    return tuple(
        loaded
        for loaded in instances
        if statuses.get(loaded.name) not in NOT_COMPARED and loaded.instance.input.strip()
    )


def fitting(
    able: Sequence[LoadedInstance],
    tokens: Callable[[Sequence[LoadedInstance]], int],
    budget: int,
    seed: str,
) -> Shown:
    """All of them where `tokens` of the prompt is within `budget`; else a sample that is.

    The sample takes instances in an order drawn with `seed`, each that still fits.
    """
    if tokens(able) <= budget:
        return Shown(tuple(able), ())
    chosen: list[LoadedInstance] = []
    for loaded in random.Random(seed).sample(list(able), len(able)):
        if tokens([*chosen, loaded]) <= budget:
            chosen.append(loaded)
    names = {loaded.name for loaded in chosen}
    return Shown(
        tuple(loaded for loaded in able if loaded.name in names),
        tuple(loaded.name for loaded in able if loaded.name not in names),
    )
