"""`curate status`: what there is, and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from curate.session import session

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmark.load import Benchmark
    from review.rule import Standing


def status(
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Instances by status, and every next act with whose it is."""
    from curate.output import emit_json, note
    from review.standings import standings

    benchmark = session().load()
    result = overview(benchmark, standings(benchmark))
    if as_json:
        emit_json(result)
    else:
        _print(result, session().reader(benchmark))
    for error in benchmark.unreadable:
        note(f"not counted, {error}")


def overview(benchmark: Benchmark, found: Mapping[str, Standing]) -> dict[str, Any]:
    """Counts and next acts as plain data. No verdict of an open round is in it."""
    from collections import Counter

    target = benchmark.settings.targets
    tasks = []
    for task in dict.fromkeys([*benchmark.tasks, *(x.task for x in benchmark.instances)]):
        members = [x for x in benchmark.instances if x.task == task]
        tasks.append(
            {
                "capability": task[0],
                "task": task[1],
                "instances": len(members),
                "by_status": dict(Counter(found[x.name].status for x in members)),
                "target": target.written + target.augmented,
            }
        )
    return {
        "instances": len(benchmark.instances),
        "by_status": dict(Counter(standing.status for standing in found.values())),
        "tasks": tasks,
        "next": [
            {"id": name, "act": need.act, "who": list(need.who), "why": need.why}
            for name, standing in found.items()
            for need in standing.needs
        ],
    }


def _print(result: dict[str, Any], me: str) -> None:
    from curate.output import columns, say

    counts = ", ".join(f"{n} {name}" for name, n in result["by_status"].items())
    say(f"{result['instances']} instances: {counts or 'none yet'}")
    rows = [
        (
            f"{entry['capability']}/{entry['task']}",
            f"{entry['by_status'].get('accepted', 0)}/{entry['target']} accepted",
            ", ".join(f"{n} {s}" for s, n in entry["by_status"].items() if s != "accepted"),
        )
        for entry in result["tasks"]
    ]
    for line in columns(rows):
        say(f"  {line}")
    mine = [entry for entry in result["next"] if me and me in entry["who"]]
    stuck = [entry for entry in result["next"] if not entry["who"]]
    for title, entries in ((f"Your turn, {me}", mine), ("Nobody can go on", stuck)):
        if entries:
            say(f"{title}:")
            for line in columns([(e["act"], e["id"], e["why"]) for e in entries[:20]]):
                say(f"  {line}")
            if len(entries) > 20:
                say(f"  … and {len(entries) - 20} more (--json has them all)")
    others = len(result["next"]) - len(mine) - len(stuck)
    if others:
        say(f"{others} next acts are other people's.")
