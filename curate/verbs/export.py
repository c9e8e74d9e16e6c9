"""`curate export`: hand instances to other tools."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from curate.session import session


class Format(StrEnum):
    """What it is written as."""

    biggen = "biggen"


def export(
    form: Annotated[Format, typer.Argument(metavar="FORMAT", help="biggen")],
    out: Annotated[Path, typer.Option(metavar="PATH", help="Where to.")],
) -> None:
    """Write what is not eliminated or withdrawn. Not a release."""
    import json

    from benchmark.exports.biggen import biggen
    from benchmark.files import write
    from curate.output import note, say
    from review.standings import standings

    benchmark = session().load()
    found = standings(benchmark)
    chosen = [
        loaded
        for loaded in benchmark.instances
        if found[loaded.name].status not in ("eliminated", "withdrawn")
    ]
    numbered = [loaded for loaded in chosen if loaded.number is not None]
    target = out.absolute()
    write(target, biggen(numbered).encode())
    beside = target.with_name(target.name + ".about.json")
    about = {
        "not_a_release": True,
        "benchmark": benchmark.settings.name,
        "instances": len(numbered),
        "canary": benchmark.settings.canary,
    }
    write(beside, (json.dumps(about, indent=2, ensure_ascii=False) + "\n").encode())
    say(f"{len(numbered)} instances in {target} ({form.value}). Not a release; see {beside.name}.")
    if len(chosen) > len(numbered):
        note(f"{len(chosen) - len(numbered)} drafts have no number yet and are left out.")
