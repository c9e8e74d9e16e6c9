"""One record of a source, checked field by field before anything is written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from benchmark.layout import TaskName
from schemas.errors import FileError, Where
from schemas.fields import RUBRIC_FIELDS, TEXT_FIELDS
from schemas.instance import Instance, Provenance, ScoreRubric
from schemas.names import instance_id, is_slug, new_key

REQUIRED: Final = ("capability", "task", "input", "reference_answer", "score_rubric")
OPTIONAL: Final = ("id", "instance_idx", "system_prompt", "language", "rubric_language", "notes")


@dataclass(frozen=True)
class Incoming:
    """An instance on its way in; `number` is None where the source gives none.

    `keyed`: its key is the source's own, and stays.
    """

    task: TaskName
    number: int | None
    instance: Instance
    source: str
    keyed: bool = False

    @property
    def name(self) -> str:
        """What it is called in messages."""
        if self.number is None:
            return f"{'/'.join(self.task)} ({self.source})"
        return instance_id(*self.task, self.number)


def read_json(text: str, where: Where) -> Any:
    """JSON in which no object has a name twice. Raises FileError with the line."""
    try:
        return json.loads(text, object_pairs_hook=lambda pairs: _unique(pairs, where))
    except json.JSONDecodeError as error:
        raise FileError(
            f"not JSON: {error.msg}",
            where=Where(where.file, (where.line or 1) + error.lineno - 1, error.colno),
        ) from None
    except (RecursionError, ValueError):
        # Brackets a thousand deep, a number of more digits than Python converts.
        raise FileError("not JSON that can be read: too deep or too large", where=where) from None


def _unique(pairs: list[tuple[str, Any]], where: Where) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                label = f"{result['id']}: " if isinstance(result.get("id"), str) else ""
                raise FileError(f"{label}'{name}' stands twice in one object", where=where)
            seen.add(name)
    return result


def read_record(record: object, where: Where, *, ignored: frozenset[str] = frozenset()) -> Incoming:
    """Check a record and make an instance of it.

    Raises FileError naming instance, field and position: missing or unknown fields, texts that
    are none, half characters (lone surrogates), and an id that contradicts the other fields.
    """
    if not isinstance(record, Mapping):
        raise FileError("an object expected", where=where)
    label = record.get("id") if isinstance(record.get("id"), str) else ""
    for problem in _problems(record, ignored):
        raise FileError(
            f"{label}: {problem}" if label else problem,
            where=where,
            advice="Nothing was imported. Mend the source and import it again.",
        )
    task = (record["capability"], record["task"])
    number = record.get("instance_idx")
    if number is None and label:
        number = _number_in(str(label), task)
    if label and (number is None or label != instance_id(*task, number)):
        raise FileError(
            f"{label}: the id does not agree with capability, task and number "
            f"({'_'.join(task)}_{'?' if number is None else number})",
            where=where,
            advice="Nothing was imported.",
        )
    rubric = record["score_rubric"]
    instance = Instance(
        key=new_key(),
        language=record.get("language", "en"),
        rubric_language=record.get("rubric_language", "en"),
        system_prompt=record.get("system_prompt", ""),
        input=record["input"],
        reference_answer=record["reference_answer"],
        score_rubric=ScoreRubric(**{name: rubric[name] for name in RUBRIC_FIELDS}),
        notes=record.get("notes", ""),
        provenance=Provenance(origin="imported"),
    )
    return Incoming(task, number, instance, str(where))


def _number_in(label: str, task: TaskName) -> int | None:
    rest = label.removeprefix(f"{'_'.join(task)}_")
    return int(rest) if rest != label and rest.isascii() and rest.isdigit() else None


def _problems(record: Mapping[str, Any], ignored: frozenset[str]) -> Iterator[str]:
    for name in REQUIRED:
        if name not in record:
            yield f"the field '{name}' is missing"
            return
    for name in sorted(set(record) - set(REQUIRED) - set(OPTIONAL) - ignored):
        yield f"there is no field '{name}' in an instance"
    for name in ("capability", "task"):
        if not isinstance(record[name], str) or not is_slug(record[name]):
            yield f"'{record[name]}' is no name for a {name}: small letters, digits, underscores"
    if not isinstance(record.get("id", ""), str):
        yield f"'id' is no text but {type(record['id']).__name__}"
    number = record.get("instance_idx")
    if number is not None and (
        not isinstance(number, int) or isinstance(number, bool) or number < 0
    ):
        yield f"'instance_idx' is {number!r}; a number from 0 expected"
    rubric = record["score_rubric"]
    if not isinstance(rubric, Mapping) or set(rubric) != set(RUBRIC_FIELDS):
        yield f"'score_rubric' must have exactly {', '.join(RUBRIC_FIELDS)}"
        return
    texts = [(name, record.get(name, "")) for name in (*TEXT_FIELDS, *OPTIONAL[3:])]
    texts += [(f"score_rubric.{name}", rubric[name]) for name in RUBRIC_FIELDS]
    for name, text in texts:
        if not isinstance(text, str):
            yield f"'{name}' is no text but {type(text).__name__}"
            continue
        try:
            text.encode()
        except UnicodeEncodeError as error:
            yield (
                f"'{name}' holds half a character (U+{ord(text[error.start]):04X}) "
                f"at position {error.start + 1}"
            )
