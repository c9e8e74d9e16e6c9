"""Things on disk while a release is put together, so that memory does not hold its texts."""

from __future__ import annotations

import pickle
import tempfile
from typing import Any


class Spool:
    """A file without a name, which goes when nobody holds it any more."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the spool
        self._end = 0

    def put(self, thing: object) -> int:
        """Add something; its place."""
        place = self._end
        self._file.seek(place)
        pickle.dump(thing, self._file, pickle.HIGHEST_PROTOCOL)
        self._end = self._file.tell()
        return place

    def get(self, place: int) -> Any:
        """What was put there. Nobody else can write the file, so it holds what we put."""
        self._file.seek(place)
        return pickle.load(self._file)
