"""How the two copies stand, in words of people who have never used git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmark import layout
from schemas.names import DRAFT_PREFIX

if TYPE_CHECKING:
    from benchmark.copies import Copies


def changes(number: int) -> str:
    """`1 change`, `2 changes`."""
    return f"{number} change{'' if number == 1 else 's'}"


def in_a_word(path: str) -> str:
    """What a file of the benchmark is, without where it lies."""
    if place := layout.instance_of(path):
        task, name = place
        key = name.removeprefix(DRAFT_PREFIX)
        title = name if key == name else f"draft {key}"
        return f"{title}  ({'/'.join(task)})"
    if task_name := layout.task_of(path):
        return f"the card of {'/'.join(task_name)}"
    if capability := layout.capability_of(path):
        return f"the card of {capability}"
    return path


def my_copy(copies: Copies) -> str:
    """What is only here."""
    if copies.trouble:
        return copies.trouble.partition(";")[0]
    if not copies.unsent:
        return "all sent" if copies.remote else "all saved"
    return f"{changes(copies.unsent)} not {'sent' if copies.remote else 'in the history'}"


def shared_copy(copies: Copies, unreachable: str = "") -> str:
    """What is not here yet, as far as this machine knows."""
    if not copies.remote:
        return "none"
    if unreachable:
        return "not reached"
    if copies.behind:
        return f"{changes(copies.behind)} to fetch"
    if copies.waiting:
        return f"{copies.waiting} of mine wait to be taken in"
    return "up to date"


def top_line(copies: Copies, unreachable: str = "", *, room: int = 200) -> str:
    """Both, as short as the room asks for."""
    mine, theirs = my_copy(copies), shared_copy(copies, unreachable)
    long = f"my copy: {mine} · shared copy: {theirs}"
    if len(long) <= room:
        return long
    if copies.trouble or copies.unsent:
        return mine if len(mine) <= room else "! see f"
    return theirs if len(theirs) <= room else ""
