"""Change what is known of a person, and hand their instances over to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmark import layout
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.load import Benchmark, LoadedInstance
from schemas.errors import RefusedError, UsageError, Where
from schemas.yamldoor import update


def change_person(
    root: Path, benchmark: Benchmark, actor: Actor, person_id: str, changes: Mapping[str, Any]
) -> bool:
    """Change fields of a person's file; False where they are so already.

    People may change their own file; for another's it takes a curator. Raises RefusedError.
    """
    if person_id != actor.id:
        actor.require("curator", f"change the file of {person_id}")
    person = benchmark.people[person_id].model_copy(update=dict(changes))
    path = layout.person(person_id)
    before = (root / path).read_bytes()
    text = update(before.decode(), person, path)
    if text.encode() == before:
        return False
    change = Change(
        f"Change {person_id}: {', '.join(changes)}",
        writes={path: text},
        loaded={path: before},
        trailers=[("Curate-Act", "people"), ("Person", person_id)],
    )
    carry_out(root, change, actor)
    return True


def owned_by(benchmark: Benchmark, person_id: str) -> list[LoadedInstance]:
    """The instances this person looks after."""
    return [loaded for loaded in benchmark.instances if loaded.instance.owner == person_id]


def hand_over(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    instances: Sequence[LoadedInstance],
    receiver: str,
    reason: str,
) -> None:
    """Have another person look after the instances from now on, in one commit.

    What they look after they do not review. Raises RefusedError where the receiver is no author
    or has left, or an instance is not the actor's to give, or has changes that no commit holds.
    """
    if not reason.strip():
        raise UsageError("a reason is needed", advice='--reason "…"')
    _require_author(benchmark, receiver)
    changed = set(Git(root).changed("tasks"))
    change = Change(
        f"Hand {_named(instances)} over to {receiver}\n\n{reason}",
        trailers=[("Curate-Act", "hand-over"), ("Person", receiver)],
    )
    for loaded in instances:
        if loaded.instance.owner != actor.id:
            actor.require("curator", f"hand over {loaded.name}")
        if loaded.path in changed and not loaded.is_draft_file:
            raise RefusedError(
                "it has changes that are not committed",
                where=Where(loaded.path),
                advice="Submit it or take them back first; nothing was handed over.",
            )
        origin = loaded.instance.provenance.model_copy(update={"owner": receiver})
        new = loaded.instance.model_copy(update={"provenance": origin})
        before = (root / loaded.path).read_bytes()
        change.loaded[loaded.path] = before
        change.writes[loaded.path] = update(before.decode(), new, loaded.path)
        change.trailers.append(("Instance", loaded.name))
    carry_out(root, change, actor)


def _require_author(benchmark: Benchmark, person_id: str) -> None:
    person = benchmark.people.get(person_id)
    if person is None:
        raise UsageError(f"there is nobody called {person_id} here", advice="people/ lists who is.")
    if person.left or not {"author", "curator"}.intersection(person.roles):
        why = "has left" if person.left else "is not an author"
        raise RefusedError(f"{person_id} {why} and cannot look after instances")


def _named(instances: Sequence[LoadedInstance]) -> str:
    return instances[0].name if len(instances) == 1 else f"{len(instances)} instances"
