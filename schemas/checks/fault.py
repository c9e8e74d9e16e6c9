"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True)
class Fault:
    """One fault in one field.

    `written` is what stands in the file where YAML turned it into something else (`\\times`):
    with it the exact line and column can be shown. `lenient` faults are only worth an info
    while the instance is a draft.
    """

    field: str
    code: str
    severity: Severity
    message: str
    written: str = ""
    lenient: bool = False
