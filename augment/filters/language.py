"""A candidate in another language or script than was asked for, or in none at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from augment.candidate import Draft
from augment.filters.languages import (
    chances,
    foreign_share,
    guess,
    is_named,
    kin,
    knows,
    letters,
    primary,
    scripts,
)
from augment.filters.task import Task
from augment.filters.wording import grams

_FOREIGN: Final = 0.9
_FEW_LETTERS: Final = 12
_LIKELY: Final = 0.3
_MANY: Final = 4


def _parts(draft: Draft) -> dict[str, str]:
    return {
        "input": draft.input,
        "reference_answer": draft.reference_answer,
        "rubric": draft.rubric,
    }


@dataclass(frozen=True)
class Language:
    """Each part in one of its languages, unless the text says that it is about another one.

    Where nothing is known of a part's language it may be in any. `clear` asks that the input be
    in some language, `as_answered` that the reference answer be in the same.
    """

    allowed: Mapping[str, frozenset[str]]
    clear: bool = False
    as_answered: bool = False

    def fault(self, draft: Draft) -> str | None:
        """Which part is in which language."""
        for part, text in _parts(draft).items():
            languages = self.allowed.get(part)
            if languages and foreign_share(text, languages) > _FOREIGN:
                found = guess(text)
                if found not in languages and not _is_named(found, draft):
                    wanted = ", ".join(sorted(languages)[:4])
                    return f"{part} is in {found or 'no language known here'}, not in {wanted}"
        if self.clear and letters(draft.input) >= _FEW_LETTERS:
            asked = guess(draft.input)
            if not asked:
                return "input is in no language"
            answered = guess(draft.reference_answer)
            strange = answered and answered not in kin(frozenset({asked}))
            if self.as_answered and strange and not _is_named(answered, draft):
                return f"input is in {asked}, reference_answer in {answered}"
        return None


def _is_named(language: str, draft: Draft) -> bool:
    said = (draft.system_prompt, draft.input, draft.score_rubric.criteria)
    return any(is_named(language, text) for text in said)


def make_language(task: Task, width: int) -> Language:
    """Wider: also the languages of the task's own instances; then any, but the same throughout."""
    if width > 1:
        return Language({}, clear=True, as_answered=width == 2)
    asked = {
        "input": task.language,
        "reference_answer": task.language,
        "rubric": task.rubric_language,
    }
    allowed = {}
    for part, tag in asked.items():
        languages = {primary(tag)}
        if width == 1:
            languages |= {guess(_parts(draft)[part]) for draft in task.drafts} - {""}
        if all(knows(language) for language in languages):
            allowed[part] = kin(frozenset(languages))
    return Language(allowed)


@dataclass(frozen=True)
class Script:
    """At most `limit` of a part's letters in scripts that the task's own instances do not use."""

    known: Mapping[str, frozenset[str]]
    limit: float

    def fault(self, draft: Draft) -> str | None:
        """Which part has which script."""
        for part, text in _parts(draft).items():
            if letters(text) < _FEW_LETTERS or not self.known[part]:
                continue
            strange = {s: n for s, n in scripts(text).items() if s not in self.known[part]}
            if sum(strange.values()) > self.limit:
                script = max(strange, key=lambda s: (strange[s], s))
                return f"{sum(strange.values()):.0%} of {part} is in {script.lower()} letters"
        return None


def make_script(task: Task, width: int) -> Script:
    """Wider: a larger share."""
    known: dict[str, set[str]] = {"input": set(), "reference_answer": set(), "rubric": set()}
    for draft in task.drafts:
        for part, text in _parts(draft).items():
            known[part] |= {script for script, share in scripts(text).items() if share > 0.02}
    return Script(
        {part: frozenset(found) for part, found in known.items()}, (0.15, 0.3, 0.6, 0.9)[width]
    )


@dataclass(frozen=True)
class Familiar:
    """The input's letter sequences occur somewhere in the task, or it is surely in a language.

    `limit` is the share that has to occur where no language of the task is recognised; where one
    is, hardly any need to, since a new topic brings new words. A task whose instances are in
    many languages may be in one more, of which nothing can be familiar.
    """

    known: frozenset[str]
    languages: frozenset[str]
    many: bool
    limit: float

    def fault(self, draft: Draft) -> str | None:
        """How few do."""
        found = grams(draft.input)
        if not self.known or len(found) < 4:
            return None
        share = len(found & self.known) / len(found)
        if share >= self.limit or _is_named(guess(draft.input), draft):
            return None
        if self.many and guess(draft.input) not in {"", *self.languages}:
            return None
        likely = sum(chances(draft.input).get(language, 0.0) for language in self.languages)
        if likely > _LIKELY and share >= self.limit / 3:
            return None
        return f"input reads like no words of this task's language ({share:.0%} familiar)"


def make_familiar(task: Task, width: int) -> Familiar:
    """Wider: a smaller share."""
    known: set[str] = set()
    asked = {guess(draft.input) for draft in task.drafts} - {""}
    languages = kin(frozenset({primary(task.language), *asked}))
    for draft in task.drafts:
        for _, text in draft.texts():
            known |= grams(text)
    limit = (0.22, 0.15, 0.1, 0.05)[width]
    return Familiar(frozenset(known), languages, len(asked) >= _MANY, limit)
