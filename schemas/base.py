"""What all models of files share."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from pydantic import AfterValidator, BaseModel, ConfigDict

from schemas.names import is_slug

PROSE_MARK: Final = "prose"

Prose = Annotated[str, PROSE_MARK]
"""Text that people write and edit by hand: stored as a literal block wherever that is safe."""


class FileModel(BaseModel):
    """A file or a part of one: unknown keys are refused, values are never changed in place."""

    left_out_when_default: ClassVar[frozenset[str]] = frozenset()
    """Fields a new file does not mention while they have their default value."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


def _slug(value: str) -> str:
    if not is_slug(value):
        raise ValueError(
            f"'{value}' is not a name: small letters and digits, words joined by underscores"
        )
    return value


Slug = Annotated[str, AfterValidator(_slug)]
