"""What `curate validate` reports."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.checks import Fault
from schemas.checks.fault import Severity


@dataclass(frozen=True)
class Finding:
    """One fault with its place. `id` and `field` are empty where they mean nothing."""

    id: str
    file: str
    line: int
    field: str
    code: str
    severity: Severity
    message: str


__all__ = ["Fault", "Finding", "Severity"]
