"""The BiGGen Bench's own format: one JSON object keyed by id, or a list of records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmark.imports.record import Incoming, read_json, read_record
from benchmark.imports.text import read_text
from benchmark.layout import TaskName
from schemas.cards import CapabilityCard, TaskCard
from schemas.errors import FileError, Where

PLACEHOLDERS = frozenset({"response", "response_model_name"})


def read_biggen(file: Path) -> list[Incoming]:
    """The instances in file order. Raises FileError; records carry placeholders we leave."""
    where = Where(str(file))
    content = read_json(read_text(file), where)
    if isinstance(content, dict):
        records = [
            {"id": name, **record} if isinstance(record, dict) else record
            for name, record in content.items()
        ]
        for name, record in zip(content, records, strict=True):
            if isinstance(record, dict) and record["id"] != name:
                raise FileError(f"'{name}' holds the instance {record['id']}", where=where)
    elif isinstance(content, list):
        records = content
    else:
        raise FileError("an object keyed by id expected, or a list of records", where=where)
    return [read_record(record, where, ignored=PLACEHOLDERS) for record in records]


def read_tasks(file: Path) -> tuple[dict[str, CapabilityCard], dict[TaskName, TaskCard]]:
    """Descriptions of capabilities and tasks from a `tasks.json`. Raises FileError."""
    where = Where(str(file))
    content = read_json(read_text(file), where)
    try:
        capabilities = {
            entry["name"]: CapabilityCard(description=entry["description"])
            for entry in _entries(content, "capabilities")
        }
        tasks = {
            (entry["capability"], entry["task"]): TaskCard(description=entry["description"])
            for entry in _entries(content, "tasks")
        }
    except (KeyError, TypeError, ValueError) as error:
        raise FileError(
            f"not a list of tasks: {error}",
            where=where,
            advice='Expected: {"capabilities": [{"name", "description"}], '
            '"tasks": [{"capability", "task", "description"}]}.',
        ) from None
    return capabilities, tasks


def _entries(content: Any, name: str) -> list[dict[str, str]]:
    entries: list[dict[str, str]] = content[name]
    return entries
