"""`curate release parquet`: a copy of a release's data in Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def parquet(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A release's folder.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where to (default: beside it, DIR-parquet)."),
    ] = None,
) -> None:
    """Copy a release's data into Parquet files, in a folder beside it."""
    from benchmark.release.parquet import parquet as write_parquet
    from curate.output import say

    release = directory.resolve()
    target = (out or release.with_name(release.name + "-parquet")).resolve()
    counted = write_parquet(release, target)
    say(f"{sum(counted.values())} instances in {len(counted)} Parquet files in {target}")
    say(f'Load it: datasets.load_dataset("{target}", "all", split="test")')
