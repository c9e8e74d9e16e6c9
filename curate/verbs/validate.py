"""`curate validate`: every check, over all files or some."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from curate.session import session

if TYPE_CHECKING:
    from benchmark.checks import Finding

_MANY_NOTES = 20


def validate(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH…", help="Only these files and folders.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    github: Annotated[
        bool, typer.Option("--github", help="As annotations of a GitHub run.")
    ] = False,
    strict: Annotated[bool, typer.Option(help="Warnings count as errors.")] = False,
    notes: Annotated[
        bool, typer.Option("--notes", help="Every note on a line, however many there are.")
    ] = False,
) -> None:
    """Check the benchmark. Exit 1 where there are errors.

    An error keeps an instance out of review and release, a warning is for a person to look at, and
    a note is worth knowing. docs/checks.md explains each code.
    """
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
        _print(findings, errors, warnings, every_note=notes or bool(paths))
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


def _print(findings: list[Finding], errors: int, warnings: int, *, every_note: bool) -> None:
    from curate.output import say

    findings = _without_parts(findings)
    infos = len(findings) - errors - warnings
    every_note = every_note or infos <= _MANY_NOTES
    for f in findings:
        if every_note or f.severity != "info":
            say(f"{f.severity:7} {_place(f)}: {f.message} [{f.code}]")
    if not every_note:
        _summarise([f for f in findings if f.severity == "info"])
    counts = ((errors, "error"), (warnings, "warning"), (infos, "note"))
    say(", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in counts) + ".")


def _without_parts(findings: list[Finding]) -> list[Finding]:
    """Without the notes on each text of a rubric that is another's as a whole."""
    copied = {(f.id, f.file) for f in findings if f.code == "DUP_RUBRIC"}
    parts = ("DUP_CRITERIA", "DUP_LEVEL_ACROSS")
    return [f for f in findings if f.code not in parts or (f.id, f.file) not in copied]


def _summarise(notes: list[Finding]) -> None:
    """Notes by code, most frequent first, with an example each."""
    from collections import Counter

    from curate.output import say

    say()
    say("Notes, counted by code (--notes lists them; so does naming a file or folder):")
    for code, number in Counter(f.code for f in notes).most_common():
        first = next(f for f in notes if f.code == code)
        field = f" {first.field}" if first.field else ""
        say(f"{number:6} × {code}, as in {first.id or first.file}{field}: {first.message}")
    say()


def _place(f: Finding) -> str:
    return f"{f.file}:{f.line}" + (f" {f.field}" if f.field else "")


def _annotate(findings: list[Finding]) -> None:
    from curate.output import say
    from schemas.visible import visible

    kinds = {"error": "error", "warning": "warning", "info": "notice"}
    for f in findings:
        message = visible(f.message).replace("%", "%25").replace("\n", "%0A")
        title = f"{f.id} {f.code}".strip()
        say(f"::{kinds[f.severity]} file={f.file},line={f.line},title={title}::{message}")
