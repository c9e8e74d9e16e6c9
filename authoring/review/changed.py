"""What has changed in an instance, field by field and word by word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from textual.content import Content

from authoring.words import changes
from schemas.instance import Instance

LEGEND: Final = "[-taken out-] {+put in+}"
_NAMES: Final = {
    "system_prompt": "System prompt",
    "input": "Input",
    "reference_answer": "Reference answer",
    "rubric.criteria": "Criterion",
    **{f"rubric.score{level}_description": f"Level {level}" for level in range(1, 6)},
}


def changed_texts(before: Mapping[str, str], after: Instance) -> Iterator[tuple[str, Content]]:
    """Each text that reads otherwise now, by its field's name, with the words that differ marked.

    `before` holds the texts by field name, as `Instance.texts` gives them.
    """
    for name, text in after.texts():
        if before.get(name, "") != text:
            yield name, changes(before.get(name, ""), text)


def listed(texts: Mapping[str, Content]) -> Content:
    """The changed texts under their headings."""
    parts = [Content.assemble((f"{_NAMES[name]}\n", "bold"), text) for name, text in texts.items()]
    return Content("\n\n").join(parts)
