"""`curate canary`: has the benchmark leaked into a text?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from curate.session import session


def canary(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Texts to search; - for standard input.")
    ],
    canary: Annotated[
        str, typer.Option(help="The string to look for (default: this benchmark's).")
    ] = "",
) -> None:
    """Search any text for the canary. Exit 1 where it is found."""
    from benchmark.canary import sightings
    from curate.output import say
    from schemas.errors import UsageError
    from schemas.visible import visible

    wanted = canary or session().load().settings.canary
    found = 0
    for file in files:
        try:
            stream = (
                sys.stdin
                if str(file) == "-"
                else file.open(encoding="utf-8", errors="replace", newline="\n")
            )
        except OSError as error:
            raise UsageError(f"{file} cannot be read: {error.strerror}") from None
        with stream:
            for sighting in sightings(stream, wanted):
                found += 1
                say(f"{file}:{sighting.line}: {visible(sighting.text)[:200]}")
    say(f"{found} lines with the canary {wanted}.")
    if found:
        raise typer.Exit(1)
