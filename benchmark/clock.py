"""The one door to the clock."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The present moment in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
