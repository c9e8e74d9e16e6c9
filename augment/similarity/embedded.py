"""A text as its token vectors, and how that is kept on disk."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MAGIC = b"curate embedding 1\n"
_HEAD = struct.Struct("<IIII")
_DIGEST = 32


@dataclass(frozen=True)
class Embedded:
    """`vectors` [tokens, dimensions], float32, each of length 1.

    `counts` [tokens] says which tokens count: all but those that only frame the text. `unknown`
    is how many of them the model has no word for, `windows` how many windows were read.
    """

    vectors: NDArray[np.float32]
    counts: NDArray[np.bool_]
    unknown: int
    windows: int

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.vectors.nbytes + self.counts.nbytes

    def to_bytes(self) -> bytes:
        """As a file holds it: a mark, the SHA-256 of the rest, sizes, counts, vectors."""
        head = _HEAD.pack(*self.vectors.shape, self.unknown, self.windows)
        rest = head + self.counts.tobytes() + self.vectors.tobytes()
        return _MAGIC + hashlib.sha256(rest).digest() + rest


def from_bytes(data: bytes) -> Embedded | None:
    """What `to_bytes` wrote; None where the file is damaged, cut short or something else."""
    import numpy as np

    start = len(_MAGIC) + _DIGEST
    if not data.startswith(_MAGIC) or len(data) < start + _HEAD.size:
        return None
    if hashlib.sha256(memoryview(data)[start:]).digest() != data[len(_MAGIC) : start]:
        return None
    tokens, dimensions, unknown, windows = _HEAD.unpack_from(data, start)
    start += _HEAD.size
    counts = np.frombuffer(data, dtype=np.bool_, count=tokens, offset=start)
    # Copies, since torch wants memory of its own, and the vectors need not be aligned in the file.
    vectors = np.frombuffer(data[start + tokens :], dtype=np.float32).reshape(tokens, dimensions)
    return Embedded(vectors.copy(), counts.copy(), unknown, windows)
