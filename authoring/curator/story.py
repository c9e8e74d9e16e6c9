"""The story of one instance: where it stands, whose turn it is, its rounds, and every decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from authoring.browse.rows import STATUS
from authoring.plain import shown
from authoring.review.rounds import rounds_told
from authoring.workplace import Snapshot
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from review.queue import tells_writer
from review.report import tasks
from review.sent_back import rounds_of
from review.standing import Need
from schemas.acts import (
    Act,
    Adopt,
    Assign,
    Eliminate,
    HandBack,
    Recall,
    Reopen,
    Review,
    Submit,
    Withdraw,
)
from schemas.cards import TaskCard

_DECISIONS: Final = (Adopt, Assign, Eliminate, HandBack, Recall, Reopen, Withdraw)
_ACTS: Final = {"submit": "submit it", "check": "check it", "review": "review it"}


def story_of(snapshot: Snapshot, loaded: LoadedInstance) -> Content:
    """All that may be told of it to this person."""
    standing = snapshot.standings[loaded.name]
    glyph, status = STATUS[standing.status]
    parts = [
        Content.assemble((f"{loaded.name}", "bold"), shown(f"\n{glyph} {status}: {standing.why}")),
        *(_need(need, sees_author=snapshot.sees_author(loaded)) for need in standing.needs),
    ]
    if snapshot.sees_author(loaded):
        origin = loaded.instance.provenance
        parts.append(shown(f"Written by {origin.author or 'nobody known'} ({origin.origin})"))
    return Content("\n\n").join(
        [
            Content("\n").join(parts),
            *rounds_told(rounds_of(snapshot.benchmark, loaded)),
            *_decisions(snapshot, loaded),
            Content.assemble(("Input\n", "bold"), shown(loaded.instance.input or "–")),
        ]
    )


def story_of_task(snapshot: Snapshot, task: TaskName) -> Content:
    """What reviews say of a task."""
    card = snapshot.benchmark.tasks.get(task, TaskCard())
    found = next(one for one in tasks(snapshot.benchmark) if one.task == task)
    lines = [
        f"{found.instances} instances, {found.reviewed} with a review that is over",
        f"{found.very_easy} very easy for at least half of their reviewers",
        f"{found.flagged} flagged by at least one reviewer",
    ]
    if found.is_retired:
        lines.append(f"Retired: {card.reason}")
    return Content("\n\n").join(
        [
            shown("/".join(task)).stylize("bold"),
            shown(card.description or "–"),
            shown("\n".join(lines)),
        ]
    )


def _need(need: Need, *, sees_author: bool) -> Content:
    act = _ACTS.get(need.act, f"{need.act} about it")
    whom = " or ".join(need.who) if need.who else "nobody can"
    if need.act in ("submit", "check") and not sees_author:
        whom = "its author"
    return shown(f"→ {whom}: {act} ({need.why})")


def _decisions(snapshot: Snapshot, loaded: LoadedInstance) -> Iterator[Content]:
    acts = [a.act for a in snapshot.benchmark.acts_of(loaded) if isinstance(a.act, _DECISIONS)]
    if not acts:
        return
    lines = [Content("On record").stylize("bold")]
    for act in sorted(acts, key=lambda act: act.at):
        by = "" if tells_writer(snapshot.benchmark, loaded, act, snapshot.person) else act.by
        lines.append(shown(" ".join([f"  {act.at[:10]} round {act.round}:", by, _what(act)])))
    yield Content("\n").join(lines)


def _what(act: Act) -> str:
    if isinstance(act, Assign):
        return f"asks {act.reviewer}"
    assert not isinstance(act, Submit | Review)
    if isinstance(act, HandBack) and act.of != act.by:
        return f"takes it off {act.of}: {act.reason}"
    return f"{act.act.replace('_', ' ')}: {act.reason}"
