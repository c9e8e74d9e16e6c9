"""Who may review an instance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from schemas.person import Person
from schemas.settings import ReviewPolicy

WROTE: Final = "wrote it"
CHECKED: Final = "checked it after it was generated"
LOOKS_AFTER: Final = "looks after it"
WRITERS_BARS: Final = frozenset({WROTE, CHECKED, LOOKS_AFTER})


@dataclass(frozen=True)
class Subject:
    """What the rule knows of an instance besides its acts.

    `digest` is that of the content as it stands. `owner` is whose turn it is when it needs
    work. `released` are the digests under which releases hold it.
    """

    key: str
    digest: str
    owner: str = ""
    capability: str = ""
    language: str = ""
    warnings: tuple[str, ...] = ()
    needs_check: bool = False
    checked_by: str = ""
    task_retired: bool = False
    released: frozenset[str] = frozenset()


def barred(person_id: str, person: Person, subject: Subject, writers: Collection[str]) -> str:
    """Why this person can never review this instance; empty where they can."""
    if "reviewer" not in person.roles:
        return "is not a reviewer"
    if person.left:
        return "has left"
    if person_id in writers:
        return WROTE
    if person_id == subject.checked_by:
        return CHECKED
    if person_id == subject.owner:
        return LOOKS_AFTER
    if person.capabilities and subject.capability not in person.capabilities:
        return f"does not review {subject.capability}"
    if found := sorted(set(person.avoid) & set(subject.warnings)):
        return f"avoids {found[0]}"
    return ""


def knows(person: Person | None, language: str) -> bool:
    """Whether a person reads the language; someone who stated none is not held back."""
    return person is not None and (not person.languages or language in person.languages)


def language_bar(
    candidate: Person,
    subject: Subject,
    policy: ReviewPolicy,
    people: Mapping[str, Person],
    others: Iterable[str],
    places: int,
) -> str:
    """Why the language keeps the candidate from one of the `places` still free.

    `others` are those who have filed or are to file in this round.
    """
    if policy.language_rule == "none" or knows(candidate, subject.language):
        return ""
    if policy.language_rule == "both":
        return f"does not read {subject.language}"
    if places > 1 or any(knows(people.get(other), subject.language) for other in others):
        return ""
    return f"does not read {subject.language}, nor does the other reviewer"
