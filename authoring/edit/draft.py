"""What is being written, in memory: the instance as it is now, as it is saved, as it was opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from authoring.edit.fields import text_of, with_text
from benchmark.autosave import digest
from benchmark.instance_file import Opened
from benchmark.load import LoadedInstance
from schemas.acts import Answer
from schemas.fields import FlagField
from schemas.instance import Instance


@dataclass
class Draft:
    """One instance in an editor.

    `opened` is the file as it was read: a field that returns to what it was there gets its old
    lines back. `present` is what the file holds now, as far as this editor knows, and `saved`
    the instance in it.
    """

    opened: Opened
    present: bytes = b""
    saved: Instance = field(init=False)
    instance: Instance = field(init=False)
    answers: dict[FlagField, Answer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.present = self.present or self.opened.data
        self.saved = self.instance = self.opened.loaded.instance

    @property
    def loaded(self) -> LoadedInstance:
        """The instance as it was opened, with its place."""
        return self.opened.loaded

    @property
    def base(self) -> str:
        """The digest of the file this work stands on."""
        return digest(self.present)

    @property
    def is_changed(self) -> bool:
        """Whether the file does not hold what is on the screen."""
        return self.instance != self.saved

    @property
    def is_unsaved(self) -> bool:
        """Whether anything was typed that no file of the benchmark has."""
        return self.is_changed or bool(self.answers)

    def write(self, name: str, text: str) -> bool:
        """Put a text into a prose field; whether that changed anything."""
        if text_of(self.instance, name) == text:
            return False
        self.instance = with_text(self.instance, name, text)
        return True

    def change(self, **values: object) -> bool:
        """Put values into other fields; whether that changed anything."""
        new = self.instance.model_copy(update=values)
        changed = new != self.instance
        self.instance = new
        return changed

    def answer(self, flag: FlagField, answer: Answer | None) -> None:
        """Keep the answer to a reviewer's flag, or take it back."""
        if answer is None:
            self.answers.pop(flag, None)
        else:
            self.answers[flag] = answer

    def now_saved(self, present: bytes, instance: Instance) -> None:
        """The file holds this now."""
        self.present = present
        self.saved = instance

    def stand_on(self, opened: Opened) -> None:
        """The file is another one; what is being written stays."""
        self.opened = opened
        self.present = opened.data
        self.saved = opened.loaded.instance

    def submitted_answers(self) -> Mapping[FlagField, Answer]:
        """The answers given, for a submit."""
        return dict(self.answers)
