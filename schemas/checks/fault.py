"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True)
class Fault:
    """One fault in one field.

    `text` is what is wrong, and `written` how it stands in the file where that is an escape of
    YAML's double quotes (`\\times`): with them its line and column can be shown. `lenient`
    faults are only worth an info while the instance is a draft.
    """

    field: str
    code: str
    severity: Severity
    message: str
    text: str = ""
    written: str = ""
    lenient: bool = False
