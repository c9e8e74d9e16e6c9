"""A blank somebody was to fill in: `[TODO]`, `<insert the question here>`, `{{ input }}`.

A placeholder may be part of an answer (`[Your name]` at the foot of a letter) or of a prompt. So
what is looked for is a field that is nothing but one, and words that only ever stand for text to
come. Each pattern that one of the task's own instances has is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from augment.candidate import Draft
from augment.filters.task import Task

_TO_COME: Final = (
    r"to-?do|tbd|tba|fixme|xxx+|placeholder|n/?a|none|null|nil|undefined|string|text|"
    r"(?:your |the )?(?:question|prompt|input|task|instruction|text|answer)(?: goes)? here|"
    r"system[_ ]?prompt|input|question|reference[_ ]?answer|answer|criteria|rubric|"
    r"score ?[1-5][_ ]?description|description"
)
_OPEN, _CLOSE = r"[\[<({«【「『]{1,3}", r"[\]>)}»】」』]{1,3}"
# Words between brackets and nothing else: no digits, commas or quotes, so no list and no JSON.
_BRACKETED = rf"{_OPEN}\s*[^\W\d_][^\[\]<>(){{}}«»【】「」『』\d,;:=\"'`|/\\]{{1,80}}\s*{_CLOSE}"
_LOREM = r"\blorem ipsum dolor\b|\bdolor sit amet\b"
_WHOLE: Final = {
    "only words for text to come": re.compile(
        rf"\W*(?:{_OPEN})?\s*(?:{_TO_COME})\s*(?:{_CLOSE})?\W*", re.IGNORECASE
    ),
    "only a blank in brackets": re.compile(rf"\s*(?:{_BRACKETED}\s*)+[.!?…]?\s*"),
}
_FILL_IN: Final = (
    r"(?:to-?do|tbd|fixme|insert\b|placeholder\b)[^\]>})\n]{0,60}",
    r"(?:your |the )?(?:question|prompt|input|task|instruction|text|answer|scenario|problem)"
    r"(?: goes)? here",
    r"(?:여기에|내용|질문|입력)[^\]>})\n]{0,40}(?:입력|작성|삽입)[^\]>})\n]{0,20}",
    r"(?:أدخل|ضع|اكتب)[^\]>})\n]{0,60}",
    r"(?:ใส่|กรอก|เติม|แทรก)[^\]>})\n]{0,60}",
    r"(?:insertar?|inserir|ins[ée]rer|einf[üu]gen|вставьте|在此|此处|ここに)[^\]>})\n]{0,60}",
)
_ANYWHERE: Final = {
    "lorem ipsum": re.compile(_LOREM, re.IGNORECASE),
    # Not between round brackets, where a remark in a text stands.
    "a blank to fill in": re.compile(
        rf"[\[<{{«【「『]{{1,3}}\s*(?:{'|'.join(_FILL_IN)})\s*[\]>}}»】」』]{{1,3}}", re.I
    ),
    "a mark for work left to do": re.compile(r"\b(?:TODO|TBD|FIXME)\b"),
    "a gap of a template": re.compile(
        r"\{\{\s*[a-z_][a-z_.0-9]*\s*\}\}|\{%.{1,60}%\}|<\|[a-z_]+\|>"
    ),
}
_MAY_BE_SHORT = frozenset({"reference_answer"})
_ONLY_HERE: Final = re.compile(r"\W*(?:to-?do|tbd|tba|fixme|placeholder|lorem ipsum)\W*", re.I)


@dataclass(frozen=True)
class Placeholder:
    """`left_out` are pairs of a field and a pattern the task's own instances have."""

    left_out: frozenset[tuple[str, str]]

    def fault(self, draft: Draft) -> str | None:
        """Which field holds what."""
        for field, text in draft.texts():
            for what in _found(field, text):
                if (field, what) not in self.left_out:
                    return f"{field} has {what}: '{text.strip()[:60]}'"
        return None


def _found(field: str, text: str) -> list[str]:
    if field in _MAY_BE_SHORT:
        whole = {
            "only words for text to come": _ONLY_HERE,
            "only a blank in brackets": _WHOLE["only a blank in brackets"],
        }
        anywhere = {name: _ANYWHERE[name] for name in ("lorem ipsum",)}
    else:
        whole, anywhere = _WHOLE, _ANYWHERE
    return [what for what, pattern in whole.items() if pattern.fullmatch(text)] + [
        what for what, pattern in anywhere.items() if pattern.search(text)
    ]


def make(task: Task, width: int) -> Placeholder:
    """Wider: without the patterns that the task's own instances have in a field."""
    if width == 0:
        return Placeholder(frozenset())
    return Placeholder(
        frozenset(
            (field, what)
            for draft in task.drafts
            for field, text in draft.texts()
            for what in _found(field, text)
        )
    )
