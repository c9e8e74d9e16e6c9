"""Begin a benchmark, and add people, tasks and instances to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from benchmark import files, instance_file, layout
from benchmark.change import Change, carry_out, write_only
from benchmark.git import Git, bare_repository
from benchmark.identity import Actor, find_person, person_id_for
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance
from schemas import json_schema
from schemas.cards import CapabilityCard, TaskCard
from schemas.errors import RefusedError, UsageError
from schemas.instance import Instance, Provenance
from schemas.names import RESERVED_CAPABILITIES, draft_id, ids_collide, is_slug, new_key
from schemas.person import Person, Role
from schemas.settings import Settings
from schemas.yamldoor import Document, dump, update

ALL_ROLES: Final[tuple[Role, ...]] = ("author", "reviewer", "curator")

_ATTRIBUTES = """\
# What was typed is what is stored: git must not touch line ends.
*.yaml -text diff
*.md -text diff
*.json -text diff
"""
_GUIDELINES = """\
# What the answers in a review mean here

Change this page so that it says what your group means; `?` shows it during a review.

1. **Task fit.** Good: the instance asks for what the task's card describes and needs the
   capability it stands under. Bad: it could be answered without it, or asks for something else.
2. **Difficulty**, for a strong model of today: very easy (every attempt gets it), easy,
   intermediate, hard (most attempts fail). It is recorded and never decides anything.
3. **Reference answer.** Good: right and complete; an evaluator reads it as the score-5 answer.
   Acceptable: right, but could be better. Bad: wrong, or it does not answer the input.
4. **Rubric.** Good: two people with the rubric in hand would give an answer the same score.
   Bad: levels that cannot be told apart, that miss the point of the input, or contradict the
   reference answer.

A Bad needs a comment that tells the author what to change.
"""
_IGNORE = ".curate/\n"


def init(
    root: Path, name: str, licence: str, founder: tuple[str, str] | None, canary: str
) -> str | None:
    """Make an empty benchmark in `root`; returns the commit, None where none could be made.

    `founder` is name and e-mail of the first person, who becomes author, reviewer and curator.
    Raises RefusedError where there is a benchmark already.
    """
    if (root / layout.SETTINGS).exists():
        raise RefusedError(f"{root} holds a benchmark already")
    root.mkdir(parents=True, exist_ok=True)
    git = Git(root)
    if git.is_bare:
        raise bare_repository()
    if git.directory is None:
        git.run("init", "-q", "-b", "main")
    settings = Settings(name=name, licence=licence, canary=canary)
    change = Change(
        f"Begin the benchmark {name}",
        writes={
            layout.SETTINGS: dump(settings, header=_schema_line("benchmark", layout.SETTINGS)),
            layout.GUIDELINES: _GUIDELINES,
            **schema_files(),
        },
        trailers=[("Curate-Act", "init")],
    )
    for path, text in ((layout.ATTRIBUTES, _ATTRIBUTES), (".gitignore", _IGNORE)):
        _write_lines(root, path, text, change)
    if founder is None:
        write_only(root, change)
        return None
    person_id, person = _founder(*founder)
    change.writes[layout.person(person_id)] = _person_text(person_id, person)
    return carry_out(root, change, Actor(person_id, person, signature=founder))


def _write_lines(root: Path, path: str, text: str, change: Change) -> None:
    """Have a file of git's hold these lines, behind those it has."""
    file = root / path
    if not file.exists():
        change.writes[path] = text
        return
    present = file.read_bytes()
    if not set(text.encode().splitlines()) <= set(present.splitlines()):
        change.loaded[path] = present
        change.writes[path] = present.decode().rstrip("\n") + "\n" + text


def _founder(name: str, email: str) -> tuple[str, Person]:
    person = Person(name=name, emails=[email], roles=list(ALL_ROLES))
    return person_id_for(name, email, ()), person


def schema_files() -> dict[str, str]:
    """The JSON Schemas as files of the benchmark."""
    return {
        f"{layout.SCHEMAS}/{name}.json": json_schema.json_schema(name)
        for name in json_schema.names()
    }


def _schema_line(schema: str, path: str) -> str:
    up = "../" * path.count("/")
    return f"# yaml-language-server: $schema={up}{layout.SCHEMAS}/{schema}.json\n"


def _person_text(person_id: str, person: Person) -> str:
    path = layout.person(person_id)
    return dump(person, header=_schema_line("person", path), file=path)


