"""Prompts that differ only behind the part that a small embedding model reads.

Such models cut a text at 512 word pieces without a word; to them the prompts are equal. Pieces
are counted from below, one for every word and every sign, so that what is reported is so.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from benchmark.checks.equal_texts import Place, named
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from schemas.checks import Fault

_MOST_NAMED: Final = 9
_PIECES: Final = 510
_PIECE = re.compile(r"[^\W_]+|[^\w\s]|_")


def clusters(instances: Iterable[LoadedInstance]) -> Iterator[tuple[Place, Fault]]:
    """The newest of each group of a task's prompts with one beginning, with the others."""
    of_task: dict[TaskName, list[tuple[str, int, str]]] = defaultdict(list)
    for at, x in enumerate(instances):
        prompt = x.instance.system_prompt + " " + x.instance.input
        if len(prompt) > _PIECES:
            of_task[x.task].append((prompt, at, x.name))
    for task, prompts in of_task.items():
        prompts.sort()
        group = prompts[:1]
        for one in [*prompts[1:], ("", 0, "")]:
            if _begin_alike(group[-1][0], one[0]):
                group.append(one)
                continue
            if len(group) > 1:
                *others, newest = [(task, name) for _, _, name in sorted(group, key=lambda x: x[1])]
                yield newest, _fault(others)
            group = [one]


def _begin_alike(one: str, other: str) -> bool:
    if one[:_PIECES] != other[:_PIECES] or one == other:
        return False
    lengths = range(min(len(one), len(other)) + 1)
    same = bisect_left(lengths, True, key=lambda length: one[:length] != other[:length]) - 1
    return len(_PIECE.findall(one[:same])) >= _PIECES


def _fault(others: list[Place]) -> Fault:
    return Fault(
        "input",
        "IDENTICAL_AFTER_512_WORDPIECES",
        "info",
        "its first 512 word pieces, all that a small embedding model reads, are those of "
        + named(others, most=_MOST_NAMED),
    )
