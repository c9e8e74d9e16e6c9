"""The cards of capabilities and tasks: what is to be measured and why."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from schemas.base import FileModel, Prose
from schemas.instance import Source


class CapabilityCard(FileModel):
    """`tasks/<capability>/capability.yaml`."""

    description: Prose = ""
    """What the capability is, in a sentence or two."""
    position: int = Field(0, ge=0)
    """Its place in the order of capabilities; names decide between equals."""


class TaskCard(FileModel):
    """`tasks/<capability>/<task>/task.yaml`."""

    left_out_when_default: ClassVar = frozenset(
        {
            "sources",
            "languages",
            "content_warnings",
            "may_leave",
            "reason",
            "cleared_by",
            "cleared_digest",
        }
    )

    description: Prose = ""
    """What the instances of this task ask for."""
    position: int = Field(0, ge=0)
    """Its place among the capability's tasks; names decide between equals."""
    measures: Prose = ""
    """What an answer shows about a model."""
    motivation: Prose = ""
    """Why it is worth measuring."""
    sources: list[Source] = Field(default_factory=list)
    """What the task draws on."""
    languages: list[str] = Field(default_factory=list)
    """Languages the task has or wants; empty for the benchmark's."""
    owner: str = ""
    """Who answers for the task (a person's id)."""
    content_warnings: list[str] = Field(default_factory=list)
    """What a reader should know before reading, one word each where possible."""
    may_leave: bool = True
    """Whether texts may be sent to a model server that is not on this machine."""
    status: Literal["active", "retired"] = "active"
    """A retired task withdraws its instances; its files stay."""
    reason: Prose = ""
    """Why it was retired."""
    cleared_by: str = ""
    """Who read all its instances and let them pass (a person's id)."""
    cleared_digest: str = ""
    """What was read: `c1:` and SHA-256 over the keys and content digests of the instances."""
