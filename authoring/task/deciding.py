"""What a lead decides about a task: clear it, retire it with a reason, bring it back."""

from __future__ import annotations

from authoring.app import CurateApp
from authoring.browse.panel import clearance
from authoring.edit.choice import Choice
from authoring.reason import Reason, ReasonDialog
from authoring.workplace import Snapshot
from benchmark.clear import clear_task
from benchmark.create import set_task_status
from benchmark.layout import TaskName
from schemas.cards import TaskCard


def state_of(snapshot: Snapshot, task: TaskName) -> list[str]:
    """How far the task is, in lines."""
    card = snapshot.benchmark.tasks.get(task, TaskCard())
    members = snapshot.by_task.get(task, ())
    found: dict[str, int] = {}
    for loaded in members:
        status = snapshot.standings[loaded.name].status
        found[status] = found.get(status, 0) + 1
    wanted = snapshot.benchmark.settings.targets
    counted = ", ".join(f"{number} {status.replace('_', ' ')}" for status, number in found.items())
    many = "1 instance" if len(members) == 1 else f"{len(members)} instances"
    many = "1 instance" if len(members) == 1 else f"{len(members)} instances"
    lines = [
        f"{many} ({counted or 'none yet'}); wanted {wanted.written} written + "
        f"{wanted.augmented} augmented."
    ]
    if card.status == "retired":
        lines.append(f"Retired, so its instances are withdrawn: {card.reason}")
    if words := clearance(card, members):
        lines.append(words.capitalize() + ".")
    return lines


def retire_or_restore(app: CurateApp, task: TaskName) -> None:
    """Ask for the reason and do it."""
    snapshot = app.snapshot
    if snapshot is None:
        return
    name = "/".join(task)
    if snapshot.benchmark.is_retired(task):
        answers = (("r", "Bring it back"), ("n", "Leave it retired"))
        app.push_screen(
            Choice(f"Bring {name} back?", "Its instances stand where they stood.", answers),
            lambda answer: _restore(app, task, answer),
        )
        return
    members = len(snapshot.by_task.get(task, ()))
    app.push_screen(
        ReasonDialog(
            f"Retire {name}?",
            f"Its {members} instances count as withdrawn; the files stay, and it can be brought "
            "back. Why is it dropped (confusing, too easy, …)?",
        ),
        lambda answer: _retire(app, task, answer),
    )


def _restore(app: CurateApp, task: TaskName, answer: str | None) -> None:
    if answer == "r":
        app.act(lambda: _set(app, task, retire=False))


def _retire(app: CurateApp, task: TaskName, answer: Reason | None) -> None:
    if answer is not None and answer.go:
        app.act(lambda: _set(app, task, retire=True, reason=answer.text.strip()))


def _set(app: CurateApp, task: TaskName, *, retire: bool, reason: str = "") -> str:
    snapshot = app.workplace.read()
    actor = snapshot.require_actor()
    set_task_status(snapshot.root, snapshot.benchmark, actor, task, retire=retire, reason=reason)
    return f"{'/'.join(task)} is {'retired' if retire else 'active again'}."


def clear(app: CurateApp, task: TaskName) -> None:
    """Let the task pass, after a question."""
    snapshot = app.snapshot
    if snapshot is None:
        return
    members = len(snapshot.by_task.get(task, ()))
    answers = (("c", "I have read them: clear it"), ("n", "Not yet"))
    app.push_screen(
        Choice(
            f"Clear {'/'.join(task)}?",
            f"You say that you have read all {members} instances and let them pass as they are "
            "now. If one changes, the card says so.",
            answers,
        ),
        lambda answer: _cleared(app, task, answer),
    )


def _cleared(app: CurateApp, task: TaskName, answer: str | None) -> None:
    if answer == "c":
        app.act(lambda: _clear(app, task))


def _clear(app: CurateApp, task: TaskName) -> str:
    snapshot = app.workplace.read()
    clear_task(snapshot.root, snapshot.benchmark, snapshot.require_actor(), task)
    return f"{'/'.join(task)} is cleared."
