"""What an editor does to files and git. It takes moments: call it in a thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark import create, files, instance_file
from benchmark.identity import Actor
from benchmark.instance_file import Opened
from benchmark.load import LoadedInstance, load_folder
from review.decide import decide
from review.submit import submit
from schemas.acts import Answer
from schemas.errors import ChangedOnDiskError, CurateError
from schemas.fields import FlagField
from schemas.instance import Instance


@dataclass(frozen=True)
class Saving:
    """One save: what was opened, what the file holds, what it is to hold."""

    opened: Opened
    present: bytes
    instance: Instance


@dataclass(frozen=True)
class Elsewhere:
    """The file is not what was opened; `theirs` is what there is now, None where nothing is."""

    theirs: Opened | None


def save(root: Path, saving: Saving) -> bytes | Elsewhere:
    """Write the fields that differ; returns what the file holds now. Raises FileError."""
    loaded = saving.opened.loaded
    try:
        return instance_file.save(root, loaded, saving.instance, present=saving.present)
    except ChangedOnDiskError as error:
        if error.theirs is not None:
            place = (loaded.task, loaded.name)
            return Elsewhere(instance_file.from_bytes(error.theirs, loaded.path, place))
    return Elsewhere(find_again(root, loaded.instance.key))


def find_again(root: Path, key: str) -> Opened | None:
    """The file of an instance whose name may be another one now."""
    found = [x for x in load_folder(root).instances if x.instance.key == key]
    return instance_file.open_file(root, found[0].path) if found else None


def write_anew(root: Path, saving: Saving) -> bytes:
    """Put back a file that is gone. Raises ChangedOnDiskError where there is one again."""
    loaded = saving.opened.loaded
    canary = load_folder(root).settings.canary
    data = instance_file.text_of(saving.instance, loaded.path, canary).encode()
    files.replace(root, loaded.path, data, loaded=None)
    return data


def submit_one(
    root: Path, actor: Actor, key: str, answers: Mapping[FlagField, Answer]
) -> str | CurateError:
    """Submit the instance as it is saved: its name from now on, or why it cannot be.

    Raises what `review.submit.submit` raises.
    """
    benchmark = load_folder(root)
    loaded = benchmark.find(key)
    whole = {flag: Answer.model_validate(answer.model_dump()) for flag, answer in answers.items()}
    done = submit(root, benchmark, actor, [loaded], whole)
    return done.names[loaded.name] if loaded.name in done.names else done.refused[loaded.name]


def take_back(root: Path, actor: Actor, key: str, reason: str) -> None:
    """Recall the open round. Raises what `decide` raises."""
    benchmark = load_folder(root)
    decide(root, benchmark, actor, "recall", [benchmark.find(key)], reason)


def copy(root: Path, actor: Actor, loaded: LoadedInstance, instance: Instance) -> LoadedInstance:
    """A new draft that starts from these texts. Raises what `new_instance` raises."""
    content = instance_file.copy_for(actor.id, instance)
    return create.new_instance(root, load_folder(root), actor, loaded.task, content)
