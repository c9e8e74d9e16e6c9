"""Puts what is being typed on disk, outside the tree: in order, one write at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from authoring.edit.draft import Draft
from benchmark import autosave
from schemas.acts import Answer
from schemas.instance import Instance

LAST_WAIT: Final = 5.0


@dataclass(frozen=True)
class _Record:
    """What one write puts on disk."""

    path: str
    base: str
    instance: Instance
    started: Instance
    answers: tuple[Answer, ...]


class Keeper:
    """The autosave of one open editor.

    `failed` is called, from another thread, with what kept a write from happening; `is_safe` is
    whether the last one happened.
    """

    def __init__(
        self, root: Path, person: str, key: str, failed: Callable[[Exception], None]
    ) -> None:
        """Raises OSError where the disk refuses."""
        self.root = root
        self.person = person
        self.key = key
        self.failed = failed
        self.session = autosave.Session(root, person, key)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="autosave")
        self._last: _Record | None = None
        self.is_safe = True

    def keep(self, draft: Draft) -> Future[None] | None:
        """Write in the background what is unsaved, or clear away what no longer is."""
        record = _record(draft) if draft.is_unsaved else None
        if record == self._last:
            return None
        self._last = record
        return self._writer.submit(self._write, record)

    def keep_now(self, draft: Draft) -> bool:
        """The same, and wait for it; whether it is on disk now."""
        self.keep(draft)
        self._writer.submit(lambda: None).result(timeout=LAST_WAIT)
        return self.is_safe

    def is_open_elsewhere(self) -> bool:
        """Whether the same person has this instance open in another editor too."""
        return autosave.is_open_elsewhere(self.root, self.person, self.key, self.session.id)

    def close(self) -> None:
        """The editor is closed; what it kept stays for the next one."""
        self._writer.shutdown(wait=True)
        self.session.close()

    def _write(self, record: _Record | None) -> None:
        try:
            if record is None:
                autosave.forget(self.root, self.person, self.key, self.session.id)
                self.is_safe = True
                return
            autosave.keep(
                self.root,
                self.person,
                record.path,
                record.base,
                record.instance,
                started=record.started,
                answers=record.answers,
                session=self.session.id,
            )
            self.is_safe = True
        except OSError as error:
            self.is_safe = False
            self._last = None
            self.failed(error)


def _record(draft: Draft) -> _Record:
    answers = tuple(draft.answers.values())
    return _Record(draft.loaded.path, draft.base, draft.instance, draft.saved, answers)
