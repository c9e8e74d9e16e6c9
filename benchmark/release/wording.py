"""Numbers in sentences."""

from __future__ import annotations


def number(count: int, one: str, several: str = "") -> str:
    """`1 task`, `1,200 tasks`; `several` where it is not `one` with an s."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def share(part: int, whole: int) -> str:
    """The beginning of a sentence about some of the instances, verb included."""
    if part == whole:
        return f"All {whole:,} instances were" if whole > 1 else "The only instance was"
    return f"{part:,} of {whole:,} instances {'was' if part == 1 else 'were'}"
