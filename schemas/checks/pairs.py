r"""Marks that come in pairs: brackets, code fences, and the delimiters of mathematics.

Brackets are counted in rubrics alone. Prompts and answers have half-open intervals, smileys and
lists that say `1)`; a rubric is prose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from schemas.checks.fault import Fault
from schemas.checks.prose import without_code
from schemas.instance import Instance

_ENUMERATOR = re.compile(r"(?:(?<=[\s:;,.(])|\A)(?:\d{1,2}|[a-zA-Z]|[ivxIVX]{1,4})[)\]](?=\s+\S)")
_SMILEY = re.compile(r"[:;=]-?[()]")
_INTERVAL = re.compile(r"[\[(\]]\s*[^\s,()\[\]]+\s*[,;]\s*[^\s,()\[\]]+\s*[\])\[]")
_BRACKET = re.compile(r"[()\[\]]")
_BRACKETS: Final = (("(", ")"), ("[", "]"))
_PARTNER: Final = {")": "(", "]": "["}
_ENVIRONMENT = re.compile(r"\\(begin|end)\{([^{}\n]{1,40})\}")


def check(instance: Instance) -> Iterator[Fault]:
    """UNBALANCED_BRACKET: an info. UNBALANCED_FENCE and UNBALANCED_MATHS: warnings."""
    for field, text in instance.texts():
        if text.count("```") % 2:
            yield Fault(
                field, "UNBALANCED_FENCE", "warning", "a ``` opens a code block and nothing ends it"
            )
        if "$$" in text or "\\" in text:
            yield from _maths(field, text)
        if field.startswith("rubric.") and any(
            text.count(x) != text.count(y) for x, y in _BRACKETS
        ):
            yield from _brackets(field, text)


def _maths(field: str, text: str) -> Iterator[Fault]:
    prose = without_code(text)
    wrong = []
    if prose.count("$$") % 2:
        wrong.append("$$")
    for begin, end in ((r"\[", r"\]"), (r"\(", r"\)")):
        opened, closed = (prose.count(x) - prose.count("\\" + x) for x in (begin, end))
        if opened != closed:
            wrong.append(f"{opened} × {begin} and {closed} × {end}")
    environments: Counter[str] = Counter()
    for m in _ENVIRONMENT.finditer(prose):
        environments[m[2]] += 1 if m[1] == "begin" else -1
    wrong += [rf"\begin{{{name}}} and \end{{{name}}}" for name, n in environments.items() if n]
    if wrong:
        yield Fault(
            field, "UNBALANCED_MATHS", "warning", f"{'; '.join(wrong)}: these come in pairs"
        )


def _brackets(field: str, text: str) -> Iterator[Fault]:
    prose = without_code(text)
    for pattern in (_INTERVAL, _SMILEY):
        prose = pattern.sub(lambda m: " " * len(m.group()), prose)
    open_: list[tuple[str, int]] = []
    stray: int | None = None
    enumerators = {m.end() - 1 for m in _ENUMERATOR.finditer(prose)}
    for m in _BRACKET.finditer(prose):
        sign = m.group()
        if sign in "([":
            open_.append((sign, m.start()))
        elif open_ and open_[-1][0] == _PARTNER[sign]:
            open_.pop()
        elif m.start() not in enumerators and stray is None:
            stray = m.start()
    at = stray if stray is not None else open_[0][1] if open_ else None
    if at is not None:
        sign = prose[at]
        part = "nothing opens it" if sign in _PARTNER else "nothing closes it"
        near = " ".join(prose[max(0, at - 15) : at + 15].split())
        yield Fault(field, "UNBALANCED_BRACKET", "info", f"“{sign}” in “{near}”: {part}")
