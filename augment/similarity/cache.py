"""Embeddings that were computed once: in memory up to a size, and on disk."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from augment.similarity.embedded import Embedded, from_bytes

MEMORY: Final = 512 * 1024 * 1024


class EmbeddingCache:
    """Embeddings by text, for one model. `folder` None keeps nothing on disk.

    A file that is damaged, half-written or cannot be read counts as absent; a disk that refuses
    to take one costs time, not the run.
    """

    def __init__(self, folder: Path | None, identity: Mapping[str, str]) -> None:
        """`identity` is everything but the text that the vectors depend on."""
        key = hashlib.sha256(json.dumps(dict(identity), sort_keys=True).encode()).hexdigest()[:16]
        self._folder = folder / key if folder else None
        self._memory: OrderedDict[str, Embedded] = OrderedDict()
        self._size = 0

    def get(self, text: str) -> Embedded | None:
        """The embedding of a text, if it is known."""
        found = self._memory.get(text)
        if found is not None:
            self._memory.move_to_end(text)
            return found
        file = self._file(text)
        if file is None:
            return None
        try:
            found = from_bytes(file.read_bytes())
        except OSError:
            return None
        if found is not None:
            self._remember(text, found)
        return found

    def put(self, text: str, embedded: Embedded) -> None:
        """Keep an embedding."""
        self._remember(text, embedded)
        file = self._file(text)
        if file is not None:
            _write(file, embedded.to_bytes)

    def _remember(self, text: str, embedded: Embedded) -> None:
        self._memory[text] = embedded
        self._size += embedded.size
        while self._size > MEMORY and len(self._memory) > 1:
            _, oldest = self._memory.popitem(last=False)
            self._size -= oldest.size

    def _file(self, text: str) -> Path | None:
        if self._folder is None:
            return None
        name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return self._folder / name[:2] / name[2:]


def _write(file: Path, content: Callable[[], bytes]) -> None:
    temporary = file.with_name(f"{file.name}.{secrets.token_hex(4)}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(content())
        temporary.replace(file)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
