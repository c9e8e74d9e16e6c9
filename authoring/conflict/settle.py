"""Two versions of an instance and what they both come from, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from authoring.edit.fields import PROSE, text_of, with_text
from schemas.instance import Instance

Side = Literal["mine", "theirs"]

_OTHERS: Final = {
    "language": "Language of the text",
    "rubric_language": "Language of the rubric",
    "sources": "Sources",
    "provenance": "Where it comes from",
}


@dataclass(frozen=True)
class Difference:
    """One field in which two versions differ. `base` is None where nobody knows it.

    `changed_by` are those whose version is not the base: a field that only one side changed is
    no contradiction, but it is still shown. `by_hand`: whether it can be written anew.
    """

    field: str
    label: str
    base: str | None
    mine: str
    theirs: str
    by_hand: bool

    @property
    def changed_by(self) -> Literal["mine", "theirs", "both"]:
        """Whose version is another than the common one."""
        if self.base == self.theirs:
            return "mine"
        return "theirs" if self.base == self.mine else "both"


@dataclass(frozen=True)
class Settled:
    """What a person decided for one field: a side, or a text of their own."""

    side: Side | None = None
    text: str = ""


def differences(base: Instance | None, mine: Instance, theirs: Instance) -> list[Difference]:
    """The fields in which two versions differ, in reading order."""
    found = [
        Difference(
            field.name,
            field.label,
            text_of(base, field.name) if base else None,
            text_of(mine, field.name),
            text_of(theirs, field.name),
            True,
        )
        for field in PROSE
        if text_of(mine, field.name) != text_of(theirs, field.name)
    ]
    for name, label in _OTHERS.items():
        if getattr(mine, name) != getattr(theirs, name):
            old = _in_words(base, name) if base else None
            found.append(
                Difference(name, label, old, _in_words(mine, name), _in_words(theirs, name), False)
            )
    return found


def settle(mine: Instance, theirs: Instance, decided: Mapping[str, Settled]) -> Instance:
    """Theirs, with each field as it was decided."""
    result = theirs
    for name, choice in decided.items():
        if choice.side == "theirs":
            continue
        if name in _OTHERS:
            result = result.model_copy(update={name: getattr(mine, name)})
        else:
            text = text_of(mine, name) if choice.side == "mine" else choice.text
            result = with_text(result, name, text)
    return result


def _in_words(instance: Instance, name: str) -> str:
    if name == "sources":
        return "\n".join(f"{s.ref} ({s.use}; {s.licence or '?'})" for s in instance.sources)
    if name == "provenance":
        values = instance.provenance.model_dump()
        return "\n".join(f"{label}: {value}" for label, value in values.items() if value)
    return str(getattr(instance, name))
