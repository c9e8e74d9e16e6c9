"""`curate import`: bring instances in from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from curate.session import session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmark.imports.record import Incoming
    from benchmark.layout import TaskName
    from schemas.cards import CapabilityCard, TaskCard

FileArgument = Annotated[Path, typer.Argument(help="The file.")]
AuthorOption = Annotated[
    str, typer.Option(metavar="EMAIL", help="Who wrote them (default: not known).")
]
LanguageOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=LANGUAGE",
        help="Language of an id, CAPABILITY/TASK or capability (BCP 47; default en).",
    ),
]


def biggen(
    file: FileArgument,
    author: AuthorOption = "",
    tasks: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Descriptions of capabilities and tasks.")
    ] = None,
    language_of: LanguageOption = None,
) -> None:
    """BiGGen's own JSON, ids kept. All arrive as numbered drafts, origin imported."""
    from benchmark.imports.biggen import read_biggen, read_tasks

    capabilities, cards = read_tasks(tasks) if tasks else ({}, {})
    _bring_in(read_biggen(file), file, author, language_of, capabilities, cards)


def jsonl(
    file: FileArgument, author: AuthorOption = "", language_of: LanguageOption = None
) -> None:
    """One JSON record a line, in the fields of an instance; numbers are given where none are."""
    from benchmark.imports.jsonl import read_jsonl

    _bring_in(read_jsonl(file), file, author, language_of, {}, {})


def release(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A release's folder.")],
) -> None:
    """Start from a release: ids and keys kept, adopted by its digests."""
    from benchmark.imports.bring_in import bring_in
    from benchmark.imports.release import read_release
    from curate.output import say
    from review.decide import adoptable, decide

    source = read_release(directory)
    benchmark = session().load()
    actor = session().actor(benchmark)
    actor.require("curator", "start from a release")
    root = session().root
    done = bring_in(root, benchmark, actor, source.incoming, source=source.label)
    benchmark = session().load()
    equal = [
        loaded
        for loaded in adoptable(benchmark, benchmark.instances)
        if source.digests.get(loaded.name) == loaded.digest
    ]
    if equal:
        decide(root, benchmark, actor, "adopt", equal, "as released", source.label)
    say(f"{len(done.written)} instances imported, {len(equal)} adopted as released: {source.label}")


def _bring_in(
    incoming: Sequence[Incoming],
    file: Path,
    author: str,
    language_of: list[str] | None,
    capabilities: dict[str, CapabilityCard],
    cards: dict[TaskName, TaskCard],
) -> None:
    from benchmark.identity import find_person
    from benchmark.imports.bring_in import bring_in
    from curate.output import say
    from schemas.errors import UsageError

    benchmark = session().load()
    actor = session().actor(benchmark)
    author_id = find_person(benchmark, author) if author else ""
    if author_id is None:
        raise UsageError(
            f"--author {author}: not among the people of this benchmark",
            advice=f"Add them first: curate people add {author}",
        )
    languages = {}
    for entry in language_of or []:
        name, equals, language = entry.rpartition("=")
        if not equals or not name or not language:
            raise UsageError(f"--language-of {entry}: NAME=LANGUAGE expected")
        languages[name] = language
    done = bring_in(
        session().root,
        benchmark,
        actor,
        incoming,
        source=file.name,
        author=author_id,
        languages=languages,
        capabilities=capabilities,
        tasks=cards,
    )
    tasks = {(item.task) for item in incoming}
    say(
        f"{len(done.written)} instances imported, {len(tasks)} tasks, "
        f"{len({task[0] for task in tasks})} capabilities."
    )
    if done.unchanged:
        say(f"{len(done.unchanged)} were there already, with the same content.")
    say("They are drafts. Next: curate validate; curate adopt --all --reason … or curate submit")