def put_person(
    root: Path,
    benchmark: Benchmark,
    actor: Actor | None,
    email: str,
    *,
    name: str = "",
    roles: Sequence[Role] = (),
    capabilities: Sequence[str] = (),
    languages: Sequence[str] = (),
) -> str:
    """Add a person, or add to what a known person may do; returns their id.

    `actor` is None only for the first person of a benchmark, who becomes a curator. Raises
    RefusedError unless the actor is a curator.
    """
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", email):
        raise UsageError(f"'{email}' is not an e-mail address")
    if actor is not None:
        actor.require("curator", "change who takes part")
    elif benchmark.people:
        raise RefusedError("only a curator adds people")
    known = find_person(benchmark, email)
    person_id = known or person_id_for(name, email, benchmark.people)
    path = layout.person(person_id)
    if known:
        old = benchmark.people[known]
        person = old.model_copy(
            update={
                "name": name or old.name,
                "roles": _merged(old.roles, roles),
                "capabilities": _merged(old.capabilities, capabilities),
                "languages": _merged(old.languages, languages),
            }
        )
        before = (root / path).read_bytes()
        text = update(before.decode(), person, path)
        if text.encode() == before:
            return person_id
        loaded = {path: before}
    else:
        person = Person(
            name=name or email.partition("@")[0],
            emails=[email],
            roles=_first_roles(roles, is_first=actor is None),
            capabilities=list(capabilities),
            languages=list(languages),
        )
        text, loaded = _person_text(person_id, person), {}
    change = Change(
        f"{'Change' if known else 'Add'} {person_id}",
        writes={path: text},
        loaded=loaded,
        trailers=[("Curate-Act", "people"), ("Person", person_id)],
    )
    carry_out(root, change, actor or Actor(person_id, person, signature=(person.name, email)))
    return person_id


def _first_roles(given: Sequence[Role], *, is_first: bool) -> list[Role]:
    """The roles of a new person: a benchmark's first one is a curator whatever else was said."""
    if not is_first:
        return list(given) or ["author", "reviewer"]
    return [role for role in ALL_ROLES if role in given or role == "curator" or not given]


def _merged(old: Sequence[str], new: Sequence[str]) -> list[str]:
    return [*old, *(x for x in new if x not in old)]


def add_task(
    root: Path, benchmark: Benchmark, actor: Actor, task: TaskName, card: TaskCard | None = None
) -> str:
    """Add a task, and its capability where it is new; returns the path of the task's card.

    Raises RefusedError where it exists or its ids could be mistaken for another task's.
    """
    require_new_name(benchmark, task)
    writes = cards_for(benchmark, {task: card or TaskCard(owner=actor.id)}, {})
    change = Change(
        f"Add the task {'/'.join(task)}",
        writes=writes,
        trailers=[("Curate-Act", "task-add"), ("Task", "/".join(task))],
    )
    carry_out(root, change, actor)
    return layout.task_card(task)


def cards_for(
    benchmark: Benchmark,
    tasks: dict[TaskName, TaskCard],
    capabilities: dict[str, CapabilityCard],
) -> dict[str, str]:
    """The files of new tasks and of the capabilities they need, placed behind what there is.

    Raises RefusedError where two tasks could give one id, or a capability's name is reserved.
    """
    writes: dict[str, str] = {}
    known = list(benchmark.tasks)
    capability_place = _next_place(c.position for c in benchmark.capabilities.values())
    for task in dict.fromkeys(name for name, _ in tasks):
        if task not in benchmark.capabilities:
            path = layout.capability_card(task)
            card = capabilities.get(task, CapabilityCard())
            card = card.model_copy(update={"position": capability_place})
            capability_place += 1
            writes[path] = dump(card, header=_schema_line("capability", path), file=path)
    places = {
        capability: _next_place(
            card.position for (c, _), card in benchmark.tasks.items() if c == capability
        )
        for capability, _ in tasks
    }
    for task_name, task_card in tasks.items():
        _require_apart(task_name, known)
        known.append(task_name)
        path = layout.task_card(task_name)
        placed = task_card.model_copy(update={"position": places[task_name[0]]})
        places[task_name[0]] += 1
        writes[path] = dump(placed, header=_schema_line("task", path), file=path)
    return writes


def require_new_name(benchmark: Benchmark, task: TaskName) -> None:
    """Raises UsageError where a name cannot be one, RefusedError where it is taken."""
    for name in task:
        if not is_slug(name):
            raise UsageError(
                f"'{name}' is not a name" if name else "the name is missing",
                advice="Small letters and digits, words joined by underscores: short_proofs.",
            )
    if task in benchmark.tasks:
        raise RefusedError(f"the task {'/'.join(task)} exists already")
    _require_apart(task, benchmark.tasks)


def _require_apart(task: TaskName, known: Iterable[TaskName]) -> None:
    if task[0] in RESERVED_CAPABILITIES:
        raise RefusedError(
            f"no capability can be called '{task[0]}': it has a meaning of its own for "
            "those who load a release",
            advice="Choose another name.",
        )
    for other in known:
        if ids_collide(task, other):
            raise RefusedError(
                f"ids of {'/'.join(task)} could be mistaken for ids of {'/'.join(other)}",
                advice="Choose another name.",
            )


