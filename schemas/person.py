"""A person: who may act, and what they can review."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from schemas.base import FileModel

Role = Literal["author", "reviewer", "curator"]


class Person(FileModel):
    """`people/<id>.yaml`."""

    left_out_when_default: ClassVar = frozenset(
        {"capabilities", "languages", "avoid", "review_limit", "publish_as", "left"}
    )

    name: str
    """As colleagues see it."""
    emails: list[str] = Field(min_length=1)
    """The git identities of this person."""
    roles: list[Role] = Field(default_factory=list)
    """What they may do: write, review, decide."""
    capabilities: list[str] = Field(default_factory=list)
    """The capabilities they can review; empty for all."""
    languages: list[str] = Field(default_factory=list)
    """The languages they can review; empty where it was not stated, which bars nobody."""
    avoid: list[str] = Field(default_factory=list)
    """Content warnings (see the task cards) they do not want to read."""
    review_limit: int = Field(0, ge=0)
    """The most reviews they take on, those they have filed included; 0 for no limit."""
    publish_as: str = ""
    """How a release names them; empty for an alias."""
    left: bool = False
    """They no longer take part: nothing new falls to them, what they did stays."""
