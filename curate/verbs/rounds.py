"""`curate review sent-back | history`: what the author has to answer, and how the rounds went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from curate.session import session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from review.sent_back import RoundSoFar, SentBack

JsonOption = Annotated[bool, typer.Option("--json", help="For machines.")]


def sent_back(as_json: JsonOption = False) -> None:
    """What reviewers sent back to you, with every flag at its field."""
    from curate.output import emit_json, say
    from review.sent_back import sent_back as waiting

    benchmark = session().load()
    me = session().actor(benchmark)
    found = waiting(benchmark, me.id)
    if as_json:
        emit_json([_sent_back(entry) for entry in found])
        return
    if not found:
        say(f"Nothing was sent back to you, {me.id}.")
        return
    for entry in found:
        _say_sent_back(entry)
    say(
        "Change what was flagged, or answer: curate submit ID --answer FIELD=disagree:WHY "
        "(a flag whose field has changed counts as fixed)"
    )


def _sent_back(entry: SentBack) -> dict[str, Any]:
    return {
        "id": entry.loaded.name,
        "round": entry.standing.round,
        "path": entry.loaded.path,
        "flags": [
            {"field": f.field, "comments": list(f.comments), "changed": f.has_changed}
            for f in entry.flags
        ],
    }


def _say_sent_back(entry: SentBack) -> None:
    from curate.output import indented, say

    say(f"{entry.loaded.name} · round {entry.standing.round} · {entry.loaded.path}")
    for flag in entry.flags:
        say(f"  {flag.field}{' (changed since: counts as fixed)' if flag.has_changed else ''}")
        for comment in flag.comments:
            say(indented(comment, 4))


def history(
    name: Annotated[str, typer.Argument(metavar="ID", help="Which instance.")],
    as_json: JsonOption = False,
) -> None:
    """How the rounds of an instance went.

    Of a round that is open nothing is told.
    """
    from curate.output import emit_json, say
    from review.sent_back import rounds_of
    from review.standings import standing_of

    benchmark = session().load()
    loaded = benchmark.find(name)
    standing = standing_of(benchmark, loaded)
    rounds = rounds_of(benchmark, loaded)
    if as_json:
        emit_json(
            {"id": loaded.name, "status": standing.status, "rounds": [_round(r) for r in rounds]}
        )
        return
    say(f"{loaded.name} · {standing.status}: {standing.why}")
    _say_rounds(rounds)


def _round(round: RoundSoFar) -> dict[str, Any]:
    from curate.verbs.show import review_data

    return {
        "round": round.number,
        "answers": [a.model_dump(mode="json") for a in round.answers],
        "reviews": None if round.reviews is None else [review_data(i) for i in round.reviews],
    }


def _say_rounds(rounds: Sequence[RoundSoFar]) -> None:
    from curate.output import say
    from curate.verbs.show import say_review

    for round in rounds:
        say(f"\nRound {round.number}")
        for answer in round.answers:
            why = f": {answer.why}" if answer.why else ""
            say(f"  the author on {answer.field}: {answer.answer}{why}")
        if round.reviews is None:
            say("  is open: its reviews are shown when all have filed.")
        for item in round.reviews or ():
            say_review(item)
