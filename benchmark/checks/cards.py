"""Cards and people: what instances and acts refer to is there."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark import layout
from benchmark.checks.finding import Finding
from benchmark.load import Benchmark


def check(benchmark: Benchmark) -> Iterator[Finding]:
    """CARD_MISSING and EMAIL_DUPLICATE: errors. PERSON_UNKNOWN, STRAY_FILE: warnings."""
    for task in sorted({loaded.task for loaded in benchmark.instances} - set(benchmark.tasks)):
        if not any(e.where.file == layout.task_card(task) for e in benchmark.unreadable):
            yield Finding(
                "", layout.task_card(task), 1, "", "CARD_MISSING", "error",
                f"there are instances but no card; `curate task add {'/'.join(task)}`",
            )  # fmt: skip
    owners: dict[str, str] = {}
    for person_id, person in benchmark.people.items():
        for email in person.emails:
            first = owners.setdefault(email.casefold(), person_id)
            if first != person_id:
                yield Finding(
                    "", layout.person(person_id), 1, "emails", "EMAIL_DUPLICATE", "error",
                    f"{email} is {first}'s address too",
                )  # fmt: skip
    for loaded in benchmark.instances:
        for role in ("author", "owner", "checked_by"):
            name = getattr(loaded.instance.provenance, role)
            if name and name not in benchmark.people:
                field = f"provenance.{role}"
                yield Finding(
                    loaded.name, loaded.path, loaded.document.lines.get(field, 1), field,
                    "PERSON_UNKNOWN", "warning", f"there is no people/{name}.yaml",
                )  # fmt: skip
    for path in benchmark.strays:
        yield Finding("", path, 1, "", "STRAY_FILE", "warning", "nothing reads this file")
