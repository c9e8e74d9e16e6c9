"""A candidate that is there already, up to case, blanks, punctuation and compatibility forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from augment.candidate import Draft
from augment.filters.wording import bare
from schemas.instance import Instance


@dataclass(frozen=True)
class Seen:
    """What is there, by its bare text; `with_answer` where the task asks one thing twice."""

    known: Mapping[str, str]
    with_system_prompt: bool
    with_answer: bool

    def mark(self, texts: Draft | Instance) -> str:
        """What makes two instances the same."""
        marks = [bare(texts.input) or texts.input.strip()]
        if self.with_system_prompt:
            marks.append(bare(texts.system_prompt))
        if self.with_answer:
            marks.append(bare(texts.reference_answer))
        return "\0".join(marks)


def seen(existing: Iterable[tuple[str, Draft | Instance]], *, with_system_prompt: bool) -> Seen:
    """The task's instances by their marks; the answer counts where two ask the same."""
    existing = list(existing)
    for with_answer in (False, True):
        empty = Seen({}, with_system_prompt, with_answer)
        marks = {empty.mark(texts): name for name, texts in reversed(existing)}
        if len(marks) == len(existing):
            break
    return Seen(marks, with_system_prompt, with_answer)
