"""Write incoming instances into a benchmark as numbered drafts, in one commit."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark import create, instance_file, layout
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor
from benchmark.imports.record import Incoming
from benchmark.layout import TaskName
from benchmark.load import Benchmark
from benchmark.numbers import highest_numbers
from schemas.cards import CapabilityCard, TaskCard
from schemas.digest import content_digest
from schemas.errors import RefusedError, UsageError
from schemas.instance import Provenance
from schemas.names import instance_id


@dataclass(frozen=True)
class Imported:
    """What an import did: ids written, and ids that were there already with equal content."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]


def bring_in(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    incoming: Sequence[Incoming],
    *,
    source: str,
    author: str = "",
    languages: Mapping[str, str] | None = None,
    capabilities: Mapping[str, CapabilityCard] | None = None,
    tasks: Mapping[TaskName, TaskCard] | None = None,
) -> Imported:
    """Import; all or nothing.

    `languages` maps an id, `capability/task` or a capability to the language of input and
    reference answer; the most specific one counts. Raises RefusedError where an id exists with
    other content, UsageError where `languages` names nothing that comes in.
    """
    actor.require("author", "import")
    git = Git(root)
    git.require_ready()
    numbered = _tagged(_numbered(root, benchmark, incoming), languages or {})
    unchanged = _unchanged(benchmark, numbered)
    new = [item for item in numbered if item.name not in unchanged]
    provenance = Provenance(origin="imported", author=author, imported_from=source)
    writes: dict[str, str] = {}
    for item in new:
        path = layout.instance(item.task, item.name)
        if path in writes:
            raise RefusedError(
                f"{item.name} comes twice in {source}", advice="Nothing was imported."
            )
        instance = item.instance.model_copy(update={"key": _key(item), "provenance": provenance})
        writes[path] = instance_file.text_of(instance, path, benchmark.settings.canary)
    left_over = _left_over(git, numbered)
    if writes or left_over:
        count = len(writes) + sum(map(_is_instance, left_over))
        cards = _cards(benchmark, numbered, capabilities or {}, tasks or {})
        change = Change(
            f"Import {count} instances from {source}",
            writes={**cards, **writes},
            extra_paths=left_over,
            trailers=[("Curate-Act", "import")],
        )
        carry_out(root, change, actor)
    return Imported(tuple(item.name for item in new), tuple(unchanged))


def _unchanged(benchmark: Benchmark, numbered: Sequence[Incoming]) -> dict[str, None]:
    """The ids that are there with this very content. Raises RefusedError where it differs."""
    present = {loaded.name: loaded for loaded in benchmark.instances}
    found: dict[str, None] = {}
    for item in numbered:
        there = present.get(item.name)
        if there is None:
            continue
        if there.digest != content_digest(item.instance, *item.task):
            raise RefusedError(
                f"{item.name} exists already, with other content",
                advice="Nothing was imported. Import into an empty benchmark, or take the "
                "instance out of the source.",
            )
        found[item.name] = None
    return found


def _cards(
    benchmark: Benchmark,
    numbered: Sequence[Incoming],
    capabilities: Mapping[str, CapabilityCard],
    tasks: Mapping[TaskName, TaskCard],
) -> dict[str, str]:
    """The cards that are missing, as they came along or empty."""
    missing = dict.fromkeys(item.task for item in numbered if item.task not in benchmark.tasks)
    cards = {task: tasks.get(task, TaskCard()) for task in missing}
    return create.cards_for(benchmark, cards, dict(capabilities))


def _key(item: Incoming) -> str:
    """A key made of name and content: two copies that import one source have one result."""
    if item.keyed:
        return item.instance.key
    text = f"{item.name} {content_digest(item.instance, *item.task)}"
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _is_instance(path: str) -> bool:
    return layout.instance_of(path) is not None


def _left_over(git: Git, numbered: Sequence[Incoming]) -> list[str]:
    """Files of an import of the same that was interrupted before they were committed."""
    wanted = set()
    for item in numbered:
        wanted.add(layout.instance(item.task, item.name))
        wanted.add(layout.task_card(item.task))
        wanted.add(layout.capability_card(item.task[0]))
    return [path for path in git.added("tasks") if path in wanted]


def _numbered(root: Path, benchmark: Benchmark, incoming: Sequence[Incoming]) -> list[Incoming]:
    """Each with its number: what has none and is here already is the one that is here."""
    without = {item.task for item in incoming if item.number is None}
    if not without:
        return list(incoming)
    here = {(x.task, x.digest): x.number for x in benchmark.instances if x.number is not None}
    highest = highest_numbers(root, benchmark, without)
    for item in incoming:
        if item.number is not None and item.task in without:
            highest[item.task] = max(highest[item.task], item.number)
    result = []
    for item in incoming:
        number = item.number
        if number is None:
            number = here.get((item.task, content_digest(item.instance, *item.task)))
        if number is None:
            highest[item.task] += 1
            number = highest[item.task]
        result.append(replace(item, number=number))
    return result


def _tagged(incoming: Sequence[Incoming], languages: Mapping[str, str]) -> list[Incoming]:
    used: set[str] = set()
    result = []
    for item in incoming:
        assert item.number is not None
        names = (
            item.task[0],
            "/".join(item.task),
            instance_id(*item.task, item.number),
        )
        found = [name for name in names if name in languages]
        used.update(found)
        if found:
            instance = item.instance.model_copy(update={"language": languages[found[-1]]})
            result.append(replace(item, instance=instance))
        else:
            result.append(item)
    if unknown := sorted(set(languages) - used):
        raise UsageError(
            f"--language-of {unknown[0]}: nothing of this name comes in",
            advice="Name an id, CAPABILITY/TASK, or a capability.",
        )
    return result
