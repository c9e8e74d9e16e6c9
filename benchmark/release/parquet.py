"""Parquet made from a release's JSON Lines, for readers that want it.

It goes into a folder of its own: the frozen folder holds what its manifest lists and nothing
else. The bytes depend on the library that writes them, so no digest covers them; every file
names the release it was made from instead. Needs the extra `release`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmark import files
from benchmark.release.data import COLUMNS, Column
from benchmark.release.markdown import code, text
from benchmark.release.verify import Verified, verify
from schemas.errors import RefusedError, UsageError
from schemas.fields import RUBRIC_FIELDS


def parquet(release: Path, out: Path) -> Mapping[str, int]:
    """Write a release's data as Parquet into a new folder; the rows of each file by its path.

    Raises RefusedError where the release is not as it was frozen or `out` is not a place of its
    own, and UsageError where the library is missing.
    """
    arrow, writer = _library("pyarrow"), _library("pyarrow.parquet")
    if out.is_relative_to(release):
        raise RefusedError(
            f"{out} is inside the release, which must stay as it is",
            advice="Name a folder beside it with --out DIR.",
        )
    if out.exists() and any(out.iterdir() if out.is_dir() else [out]):
        raise RefusedError(f"{out} is not empty", advice="Name another folder with --out DIR.")
    found = verify(release)
    if found.problems:
        raise RefusedError(
            f"{release} is not as it was frozen: {found.problems[0]}",
            advice="`curate release verify` lists everything; take the release from its source.",
        )
    schema = arrow.schema([arrow.field(c.name, _type(arrow, c)) for c in COLUMNS]).with_metadata(
        {"release": f"{found.manifest.name} {found.manifest.version}", "digest": found.digest}
    )
    counted = {}
    for path in sorted(path for path in found.manifest.files if path.startswith("data/")):
        own = [json.loads(line) for line in (release / path).read_bytes().split(b"\n") if line]
        buffer = io.BytesIO()
        writer.write_table(arrow.Table.from_pylist(own, schema), buffer, compression="zstd")
        target = _parquet_file(path)
        files.write(out / target, buffer.getvalue())
        counted[target] = len(own)
    files.write(out / "LICENSE", (release / "LICENSE").read_bytes())
    files.write(
        out / "README.md", _card(found, (release / "README.md").read_bytes().decode()).encode()
    )
    return counted


def _card(found: Verified, card: str) -> str:
    """The release's own head, licence and gate included, over a few lines about the copy."""
    front = card.split("---\n", 2)[1].replace(".jsonl\n", ".parquet\n")
    return (
        f"---\n{front}---\n\n# {text(found.manifest.name)} {found.manifest.version} as Parquet\n\n"
        f"Made from the release with the digest {code(found.digest)}. What is frozen, and what "
        "`curate release verify` checks, is the release itself, with its JSON Lines and its "
        "card; this copy holds the same texts and loads in the same way.\n"
    )


def _parquet_file(path: str) -> str:
    return path.removesuffix(".jsonl") + ".parquet"


def _type(arrow: Any, column: Column) -> Any:
    if column.kind == "rubric":
        return arrow.struct([arrow.field(name, arrow.string()) for name in RUBRIC_FIELDS])
    if column.kind == "texts":
        return arrow.list_(arrow.string())
    return arrow.int64() if column.kind == "number" else arrow.string()


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise UsageError(
            "writing Parquet needs the library pyarrow, which is not installed",
            advice="Install it with `pip install 'curate-bench[release]'`.",
        ) from None
