"""`curate validate`: every check, over all files or some."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from curate.session import session

if TYPE_CHECKING:
    from benchmark.checks import Finding


def validate(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH…", help="Only these files and folders.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    github: Annotated[
        bool, typer.Option("--github", help="As annotations of a GitHub run.")
    ] = False,
    strict: Annotated[bool, typer.Option(help="Warnings count as errors.")] = False,
) -> None:
    """Check the benchmark. Exit 1 where there are errors."""
    from dataclasses import asdict

    from benchmark.validate import validate as check
    from curate.output import emit_json

    root = session().root
    findings = check(session().load(), [_relative(path, root) for path in paths or []])
    errors = sum(f.severity == "error" for f in findings)
    warnings = sum(f.severity == "warning" for f in findings)
    if as_json:
        emit_json(
            {"errors": errors, "warnings": warnings, "findings": [asdict(f) for f in findings]}
        )
    elif github:
        _annotate(findings)
    else:
        _print(findings, errors, warnings)
    if errors or (strict and warnings):
        raise typer.Exit(1)


def _relative(path: Path, root: Path) -> str:
    """A path the caller gave, as the benchmark calls it. Raises UsageError outside of it."""
    from schemas.errors import UsageError

    for candidate in (Path.cwd() / path, root / path):
        full = candidate.resolve()
        if full.exists() and full.is_relative_to(root):
            relative = full.relative_to(root).as_posix()
            return "" if relative == "." else relative
    raise UsageError(f"{path} is not a file or folder of the benchmark in {root}")


def _print(findings: list[Finding], errors: int, warnings: int) -> None:
    from curate.output import say
    from schemas.visible import visible

    for f in findings:
        place = f"{f.file}:{f.line}" + (f" {f.field}" if f.field else "")
        say(visible(f"{f.severity:7} {place}: {f.message} [{f.code}]"))
    infos = len(findings) - errors - warnings
    say(f"{errors} errors, {warnings} warnings, {infos} notes.")


def _annotate(findings: list[Finding]) -> None:
    from curate.output import say
    from schemas.visible import visible

    kinds = {"error": "error", "warning": "warning", "info": "notice"}
    for f in findings:
        message = visible(f.message).replace("%", "%25").replace("\n", "%0A")
        title = f"{f.id} {f.code}".strip()
        say(f"::{kinds[f.severity]} file={f.file},line={f.line},title={title}::{message}")
