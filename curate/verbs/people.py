"""`curate people`: who takes part."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from curate.session import session

if TYPE_CHECKING:
    from benchmark.load import Benchmark


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


def change(
    person: Annotated[str, typer.Argument(metavar="PERSON", help="Their id or address.")],
    avoid: Annotated[
        list[str] | None,
        typer.Option(metavar="WARNING", help="Content they do not want to review; '' for none."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=0, help="The most reviews they take on; 0 for no limit.")
    ] = None,
    publish_as: Annotated[
        str | None, typer.Option(help="How releases name them; '' for an alias.")
    ] = None,
    left: Annotated[
        bool | None, typer.Option("--left/--back", help="They take no part any more, or do again.")
    ] = None,
) -> None:
    """Change what a person reviews, or whether they take part."""
    from benchmark.people import change_person, owned_by
    from curate.output import say

    benchmark = session().load()
    actor = session().actor(benchmark)
    person_id = _known(benchmark, person)
    given: dict[str, Any] = {
        "avoid": None if avoid is None else [word for word in avoid if word],
        "review_limit": limit,
        "publish_as": publish_as,
        "left": left,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if not change_person(session().root, benchmark, actor, person_id, changes):
        say(f"{person_id} is as you say already.")
        return
    say(f"people/{person_id}.yaml is changed.")
    mine = owned_by(benchmark, person_id) if left else []
    if mine:
        say(
            f"{person_id} looks after {len(mine)} of the instances: "
            f"curate people hand-over {person_id} --to PERSON --reason …"
        )


def hand_over(
    person: Annotated[str, typer.Argument(metavar="PERSON", help="Who looked after them.")],
    to: Annotated[str, typer.Option(metavar="PERSON", help="Who does from now on.")],
    reason: Annotated[str, typer.Option(help="Why; kept with the commit.")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="ID…", help="Only these (default: all).")
    ] = None,
) -> None:
    """Give a person's instances to another to look after.

    They answer flags from now on. Who reviews one of them, or has in its newest round, cannot
    look after it.
    """
    from benchmark.people import hand_over as give
    from benchmark.people import owned_by
    from curate.output import say
    from curate.selection import named
    from review.hand_over import require_no_review

    benchmark = session().load()
    actor = session().actor(benchmark)
    giver, receiver = _known(benchmark, person), _known(benchmark, to)
    theirs = owned_by(benchmark, giver)
    instances = [x for x in named(benchmark, names) if x in theirs] if names else theirs
    if not instances:
        say(f"{giver} looks after none of them.")
        return
    require_no_review(benchmark, instances, receiver)
    give(session().root, benchmark, actor, instances, receiver, reason)
    say(f"{receiver} looks after {', '.join(x.name for x in instances)} from now on.")


def _known(benchmark: Benchmark, person: str) -> str:
    from benchmark.identity import find_person
    from schemas.errors import UsageError

    found = find_person(benchmark, person)
    if found is None:
        raise UsageError(f"there is nobody called {person} here", advice="people/ lists who is.")
    return found
