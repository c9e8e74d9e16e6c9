"""`manifest.json` of a release: what is in it, and the digests that freeze it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from schemas.base import FileModel
from schemas.digest import canonical_json


# Not a model: there are thousands of them, and a model takes ten times the memory.
@dataclass(
    frozen=True,
    slots=True,
    kw_only=True,
    config=ConfigDict(extra="forbid", use_attribute_docstrings=True),
)
class ReleasedInstance:
    """One instance of a release."""

    id: str
    """Its permanent id."""
    key: str
    """Its key in the benchmark."""
    digest: str
    """Its content digest."""
    basis: Literal["reviewed", "adopted"]
    """Whether reviews or a curator accepted it."""
    line: str = ""
    """The first 16 hex digits of the SHA-256 of its line in the data, to tell which one differs."""


def line_digest(line: bytes) -> str:
    """What a manifest keeps of a line of the data."""
    return hashlib.sha256(line).hexdigest()[:16]


class LeftOut(FileModel):
    """Something that was submitted and is not in the release."""

    id: str
    """Its id."""
    status: str
    """Its status at the source commit; `replaced` where an accepted one stands in its place."""
    why: str = ""
    """What stood in the way, where it was left out unfinished."""


class Manifest(FileModel):
    """The whole manifest; canonical JSON on disk."""

    format: Literal["1"] = "1"
    """The version of this layout."""
    name: str
    """What the benchmark is called."""
    version: str
    """The version of the release."""
    licence: str
    """The licence of the data."""
    source_commit: str
    """The commit everything was built from."""
    base: str = ""
    """The release this one repeats but for `taken`; empty for a whole one."""
    taken: list[str] = Field(default_factory=list)
    """With a base: the ids that were taken from the source commit."""
    source_time: str
    """That commit's time in UTC: the only clock of a release."""
    tool: str
    """Name and version of what built it."""
    canary: str
    """The benchmark's canary string."""
    instances: list[ReleasedInstance]
    """What is in the release, in order."""
    left_out: list[LeftOut]
    """What is not: eliminated, withdrawn, or left out on purpose while open."""
    files: dict[str, str]
    """SHA-256 of every file of the release but this one and SHA256SUMS."""

    def pieces(self) -> Iterator[bytes]:
        """The bytes of the file, in pieces that are small: canonical JSON and a newline."""
        head = self.model_copy(update={"instances": []}).model_dump(mode="json")
        # Inside a text the quotes would be escaped: this can be nothing but the field.
        before, _, after = canonical_json(head).partition(b'"instances":[]')
        yield before + b'"instances":['
        for number, entry in enumerate(self.instances):
            fields = {name: getattr(entry, name) for name in ReleasedInstance.__slots__}
            if not entry.line:
                del fields["line"]
            yield (b"," if number else b"") + canonical_json(fields)
        yield b"]" + after + b"\n"
