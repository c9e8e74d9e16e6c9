"""A field without text, or with nothing in it that could be read."""

from __future__ import annotations

from dataclasses import dataclass

from augment.candidate import Draft
from augment.filters.task import Task


@dataclass(frozen=True)
class Empty:
    """`needs_system_prompt` where every human instance has one, `needs_words` beyond signs."""

    needs_system_prompt: bool
    needs_words: bool

    def fault(self, draft: Draft) -> str | None:
        """Which field is empty."""
        for field, text in draft.texts():
            if field == "system_prompt" and not self.needs_system_prompt and not text.strip():
                continue
            if not text.strip():
                return f"{field} is empty"
            if self.needs_words and not any(character.isalnum() for character in text):
                return f"{field} has neither a letter nor a digit"
        return None


def make(task: Task, width: int) -> Empty:
    """Wider: signs alone will do."""
    return Empty(
        needs_system_prompt=bool(task.drafts) and all(d.system_prompt.strip() for d in task.drafts),
        needs_words=width == 0,
    )
