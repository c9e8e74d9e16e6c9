"""`curate export`: hand instances to other tools."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from curate.session import session

if TYPE_CHECKING:
    from benchmark.exports.record import Exported, Origin

NAMED_AT_MOST: Final = 20


class Format(StrEnum):
    """What it is written as."""

    biggen = "biggen"
    prometheus = "prometheus"
    lm_eval = "lm-eval"
    inspect = "inspect"


def export(
    form: Annotated[Format, typer.Argument(metavar="FORMAT", help="What it is written as.")],
    out: Annotated[
        Path, typer.Option(metavar="PATH", help="Where to; lm-eval and inspect make a folder.")
    ],
    release: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Export this release, after checking every byte."),
    ] = None,
    responses: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Fill in responses by id (biggen, prometheus)."),
    ] = None,
) -> None:
    """Hand a release, or what is in work, to other tools.

    Without --release: everything that is not eliminated or withdrawn, marked "not a release".
    """
    from curate.output import note, say
    from schemas.errors import UsageError

    is_folder = form in (Format.lm_eval, Format.inspect)
    if responses and is_folder:
        raise UsageError(
            f"{form.value} asks a model itself and takes no --responses",
            advice="biggen and prometheus take them.",
        )
    origin, instances, drafts = _released(release) if release else _in_work()
    target = out.absolute()
    if is_folder:
        _write_folder(form, target, origin, instances)
    else:
        instances = _write_file(form, target, origin, instances, responses)
    about = "about.json in it" if is_folder else f"{target.name}.about.json"
    mark = f"Release {origin.version}" if origin.version else "Not a release"
    say(f"{len(instances)} instances in {target} ({form.value}). {mark}; see {about}.")
    if drafts:
        note(f"{drafts} drafts have no number yet and are left out.")


def _in_work() -> tuple[Origin, list[Exported], int]:
    """What is not eliminated or withdrawn, and how many of it have no number."""
    from benchmark.exports.record import exported, origin_of
    from review.standings import standings

    benchmark = session().load()
    found = standings(benchmark)
    chosen = [
        exported(loaded)
        for loaded in benchmark.instances
        if found[loaded.name].status not in ("eliminated", "withdrawn")
    ]
    numbered = [instance for instance in chosen if instance is not None]
    return origin_of(benchmark), numbered, len(chosen) - len(numbered)


def _released(folder: Path) -> tuple[Origin, list[Exported], int]:
    from benchmark.exports.released import read_released
    from curate.record import record_of, warn

    manifest, origin, instances = read_released(folder)
    warn(manifest.version, record_of(manifest))
    return origin, instances, 0


def _write_folder(
    form: Format, target: Path, origin: Origin, instances: Sequence[Exported]
) -> None:
    from benchmark.exports.folder import write
    from benchmark.exports.inspect_ai import inspect_ai
    from benchmark.exports.lm_eval import lm_eval
    from schemas.errors import RefusedError

    if not instances:
        raise RefusedError("there is nothing to export: no numbered instance is in work")
    make = lm_eval if form is Format.lm_eval else inspect_ai
    write(target, make(instances, origin))


def _write_file(
    form: Format,
    target: Path,
    origin: Origin,
    instances: list[Exported],
    file: Path | None,
) -> list[Exported]:
    """Write one file and its mark beside it; returns the instances that are in it."""
    from benchmark.exports.about import about
    from benchmark.exports.biggen import biggen
    from benchmark.exports.prometheus import prometheus
    from benchmark.exports.responses import join, read_responses
    from benchmark.files import write
    from schemas.errors import UsageError

    if target.is_dir():
        raise UsageError(f"{target} is a folder; {form.value} is one file")
    joined = join(instances, read_responses(file)) if file else None
    if joined and form is Format.prometheus:
        instances = [x for x in instances if x.id in joined.responses]
    make = biggen if form is Format.biggen else prometheus
    text = make(instances, joined.responses if joined else None)
    ids = [x.id for x in instances] if form is Format.prometheus else None
    mark = about(origin, form.value, len(instances), joined=joined, ids=ids)
    # The mark first: never an export without its canary.
    write(target.with_name(f"{target.name}.about.json"), mark)
    write(target, text.encode())
    if joined:
        empty = "are left out" if form is Format.prometheus else "stay empty"
        _name(joined.missing, f"instances have no response and {empty}")
        _name(joined.stale, f"instances had another text when they were answered and {empty}")
        _name(joined.unknown, "responses answer no instance of this export")
    return instances


def _name(ids: Sequence[str], what: str) -> None:
    from curate.output import note
    from schemas.visible import visible

    if ids:
        more = len(ids) - NAMED_AT_MOST
        rest = f" and {more} more, all in the .about.json" if more > 0 else ""
        note(visible(f"{len(ids)} {what}: {', '.join(ids[:NAMED_AT_MOST])}{rest}"))
