"""Who acts: a git e-mail address, or the one given, looked up in `people/`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmark.git import Git
from benchmark.load import Benchmark
from schemas.errors import GitError, IdentityError, RefusedError
from schemas.person import Person, Role


@dataclass(frozen=True)
class Actor:
    """The person an act is by, and who records it where that is someone else.

    `signature` is name and e-mail for commits where git has no identity of its own.
    """

    id: str
    person: Person
    recorded_by: str = ""
    signature: tuple[str, str] | None = None

    def require(self, role: Role, what: str) -> None:
        """Raises RefusedError unless the person has the role."""
        if role not in self.person.roles:
            raise RefusedError(
                f"{self.id} cannot {what}: that takes the role '{role}'",
                advice=f"A curator can give it: `curate people add {self.person.emails[0]} "
                f"--role {role}`.",
            )


def find_person(benchmark: Benchmark, email: str) -> str | None:
    """The id of the person one of whose addresses this is, or who has this id."""
    wanted = email.casefold()
    for person_id, person in benchmark.people.items():
        if wanted == person_id or wanted in (address.casefold() for address in person.emails):
            return person_id
    return None


def who_acts(benchmark: Benchmark, root: Path, given: str | None) -> Actor:
    """The actor: `given` (an address of a person here), else git's identity.

    Raises IdentityError where nobody is named, or the address is nobody's here, and the
    FileError of a `curate.yaml` that cannot be read: without its rules nobody acts.
    """
    if benchmark.settings_error:
        raise benchmark.settings_error
    try:
        own = Git(root).identity()
    except GitError:
        own = None
    email = given or (own[1] if own else None)
    if email is None:
        raise IdentityError(
            "git does not know who you are",
            advice="Tell it: `git config user.name 'Your Name'` and "
            "`git config user.email you@example.org`; or name yourself with --as EMAIL.",
        )
    person_id = find_person(benchmark, email)
    if person_id is None:
        raise IdentityError(
            f"{email} is not among the people of this benchmark",
            advice=f"A curator can add you: `curate people add {email} --role author`. "
            "Known with another address? Add this one to your file in people/.",
        )
    person = benchmark.people[person_id]
    if person.left:
        raise IdentityError(
            f"{person_id} has left this benchmark",
            advice=f"A curator can undo it in people/{person_id}.yaml.",
        )
    recorder = ""
    if own and find_person(benchmark, own[1]) != person_id:
        recorder = find_person(benchmark, own[1]) or own[1]
    return Actor(
        person_id, person, recorder, (person.name, email if "@" in email else person.emails[0])
    )


def person_id_for(name: str, email: str, taken: Iterable[str]) -> str:
    """A short id for a new person: from the name, else the address, made unique by a number."""
    used = set(taken)
    for text in ((name.split() or [""])[0], email.partition("@")[0], "person"):
        base = _slug(text)
        if base:
            break
    number = 2
    candidate = base
    while candidate in used:
        candidate = f"{base}_{number}"
        number += 1
    return candidate


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "_".join(re.findall(r"[a-z0-9]+", plain))
