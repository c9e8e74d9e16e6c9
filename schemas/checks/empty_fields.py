"""A field without text."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.checks.fault import Fault
from schemas.instance import Instance

# A model may be asked without a system prompt; without any of the others there is no instance.
_MAY_BE_EMPTY = frozenset({"system_prompt"})


def check(instance: Instance) -> Iterator[Fault]:
    """EMPTY: an error from submit on."""
    for field, text in instance.texts():
        if field not in _MAY_BE_EMPTY and not text.strip():
            yield Fault(field, "EMPTY", "error", "there is no text yet", lenient=True)
