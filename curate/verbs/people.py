"""`curate people`: who takes part."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from curate.session import session


class RoleName(StrEnum):
    """What a person may do."""

    author = "author"
    reviewer = "reviewer"
    curator = "curator"


def add(
    email: Annotated[str, typer.Argument(help="The address they commit with.")],
    name: Annotated[str, typer.Option(help="As colleagues see it.")] = "",
    role: Annotated[
        list[RoleName] | None, typer.Option(help="author, reviewer, curator (default: first two).")
    ] = None,
    can: Annotated[
        list[str] | None, typer.Option(metavar="CAPABILITY", help="What they can review.")
    ] = None,
    language: Annotated[
        list[str] | None, typer.Option(help="A language they can review (BCP 47).")
    ] = None,
) -> None:
    """Add a person, or add to what someone may do. The first one becomes a curator."""
    from benchmark import create
    from curate.output import say

    benchmark = session().load()
    actor = session().actor(benchmark) if benchmark.people else None
    person_id = create.put_person(
        session().root,
        benchmark,
        actor,
        email,
        name=name,
        roles=[r.value for r in role or []],
        capabilities=can or [],
        languages=language or [],
    )
    say(f"{person_id} <{email}>: people/{person_id}.yaml")
