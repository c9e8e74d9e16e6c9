"""A name in the rubric that only a neighbouring instance knows: copied, and not rewritten.

Names are capitalised words, so scripts without capitals are left alone, and so is German, where
every noun is one. A name counts if none of the instance's own texts has it, nowhere and in no
case, and one or two instances of the same task have it in theirs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from benchmark.checks.equal_texts import named
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from schemas.checks import Fault
from schemas.fields import RUBRIC_FIELDS
from schemas.instance import Instance

_UPPER: Final = "A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩА-ЯЁЇІЄҐ"
_LOWER: Final = "a-zß-öø-ÿā-žα-ωά-ώа-яёїієґ"
_NAME = re.compile(f"[{_UPPER}][{_LOWER}]{{2,}}(?![{_UPPER}{_LOWER}])")
# Where a sentence, a line or a quotation begins, any word is capitalised.
_BEGINS = re.compile(r"(?:\A|[.!?:;\n…][\"'”’)\]]*\s*|[\"“‘«(\[*_•–—-]\s?|\b[ivx\d]{1,3}[.)]\s*)\Z")
_NO_NAME = re.compile(
    r".*(?:ish|ese|ican)\Z|(?:North|South|East|West)(?:ern)?\Z|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\Z|(?:January|February|March|April|May|June|July|"
    r"August|September|October|November|December)\Z"
)
# Quick to know; what else may open a sentence is told by where it stands.
_OPENERS: Final = frozenset(
    ("The", "This", "These", "There", "Although", "However", "While", "But", "And", "Does", "For")
)
_ALL_NOUNS_CAPITALISED: Final = ("de", "lb", "gsw")


class BorrowedNames:
    """The names that each task's instances have in input and reference answer."""

    def __init__(self, instances: Iterable[LoadedInstance]) -> None:
        self._of_task: dict[TaskName, list[LoadedInstance]] = defaultdict(list)
        for loaded in instances:
            self._of_task[loaded.task].append(loaded)
        self._owners: dict[TaskName, dict[str, list[str]]] = {}

    def faults(self, task: TaskName, name: str, instance: Instance) -> Iterator[Fault]:
        """ENTITY_FROM_NEIGHBOUR, a warning, at each field of the rubric with such a name."""
        if instance.rubric_language.partition("-")[0] in _ALL_NOUNS_CAPITALISED:
            return
        for field in RUBRIC_FIELDS:
            by_owners: dict[tuple[str, ...], list[str]] = defaultdict(list)
            for word in sorted(_unknown_names(getattr(instance.score_rubric, field), instance)):
                if owners := self._who_knows(word, task, name):
                    by_owners[owners].append(f"“{word}”")
            for owners, words in by_owners.items():
                yield Fault(
                    f"rubric.{field}",
                    "ENTITY_FROM_NEIGHBOUR",
                    "warning",
                    f"{' and '.join(words)}: not in this instance's texts, but in those of "
                    f"{named([(task, owner) for owner in owners])}; copied from there?",
                )

    def _who_knows(self, word: str, task: TaskName, name: str) -> tuple[str, ...]:
        """The siblings with a name, or with what it is the genitive of; none if they are many."""
        if task not in self._owners:
            self._owners[task] = _owners(self._of_task[task]) if task in self._of_task else {}
        owners = self._owners[task]
        known = dict.fromkeys(owners.get(word, ()))
        if word.endswith("s"):
            known.update(dict.fromkeys(owners.get(word[:-1], ())))
        known.pop(name, None)
        return tuple(known) if len(known) <= max(1, len(self._of_task[task]) // 5) else ()


def _owners(instances: Iterable[LoadedInstance]) -> dict[str, list[str]]:
    owners: dict[str, list[str]] = defaultdict(list)
    for x in instances:
        for word in set(_NAME.findall(x.instance.input + "\n" + x.instance.reference_answer)):
            owners[word].append(x.name)
    return owners


def _unknown_names(text: str, instance: Instance) -> Iterator[str]:
    prompt, answer, system = instance.input, instance.reference_answer, instance.system_prompt
    folded: list[str] = []
    for word in set(_NAME.findall(text)) - _OPENERS:
        stem = word.removesuffix("s")
        if stem in prompt or stem in answer or stem in system or _NO_NAME.match(word):
            continue
        if not folded:
            folded.extend(known.casefold() for known in (prompt, answer, system))
        if not any(_has_word(stem.casefold(), known) for known in folded) and _stands_inside(
            word, text
        ):
            yield word


def _stands_inside(word: str, text: str) -> bool:
    """Whether a word is capitalised although no sentence begins with it."""
    return any(
        not _BEGINS.search(text, max(0, m.start() - 6), m.start())
        for m in re.finditer(rf"\b{word}\b", text)
    )


def _has_word(word: str, text: str) -> bool:
    """Whether a word, or one that begins with it, is in a text."""
    at = text.find(word)
    while at >= 0:
        if not text[at - 1 : at].isalpha():
            return True
        at = text.find(word, at + 1)
    return False
