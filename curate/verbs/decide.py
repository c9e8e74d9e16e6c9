"""`curate adopt | withdraw | reopen | recall | eliminate`: acts that say why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from curate.session import session

if TYPE_CHECKING:
    from review.decide import Kind

Names = Annotated[list[str], typer.Argument(metavar="ID…", help="Which ones.")]
Reason = Annotated[str, typer.Option(help="Why; kept with the act.")]


def adopt(
    reason: Reason,
    names: Annotated[list[str] | None, typer.Argument(metavar="ID…", help="Which ones.")] = None,
    task: Annotated[str, typer.Option(metavar="T", help="All open ones of a task.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="All open ones.")] = False,
    source: Annotated[str, typer.Option(help="Where it was validated before.")] = "",
) -> None:
    """Accept instances as they stand, without reviews (curator)."""
    from benchmark.validate import instance_findings
    from curate.output import note, say
    from curate.selection import named, selected
    from review.decide import adoptable, decide

    in_task = selected(names, task, everything=everything)
    benchmark = session().load()
    actor = session().actor(benchmark)
    instances = (
        named(benchmark, names)
        if names
        else adoptable(benchmark, benchmark.of_task(in_task) if in_task else benchmark.instances)
    )
    if not instances:
        say("There is nothing to adopt.")
        return
    decide(session().root, benchmark, actor, "adopt", instances, reason, source)
    say(f"{len(instances)} instance{'s' if len(instances) > 1 else ''} adopted.")
    faulty = [
        loaded.name
        for loaded in instances
        if any(
            finding.severity == "error"
            for finding in instance_findings(benchmark, loaded, as_submitted=True)
        )
    ]
    if faulty:
        note(
            f"{len(faulty)} of them have errors that a release does not pass "
            f"({', '.join(faulty[:3])}{', …' if len(faulty) > 3 else ''}): curate validate"
        )


def withdraw(names: Names, reason: Reason) -> None:
    """Take instances out (their owner, or a curator)."""
    _decide("withdraw", names, reason, "withdrawn")


def reopen(names: Names, reason: Reason) -> None:
    """Make drafts of instances that had ended (curator).

    What a release holds stays as it is; a new draft with its text is made to stand in its place.
    """
    from curate.output import say
    from curate.selection import named
    from review.decide import decide
    from review.replace import is_released, replacements

    benchmark = session().load()
    actor = session().actor(benchmark)
    instances = named(benchmark, names)
    released = [loaded for loaded in instances if is_released(benchmark, loaded)]
    others = [loaded for loaded in instances if loaded not in released]
    root = session().root
    if others:
        decide(root, benchmark, actor, "reopen", others, reason)
    for loaded in others:
        say(f"{loaded.name} is a draft again.")
    if released:
        for old, new in replacements(root, benchmark, actor, released, reason).items():
            say(f"{old} is in a release and stays; {new} is a draft to stand in its place.")


def recall(names: Names, reason: Reason) -> None:
    """Take an open round back, to change the content.

    Its owner can while no review is filed; after that it takes a curator.
    """
    _decide("recall", names, reason, "recalled")


def eliminate(names: Names, reason: Reason) -> None:
    """End what is still flagged after the last round (curator)."""
    _decide("eliminate", names, reason, "eliminated")


def _decide(kind: Kind, names: list[str], reason: str, done: str) -> None:
    from curate.output import say
    from curate.selection import named
    from review.decide import decide

    benchmark = session().load()
    actor = session().actor(benchmark)
    instances = named(benchmark, names)
    decide(session().root, benchmark, actor, kind, instances, reason)
    for loaded in instances:
        say(f"{loaded.name} is {done}.")
