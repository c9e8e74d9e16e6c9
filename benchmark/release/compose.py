"""Write a release into a folder, from a selection and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version as installed_version
from pathlib import Path

from benchmark.git import Git
from benchmark.release.contents import contents
from benchmark.release.data import WrittenFile, write_data, write_lines
from benchmark.release.facts import Facts
from benchmark.release.outcome import Judge
from benchmark.release.selection import Request, Selection
from schemas.manifest import Manifest, ReleasedInstance, line_digest


@dataclass(frozen=True)
class Built:
    """A release that was written: its manifest, and the release digest."""

    manifest: Manifest
    digest: str


def compose(git: Git, request: Request, selection: Selection, judge: Judge, folder: Path) -> Built:
    """Write every file; their bytes depend on nothing but the commit and this tool.

    Raises OSError.
    """
    facts = facts_of(git, request, selection, judge)
    data = write_data(folder, facts.rows, selection.spool.get)
    rest = [write_lines(folder, path, [text]) for path, text in contents(facts, data).items()]
    hashes = {file.path: file.sha256 for file in (*data, *rest)}
    manifest = _manifest(request, facts, hashes, selection.spool.get)
    written = write_lines(folder, "manifest.json", manifest.pieces())
    write_lines(folder, "SHA256SUMS", _sums([*data, *rest, written]))
    return Built(manifest, f"r1:{written.sha256}")


def facts_of(git: Git, request: Request, selection: Selection, judge: Judge) -> Facts:
    """Everything the files of the release are made from but the texts."""
    return Facts(
        benchmark=selection.benchmark,
        version=request.version,
        source_commit=request.commit,
        source_time=_in_utc(git.run("show", "-s", "--format=%cI", request.commit).text),
        tool=f"curate-bench {installed_version('curate-bench')}",
        rows=selection.rows,
        left_out=selection.left_out,
        statistics=judge.statistics(selection.benchmark),
    )


def _manifest(
    request: Request, facts: Facts, files: Mapping[str, str], line_at: Callable[[int], bytes]
) -> Manifest:
    settings = facts.benchmark.settings
    return Manifest(
        name=settings.name,
        version=request.version,
        licence=settings.licence,
        source_commit=request.commit,
        base=request.base,
        taken=list(request.take),
        source_time=facts.source_time,
        tool=facts.tool,
        canary=settings.canary,
        instances=[
            ReleasedInstance(
                id=row.id,
                key=row.key,
                digest=row.digest,
                basis=row.basis,
                line=line_digest(line_at(row.place)),
            )
            for row in facts.rows
        ],
        left_out=list(facts.left_out),
        files=dict(sorted(files.items())),
    )


def _sums(files: list[WrittenFile]) -> Iterator[bytes]:
    for file in sorted(files, key=lambda file: file.path):
        yield f"{file.sha256}  {file.path}\n".encode()


def _in_utc(stamp: str) -> str:
    return datetime.fromisoformat(stamp).astimezone(UTC).isoformat().replace("+00:00", "Z")
