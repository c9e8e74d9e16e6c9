"""Unsaved work of an earlier session: what it changed, and whether it is still wanted."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from authoring.conflict.settle import differences
from authoring.edit.choice import Choice
from authoring.plain import shown
from authoring.words import changes
from authoring.workplace import Snapshot
from benchmark import autosave, create, files, layout
from benchmark.autosave import Autosave
from benchmark.layout import private_dir
from benchmark.load import Benchmark
from schemas.errors import CurateError, UsageError
from schemas.instance import Instance

if TYPE_CHECKING:
    from authoring.app import CurateApp


def left_behind(root: Path, person: str, key: str = "") -> list[Autosave]:
    """What this person's earlier sessions kept, of one instance or of all, newest first."""
    return [
        save for save in autosave.left_behind(root, person) if not key or save.instance.key == key
    ]


def forget_saved(root: Path, benchmark: Benchmark, saves: list[Autosave]) -> list[Autosave]:
    """Those that hold something no file has; the others are cleared away."""
    now = {loaded.instance.key: loaded.instance for loaded in benchmark.instances}
    wanted = []
    for save in saves:
        if now.get(save.instance.key) == save.instance and not save.answers:
            drop(root, save)
        else:
            wanted.append(save)
    return wanted


def drop(root: Path, save: Autosave) -> None:
    """It is in the file now, or in another editor's autosave."""
    autosave.forget(root, save.person, save.instance.key, save.session)


def throw_away(root: Path, save: Autosave) -> None:
    """The person does not want it. One copy stays among what was discarded."""
    folder = private_dir(root) / "autosave" / "discarded"
    name = f"{save.instance.key}-{save.at.replace(':', '')}.json"
    files.write(folder / name, save.instance.model_dump_json(indent=1).encode())
    drop(root, save)


def offer(save: Autosave, now: Instance | None, is_stale: bool) -> Choice:
    """Asks what is to become of it, and shows word by word how it differs from the file."""
    lines = [Content(f"Kept {_when(save)}, when an editor ended without saving.")]
    if now is None:
        lines.append(Content("Its file is gone: going on with it begins a new draft."))
    elif is_stale:
        words = "The file has changed since: both versions will be shown field by field."
        lines.append(Content(words).stylize("bold"))
    lines += _differences(save, now)
    answers = (
        ("c", "continue with it: it comes into the editor, unsaved"),
        ("l", "later: it stays where it is"),
        ("d", "drop it"),
    )
    return Choice(f"Unsaved work on {_name(save)}", Content("\n").join(lines), answers)


async def offer_all(app: CurateApp, snapshot: Snapshot, but: str = "") -> None:
    """Ask about everything this person's earlier sessions left, one after another.

    `but` is the instance that is being opened anyway: its editor asks. Runs in a worker.
    """
    from authoring.edit.screen import EditScreen

    root, benchmark = snapshot.root, snapshot.benchmark
    for save in forget_saved(root, benchmark, left_behind(root, snapshot.person)):
        now = instance_now(benchmark, save.instance.key)
        if but in (_name(save), save.instance.key) or now == save.instance:
            continue
        answer = await app.push_screen_wait(offer(save, now, save.is_stale(root)))
        if answer == "d":
            throw_away(root, save)
        elif answer == "c" and now is not None:
            await app.push_screen_wait(EditScreen(save.instance.key, save))
        elif answer == "c":
            try:
                name = await asyncio.to_thread(_begin_again, snapshot, save)
            except (CurateError, OSError) as error:
                app.tell(error)
                continue
            app.read_again()
            await app.push_screen_wait(EditScreen(name))


def _begin_again(snapshot: Snapshot, save: Autosave) -> str:
    """Make a draft of work whose file is gone; its name."""
    place = layout.instance_of(save.path)
    if place is None:
        raise UsageError(f"{save.path} is not the file of an instance")
    actor = snapshot.require_actor()
    new = create.new_instance(snapshot.root, snapshot.benchmark, actor, place[0], save.instance)
    drop(snapshot.root, save)
    return new.name


def _name(save: Autosave) -> str:
    return save.path.rpartition("/")[2].removesuffix(".yaml")


def _when(save: Autosave) -> str:
    """The moment as a clock on the wall has it."""
    try:
        return f"{datetime.fromisoformat(save.at).astimezone():%d %B, %H:%M}"
    except ValueError:
        return save.at


def _differences(save: Autosave, now: Instance | None) -> list[Content]:
    empty = Instance(key=save.instance.key)
    found = differences(None, save.instance, now or empty)
    lines = []
    for item in found:
        lines.append(shown(f"\n{item.label}").stylize("bold"))
        lines.append(changes(item.theirs, item.mine))
    if save.answers:
        lines.append(Content(f"\n{len(save.answers)} answers to reviewers, not submitted yet"))
    return lines


def instance_now(benchmark: Benchmark, key: str) -> Instance | None:
    """What the benchmark holds under this key."""
    try:
        return benchmark.find(key).instance
    except CurateError:
        return None
