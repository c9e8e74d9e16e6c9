"""Responses of a model, read from a file and joined to instances by id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmark.exports.record import Exported
from benchmark.imports.record import read_json
from benchmark.imports.text import read_text
from schemas.errors import FileError, RefusedError, Where

_ADVICE: Final = "Nothing was exported."


@dataclass(frozen=True)
class Response:
    """What a model answered; `digest` is the content it answered to, empty where unknown."""

    text: str
    model: str = ""
    digest: str = ""


@dataclass(frozen=True)
class Joined:
    """Responses by the id of the instance they answer, and what found no partner.

    `missing` are instances without a response; `unknown` are ids that are no instance of the
    export; `stale` are instances whose text was another one when the model answered.
    """

    responses: Mapping[str, Response]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    stale: tuple[str, ...]


def read_responses(file: Path) -> dict[str, Response]:
    """The responses of a file by id.

    JSON: an object from id to text or record, or a list of records. JSON Lines (`.jsonl`): a
    record a line. A record has `id` and `response`, and may have `model` (or BiGGen's
    `response_model_name`) and `digest`; the lines that lm-eval logs are records too. BiGGen's
    empty placeholders are no responses. Raises UsageError or FileError.
    """
    found: dict[str, Response] = {}
    for name, response, where in _entries(file):
        if name in found:
            raise FileError(f"{name}: two responses to one instance", where=where, advice=_ADVICE)
        if response is not None:
            found[name] = response
    return found


def join(instances: Iterable[Exported], responses: Mapping[str, Response]) -> Joined:
    """Find each instance's response. Raises RefusedError where no instance has one."""
    digests = {instance.id: instance.digest for instance in instances}
    answered, missing, stale = {}, [], []
    for name, digest in digests.items():
        response = responses.get(name)
        if response is None:
            missing.append(name)
        elif response.digest and response.digest != digest:
            stale.append(name)
        else:
            answered[name] = response
    if not answered:
        raise RefusedError(
            f"none of the {len(responses)} responses answers an instance of this export",
            advice="They are joined by id, and by digest where they carry one.",
        )
    unknown = tuple(name for name in responses if name not in digests)
    return Joined(answered, tuple(missing), unknown, tuple(stale))


def _entries(file: Path) -> Iterator[tuple[str, Response | None, Where]]:
    where = Where(str(file))
    if file.suffix == ".jsonl":
        for number, line in enumerate(read_text(file).split("\n"), 1):
            if line.strip():
                here = Where(str(file), number)
                yield *_read(read_json(line, here), here), here
        return
    value = read_json(read_text(file), where)
    if isinstance(value, list):
        for record in value:
            yield *_read(record, where), where
    elif isinstance(value, Mapping):
        for name, entry in value.items():
            record = entry if isinstance(entry, Mapping) else {"response": entry}
            yield *_read({"id": name, **record}, where, name), where
    else:
        raise FileError("an object or a list expected", where=where, advice=_ADVICE)


def _read(record: object, where: Where, key: str | None = None) -> tuple[str, Response | None]:
    if not isinstance(record, Mapping):
        raise FileError("a record with id and response expected", where=where, advice=_ADVICE)
    if isinstance(record.get("doc"), Mapping) and "filtered_resps" in record:
        record = _from_lm_eval(record["doc"], record["filtered_resps"])
    name, text = record.get("id"), record.get("response")
    model = record.get("model") or record.get("response_model_name") or ""
    if not isinstance(name, str) or not name:
        raise FileError("a record without an id", where=where, advice=_ADVICE)
    if key is not None and name != key:
        raise FileError(f"{key}: its record says id {name}", where=where, advice=_ADVICE)
    if not isinstance(text, str):
        raise FileError(f"{name}: no response, or no text", where=where, advice=_ADVICE)
    if text == "" == record.get("response_model_name"):
        return name, None
    digest = record.get("digest", "")
    _require_text(name, text, where)
    return name, Response(text, str(model), digest if isinstance(digest, str) else "")


def _from_lm_eval(doc: Mapping[str, object], responses: object) -> Mapping[str, object]:
    """The record in a line of lm-eval's `samples_*.jsonl`: its instance, its first response."""
    first = responses[0] if isinstance(responses, list) and responses else None
    return {"id": doc.get("id"), "response": first, "digest": doc.get("digest", "")}


def _require_text(name: str, text: str, where: Where) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise FileError(
            f"{name}: half a character (U+{ord(text[error.start]):04X}) "
            f"at position {error.start + 1} of the response",
            where=where,
            advice=_ADVICE,
        ) from None
