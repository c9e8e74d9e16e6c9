"""Begin an instance, a task, a capability: ask, check while it is typed, do it, open it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from authoring.dialogs.form import Form, Line
from benchmark import create
from benchmark.layout import TaskName
from benchmark.load import Benchmark
from schemas.cards import CapabilityCard, TaskCard
from schemas.errors import CurateError, UsageError
from schemas.instance import Instance
from schemas.names import new_key

if TYPE_CHECKING:
    from authoring.browse.screen import BrowseScreen

LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


def split_task(text: str) -> TaskName:
    """`capability/task` as it is typed; missing parts are empty."""
    capability, _, task = text.strip().partition("/")
    return capability.strip(), task.strip()


class InstanceForm(Form):
    """Which task, which language."""

    def __init__(self, benchmark: Benchmark, task: TaskName | None) -> None:
        self.benchmark = benchmark
        active = tuple("/".join(n) for n, c in benchmark.tasks.items() if c.status == "active")
        begun = "/".join(task) if task else (active[0] if len(active) == 1 else "")
        card = benchmark.tasks.get(task) if task else None
        languages = (card.languages if card else []) or benchmark.settings.languages
        super().__init__(
            "A new instance",
            (
                Line("task", "Task (capability/task)", begun, active),
                Line("language", "Language of input and reference answer",
                     (languages or ["en"])[0], tuple(languages)),
            ),
        )  # fmt: skip

    def wrong(self, values: Mapping[str, str]) -> str:
        """The task has to be there, the language to look like one."""
        task = split_task(values["task"])
        if task not in self.benchmark.tasks:
            return f"there is no task {values['task'] or '(empty)'}; N on the list adds one"
        if self.benchmark.is_retired(task):
            return f"the task {values['task']} is retired"
        if not LANGUAGE.fullmatch(values["language"]):
            return f"'{values['language']}' is not a language code like en, ko or pt-BR"
        return ""

    def remark(self, values: Mapping[str, str]) -> str:
        """A language the task does not name."""
        card = self.benchmark.tasks.get(split_task(values["task"]))
        named = (card.languages if card else []) or self.benchmark.settings.languages
        if values["language"] and values["language"] not in named:
            return f"! the task's languages are {', '.join(named)}"
        return ""


class TaskForm(Form):
    """Names of a task and its capability, and a first sentence."""

    def __init__(self, benchmark: Benchmark, capability: str) -> None:
        self.benchmark = benchmark
        known = tuple(benchmark.capabilities)
        super().__init__(
            "A new task",
            (
                Line("capability", "Capability", capability, known),
                Line("task", "Task (empty: only the capability)"),
                Line("description", "What it asks for, in a sentence"),
            ),
        )

    def wrong(self, values: Mapping[str, str]) -> str:
        """Names are slugs, new, and no id of one task can be taken for another's."""
        try:
            if values["task"]:
                create.require_new_name(self.benchmark, (values["capability"], values["task"]))
            elif values["capability"] in self.benchmark.capabilities:
                raise UsageError("the name of the task is missing")
            else:
                create.require_new_name(self.benchmark, (values["capability"], "x"))
        except CurateError as error:
            return f"{error.what}\n{error.advice}".strip()
        return ""

    def remark(self, values: Mapping[str, str]) -> str:
        """Whether the capability is new."""
        new = values["capability"] and values["capability"] not in self.benchmark.capabilities
        return f"{values['capability']} is a new capability." if new else ""


def begin_instance(screen: BrowseScreen) -> None:
    """Ask task and language, write the draft and open it."""
    snapshot = screen.app.snapshot
    if snapshot is None:
        return
    try:
        snapshot.require_actor().require("author", "write instances")
    except CurateError as error:
        screen.app.tell(error)
        return

    def go(values: Mapping[str, str] | None) -> None:
        if values is None:
            return
        content = Instance(key=new_key(), language=values["language"])
        try:
            loaded = create.new_instance(
                snapshot.root, snapshot.benchmark, snapshot.require_actor(),
                split_task(values["task"]), content,
            )  # fmt: skip
        except (CurateError, OSError) as error:
            screen.app.tell(error)
            return
        screen.open_when_read(loaded.name)

    screen.app.push_screen(InstanceForm(snapshot.benchmark, screen.chosen_task()), go)


def begin_task(screen: BrowseScreen) -> None:
    """Ask the names, commit the cards, and open the task's card to be filled in."""
    snapshot = screen.app.snapshot
    if snapshot is None:
        return
    if snapshot.actor is None:
        screen.app.tell(snapshot.reads_only)
        return
    row = screen.listing.row
    capability = screen.place.capability or (row.task[0] if row else "")

    def go(values: Mapping[str, str] | None) -> None:
        if values is not None:
            screen.app.act(lambda: _add(screen, values))

    screen.app.push_screen(TaskForm(snapshot.benchmark, capability), go)


def _add(screen: BrowseScreen, values: Mapping[str, str]) -> str:
    snapshot = screen.app.snapshot
    assert snapshot is not None
    actor = snapshot.require_actor()
    capability, task = values["capability"], values["task"]
    if not task:
        card = CapabilityCard(description=values["description"])
        create.add_capability(snapshot.root, snapshot.benchmark, actor, capability, card)
        return f"The capability {capability} is there; t on it opens its card."
    create.add_task(
        snapshot.root, snapshot.benchmark, actor, (capability, task),
        TaskCard(description=values["description"], owner=actor.id),
    )  # fmt: skip
    return f"{capability}/{task} is there; t opens its card, n begins an instance."