def _next_place(positions: Iterable[int]) -> int:
    return max(positions, default=-1) + 1


def add_capability(
    root: Path, benchmark: Benchmark, actor: Actor, capability: str, card: CapabilityCard
) -> None:
    """Add a capability that has no task yet. Raises UsageError and RefusedError like a task."""
    if not is_slug(capability):
        require_new_name(benchmark, (capability, "x"))
    if capability in benchmark.capabilities:
        raise RefusedError(f"the capability {capability} exists already")
    if capability in RESERVED_CAPABILITIES:
        _require_apart((capability, ""), ())
    path = layout.capability_card(capability)
    place = _next_place(c.position for c in benchmark.capabilities.values())
    card = card.model_copy(update={"position": place})
    change = Change(
        f"Add the capability {capability}",
        writes={path: dump(card, header=_schema_line("capability", path), file=path)},
        trailers=[("Curate-Act", "capability-add"), ("Capability", capability)],
    )
    carry_out(root, change, actor)


def change_card(
    root: Path, actor: Actor, path: str, new: TaskCard | CapabilityCard, *, loaded: bytes
) -> None:
    """Write the fields in which a card differs from the file it was read from, in one commit.

    `loaded` is what that file held. Takes an author or a curator. Raises ChangedOnDiskError
    where it holds something else now.
    """
    if "curator" not in actor.person.roles:
        actor.require("author", "change cards")
    text = update(loaded.decode(), new, path)
    if text.encode() == loaded:
        return
    name = path.removeprefix("tasks/").rpartition("/")[0]
    change = Change(
        f"Change the card of {name}",
        writes={path: text},
        loaded={path: loaded},
        trailers=[("Curate-Act", "card"), ("Task" if "/" in name else "Capability", name)],
    )
    carry_out(root, change, actor)


def set_task_status(
    root: Path, benchmark: Benchmark, actor: Actor, task: TaskName, *, retire: bool, reason: str
) -> None:
    """Retire a task, which withdraws its instances, or bring it back. Takes a curator."""
    actor.require("curator", "retire or restore a task")
    card = benchmark.card(task)
    status = "retired" if retire else "active"
    if card.status == status:
        raise RefusedError(f"the task {'/'.join(task)} is {status} already")
    path = layout.task_card(task)
    before = (root / path).read_bytes()
    new = card.model_copy(update={"status": status, "reason": reason if retire else ""})
    verb = "retire" if retire else "restore"
    change = Change(
        f"{verb.capitalize()} the task {'/'.join(task)}\n\n{reason}".strip(),
        writes={path: update(before.decode(), new, path)},
        loaded={path: before},
        trailers=[("Curate-Act", f"task-{verb}"), ("Task", "/".join(task))],
    )
    carry_out(root, change, actor)


def new_instance(
    root: Path,
    benchmark: Benchmark,
    actor: Actor,
    task: TaskName,
    content: Instance | None = None,
) -> LoadedInstance:
    """Write a new draft into the working files, to be edited and submitted later."""
    actor.require("author", "write instances")
    benchmark.card(task)
    if benchmark.is_retired(task):
        raise RefusedError(f"the task {'/'.join(task)} is retired")
    language = (benchmark.tasks[task].languages or benchmark.settings.languages or ["en"])[0]
    instance = content or Instance(key=new_key(), language=language)
    if not instance.provenance.author:
        instance = instance.model_copy(update={"provenance": Provenance(author=actor.id)})
    path = instance_file.draft_path(task, instance)
    text = instance_file.text_of(instance, path, benchmark.settings.canary)
    files.replace(root, path, text.encode(), loaded=None)
    document = Document(path, text, {})
    return LoadedInstance(task, draft_id(instance.key), instance, document)


def discard(root: Path, actor: Actor, loaded: LoadedInstance) -> None:
    """Delete a draft that was never submitted; the file is kept beside the git directory."""
    if not loaded.is_draft_file:
        raise RefusedError(
            f"{loaded.name} has its number for good and cannot be discarded",
            advice=f"`curate withdraw {loaded.name} --reason …` takes it out.",
        )
    if actor.id != loaded.instance.owner and "curator" not in actor.person.roles:
        raise RefusedError(
            f"{loaded.name} is {loaded.instance.owner or 'somebody else'}'s draft",
            advice="Its author or a curator can discard it.",
        )
    data = (root / loaded.path).read_bytes()
    files.write(layout.private_dir(root) / "autosave" / "discarded" / f"{loaded.name}.yaml", data)
    git = Git(root)
    if git.file_at("HEAD", loaded.path) is not None:
        change = Change(
            f"Discard the draft {loaded.name}",
            removals=[loaded.path],
            trailers=[("Curate-Act", "discard"), ("Instance", loaded.name)],
        )
        carry_out(root, change, actor)
    else:
        files.remove(root, loaded.path)
        git.unstage(list(git.tracked([loaded.path])))
