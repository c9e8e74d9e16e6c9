"""All checks over a benchmark, each finding with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmark.checks import CHECKS, Finding
from benchmark.load import Benchmark, LoadedInstance
from schemas.checks import Fault, faults
from schemas.errors import FileError
from schemas.instance import Instance
from schemas.yamldoor.spans import Path, spans, split_lines

_ORDER = {"error": 0, "warning": 1, "info": 2}


def validate(benchmark: Benchmark, under: Sequence[str] = ()) -> list[Finding]:
    """Every finding, file by file; `under` limits them to files and folders (relative paths)."""
    found = [_unreadable(error) for error in benchmark.unreadable]
    for check in CHECKS:
        found.extend(check(benchmark))
    for loaded in benchmark.instances:
        found.extend(instance_findings(benchmark, loaded))
    if under:
        found = [f for f in found if any(_is_under(f.file, place) for place in under)]
    return sorted(found, key=lambda f: (f.file, f.line, _ORDER[f.severity], f.code))


def instance_findings(
    benchmark: Benchmark, loaded: LoadedInstance, *, as_submitted: bool = False
) -> Iterator[Finding]:
    """What the checks of a single instance find, with lines.

    What is merely missing counts as an info in a draft, unless it is looked at `as_submitted`.
    """
    for fault in instance_faults(benchmark, loaded, loaded.instance, as_submitted=as_submitted):
        yield _placed(loaded, fault)


def instance_faults(
    benchmark: Benchmark, loaded: LoadedInstance, instance: Instance, *, as_submitted: bool = False
) -> Iterator[Fault]:
    """The same of a text that stands in for what `loaded` holds, without lines."""
    is_draft = not as_submitted and not any(
        a.act.act in {"submit", "adopt"} for a in benchmark.acts_of(loaded)
    )
    for fault in faults(instance):
        yield replace(fault, severity="info") if fault.lenient and is_draft else fault


def _placed(loaded: LoadedInstance, fault: Fault) -> Finding:
    document = loaded.document
    path = fault.field.replace("rubric.", "score_rubric.", 1)
    line = document.lines.get(path, document.lines.get(path.partition(".")[0], 1))
    message = fault.message
    offset = _offset(document.source, tuple(path.split(".")), fault) if fault.text else None
    if offset is not None:
        before = split_lines(document.source[:offset] + fault.text[-1])
        line = len(before)
        message += f" (line {line}, column {len(before[-1])})"
    return Finding(loaded.name, loaded.path, line, fault.field, fault.code, fault.severity, message)


def _offset(source: str, path: Path, fault: Fault) -> int | None:
    """Where in a file the first text with this fault stands, as it is or as an escape."""
    span = spans(source).get(path)
    if span is None:
        return None
    character, rest = re.escape(fault.text[0]), re.escape(fault.text[1:])
    # In a block the next line is indented; a column is that of what can be seen.
    forms = [rf"\r?\n *({rest})" if character == re.escape("\n") else f"({character}{rest})"]
    if source[span.begin] == '"':
        forms.append(rf"(?<!\\)(?:\\\\)*({re.escape(fault.written)})")
    found = re.compile(f"(?:{'|'.join(forms)})(?![A-Za-z])").search(source, span.begin, span.end)
    return found.start(found.lastindex or 0) if found else None


def _unreadable(error: FileError) -> Finding:
    where = error.where
    name = (
        where.file.rpartition("/")[2].removesuffix(".yaml") if "/instances/" in where.file else ""
    )
    message = error.what
    if where.column:
        message += f" (column {where.column})"
    if error.advice:
        message += f". {error.advice}"
    return Finding(name, where.file, where.line or 1, where.field, error.code, "error", message)


def _is_under(file: str, place: str) -> bool:
    place = place.rstrip("/")
    return place in ("", ".") or file == place or file.startswith(place + "/")
