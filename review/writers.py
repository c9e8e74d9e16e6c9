"""Who wrote the content of an instance since it was last submitted, as git knows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark import layout
from benchmark.git import Commit, Git
from benchmark.identity import Actor, find_person
from benchmark.load import Benchmark, LoadedInstance
from schemas.acts import NAME
from schemas.digest import content_digest
from schemas.errors import FileError
from schemas.instance import Instance
from schemas.names import draft_id
from schemas.yamldoor import load_model, parse

# Commits of these acts carry content that their author did not write.
_NOT_WRITING = frozenset({"import", "augment", "submit", "renumber"})


def writers(
    root: Path, benchmark: Benchmark, actor: Actor, instances: Sequence[LoadedInstance]
) -> Mapping[str, list[str]]:
    """By instance name: the ids (else addresses) of everyone who changed the content.

    The author of the instance; the authors of commits since the last submit that changed its
    content digest; and the actor, where the working copy differs from the newest commit.
    """
    git = Git(root)
    files = [path for loaded in instances for path in _paths(loaded)]
    commits = _by_path(git.history(files if len(files) < 200 else ["tasks"]))
    uncommitted = set(git.changed("tasks"))
    found: dict[str, list[str]] = {}
    for loaded in instances:
        people = {loaded.instance.provenance.author} - {""}
        if uncommitted.intersection(_paths(loaded)[:2]) and _differs(git, loaded):
            people.add(actor.id)
        people.update(
            commit.by or find_person(benchmark, commit.email) or commit.email
            for commit in _since_last_submit(git, loaded, commits)
            if _changed_content(git, commit, loaded)
        )
        found[loaded.name] = sorted(people)
    return found


def _paths(loaded: LoadedInstance) -> list[str]:
    """The instance's file, the file it had as a draft, and the folder of its acts."""
    return [
        loaded.path,
        layout.instance(loaded.task, draft_id(loaded.instance.key)),
        layout.acts_dir(loaded.task, loaded.name),
    ]


def _by_path(commits: Sequence[Commit]) -> Mapping[str, list[Commit]]:
    """Commits by the file they touched; those that hold a submit, by the folder it is in."""
    found: dict[str, list[Commit]] = defaultdict(list)
    for commit in commits:
        for path in commit.paths:
            act = layout.act_of(path)
            if act is None:
                found[path].append(commit)
            elif (name := NAME.fullmatch(act[2])) and name["act"] == "submit":
                found[path.rpartition("/")[0]].append(commit)
    return found


def _since_last_submit(
    git: Git, loaded: LoadedInstance, commits: Mapping[str, list[Commit]]
) -> list[Commit]:
    """The commits of the instance's file that no submit of it builds on.

    What a submit builds on was in its writers. Time says nothing here: clocks differ, and a
    commit from before the submit may have been merged after it.
    """
    path, draft, acts = _paths(loaded)
    touched = {c.hash: c for c in (*commits.get(path, ()), *commits.get(draft, ()))}
    if submits := [commit.hash for commit in commits.get(acts, ())]:
        fresh = git.not_in(submits, [path, draft])
        touched = {name: commit for name, commit in touched.items() if name in fresh}
    return [commit for commit in touched.values() if commit.act not in _NOT_WRITING]


def _changed_content(git: Git, commit: Commit, loaded: LoadedInstance) -> bool:
    after = _digest_at(git, commit.hash, loaded)
    return after is not None and all(
        after != _digest_at(git, parent, loaded) for parent in commit.parents
    )


def _differs(git: Git, loaded: LoadedInstance) -> bool:
    return git.head is None or _digest_at(git, "HEAD", loaded) != loaded.digest


def _digest_at(git: Git, commit: str, loaded: LoadedInstance) -> str | None:
    for path in _paths(loaded)[:2]:
        data = git.file_at(commit, path)
        if data is not None:
            try:
                instance = load_model(parse(data, path), Instance)
            except FileError:
                return "unreadable"
            if instance.key == loaded.instance.key:
                return content_digest(instance, *loaded.task)
    return None
