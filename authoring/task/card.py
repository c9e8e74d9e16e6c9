"""A card as the fields of a form, and back; what is wrong with them, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from benchmark.load import Benchmark
from schemas.cards import CapabilityCard, TaskCard

Card = TaskCard | CapabilityCard
LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True)
class CardField:
    """One field: prose is text of any length, the others are short; lists stand with commas."""

    name: str
    label: str
    hint: str = ""
    is_prose: bool = False
    is_list: bool = False


TASK_FIELDS: Final = (
    CardField("description", "What the instances ask for", is_prose=True),
    CardField("measures", "What an answer shows about a model", is_prose=True),
    CardField("motivation", "Why it is worth measuring", is_prose=True),
    CardField("languages", "Languages", "en, ko (empty: the benchmark's)", is_list=True),
    CardField("owner", "Who answers for it", "the id of a person"),
    CardField("content_warnings", "Content warnings", "a word each: slurs", is_list=True),
)  # fmt: skip
CAPABILITY_FIELDS: Final = (
    CardField("description", "What the capability is", "in a sentence or two", is_prose=True),
)


def fields_of(card: Card) -> Sequence[CardField]:
    """The fields a person writes."""
    return TASK_FIELDS if isinstance(card, TaskCard) else CAPABILITY_FIELDS


def text_of(card: Card, field: CardField) -> str:
    """A field as it stands in the form."""
    value = getattr(card, field.name)
    return ", ".join(value) if field.is_list else str(value)


def with_text(card: Card, field: CardField, text: str) -> Card:
    """The card with a field as it was typed; a field nobody touched keeps what it held."""
    if text == text_of(card, field):
        return card
    if field.is_list:
        value: object = list(
            dict.fromkeys(filter(None, (part.strip() for part in text.split(","))))
        )
    else:
        value = text if field.is_prose else text.strip()
    return card.model_copy(update={field.name: value})


def wrong(benchmark: Benchmark, card: Card) -> Mapping[str, str]:
    """By field: what keeps the card from being saved."""
    found: dict[str, str] = {}
    if not isinstance(card, TaskCard):
        return found
    if odd := [word for word in card.languages if not LANGUAGE.fullmatch(word)]:
        found["languages"] = f"'{odd[0]}' is not a language code like en, ko or pt-BR"
    if card.owner and card.owner not in benchmark.people:
        known = ", ".join(sorted(benchmark.people)[:8])
        found["owner"] = f"'{card.owner}' is nobody in people/ (there are: {known})"
    for source in card.sources:
        if source.licence and not source.ref.strip():
            found["sources"] = "a source with a licence needs its link or citation"
    return found


def doubtful(benchmark: Benchmark, card: Card) -> Mapping[str, str]:
    """By field: what may be meant, and is worth a look."""
    found: dict[str, str] = {}
    if not card.description.strip():
        found["description"] = "without it reviewers cannot judge whether an instance fits"
    if isinstance(card, TaskCard):
        strange = [w for w in card.languages if w not in benchmark.settings.languages]
        if strange and "languages" not in wrong(benchmark, card):
            found["languages"] = f"{', '.join(strange)}: not a language of the benchmark so far"
        for source in card.sources:
            if source.use != "inspired" and not source.licence:
                found["sources"] = f"{source.ref}: text was taken over, so its licence is needed"
    return found


def together(base: Card, mine: Card, theirs: Card) -> tuple[Card, list[str]]:
    """Their card with what I changed, and the fields both changed (mine stand)."""
    taken, both = {}, []
    for name in type(mine).model_fields:
        before, ours, other = (getattr(card, name) for card in (base, mine, theirs))
        if ours != before:
            taken[name] = ours
            if other not in (before, ours):
                both.append(name)
    return theirs.model_copy(update=taken), both
