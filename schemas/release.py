"""What is put on record about a release after it was frozen, beside its bytes."""

from __future__ import annotations

from schemas.base import FileModel, Prose, Slug


class Erratum(FileModel):
    """`releases/<version>/errata/<id>-<hash>.yaml`."""

    instance: str
    """The id of the instance it is about."""
    text: Prose
    """What is wrong and what to do about it."""
    by: Slug
    """Who put it on record."""
    at: str
    """When, in UTC (ISO 8601)."""


class Withdrawal(FileModel):
    """`releases/<version>/withdrawn.yaml`: the release is not to be used any more."""

    reason: Prose
    """Why."""
    by: Slug
    """Who withdrew it."""
    at: str
    """When, in UTC (ISO 8601)."""
