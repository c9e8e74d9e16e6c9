r"""Text that lost something on its way: eaten backslashes, control characters, broken encoding.

Control characters and eaten LaTeX are what `schemas.checks` calls an error. Added here: U+FFFD
and lone surrogates, UTF-8 that was read as Latin-1 or Windows-1252 (`Ã©` for `é`), and line ends
that arrived as the two characters `\n`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from augment.candidate import Draft
from augment.filters.task import Task
from schemas.checks import characters, eaten_latex
from schemas.instance import Instance

_LOST = re.compile("[\ufffd\ud800-\udfff]")
_FOREIGN = re.compile("[^\x00-\x7f]{2,}")
_ESCAPED = re.compile(r"(?<!\\)\\u[0-9a-fA-F]{4}")
_LITERAL_NEWLINE: Final = "\\n"


@dataclass(frozen=True)
class Damaged:
    """`narrow` looks for what is never meant, and leaves alone what code may hold."""

    narrow: bool

    def fault(self, draft: Draft) -> str | None:
        """What is damaged where."""
        return next((f"{field}: {what}" for field, what in self._found(draft)), None)

    def _found(self, draft: Draft) -> Iterator[tuple[str, str]]:
        yield from errors(draft)
        if self.narrow:
            return
        for field, text in draft.texts():
            if found := _LOST.search(text):
                yield field, f"character {found.start() + 1} is U+{ord(found.group()):04X}"
            if misread := _misread(text):
                yield field, f"'{misread}' is UTF-8 that was read as something else"
            if len(_ESCAPED.findall(text)) > 2:
                yield field, r"characters stand as \u escapes"
            if text.count(_LITERAL_NEWLINE) > 2 and "\n" not in text.strip():
                yield field, r"line ends stand as \n"


def errors(draft: Draft) -> Iterator[tuple[str, str]]:
    """Field and message of what the checks of instances call damage."""
    instance = Instance(
        key="0" * 8,
        system_prompt=draft.system_prompt,
        input=draft.input,
        reference_answer=draft.reference_answer,
        score_rubric=draft.score_rubric,
    )
    for check in (eaten_latex.check, characters.check):
        for fault in check(instance):
            if fault.severity == "error":
                yield fault.field, fault.message


def _misread(text: str) -> str | None:
    if text.isascii():
        return None
    for found in _FOREIGN.finditer(text):
        try:
            found.group().encode("cp1252").decode("utf-8")
        except UnicodeError:
            try:
                found.group().encode("latin-1").decode("utf-8")
            except UnicodeError:
                continue
        return found.group()[:12]
    return None


def make(task: Task, width: int) -> Damaged:
    """Wider: only what the checks of instances call an error."""
    del task
    return Damaged(narrow=width > 0)
