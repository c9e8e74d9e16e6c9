"""`curate schema`: the JSON Schemas of the files."""

from __future__ import annotations

from typing import Annotated

import typer


def schema(
    name: Annotated[
        str, typer.Argument(help="instance, task, capability, person, benchmark, act, …")
    ] = "instance",
) -> None:
    """Print the JSON Schema of one kind of file."""
    from curate.output import say
    from schemas.errors import UsageError
    from schemas.json_schema import json_schema, names

    if name not in names():
        raise UsageError(f"there is no schema '{name}'", advice=f"There are: {', '.join(names())}.")
    say(json_schema(name).rstrip("\n"))
