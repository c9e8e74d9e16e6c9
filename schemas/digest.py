"""Content digests: equal exactly where the texts that are judged are equal.

`c1:` + SHA-256 of the canonical JSON (sorted keys, no white space, UTF-8, no normalisation) of
capability, task, the three texts and the rubric. Provenance, notes, language tags, file layout
and YAML style take no part.
"""

from __future__ import annotations

import hashlib
import json

from schemas.fields import CONTENT_FIELDS, RUBRIC_FIELDS, TEXT_FIELDS, ContentField
from schemas.instance import Instance


def canonical_json(value: object) -> bytes:
    """The one JSON form of a value, as UTF-8 bytes without a final newline."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    ).encode()


def content(instance: Instance) -> dict[str, object]:
    """The four content fields as plain values."""
    rubric = instance.score_rubric
    fields: dict[str, object] = {name: getattr(instance, name) for name in TEXT_FIELDS}
    fields["score_rubric"] = {name: getattr(rubric, name) for name in RUBRIC_FIELDS}
    return fields


def content_digest(instance: Instance, capability: str, task: str) -> str:
    """The digest a submit fixes and a release lists."""
    fields = {"capability": capability, "task": task, **content(instance)}
    return "c1:" + hashlib.sha256(canonical_json(fields)).hexdigest()


def field_digests(instance: Instance) -> dict[ContentField, str]:
    """One digest for each content field: what changed between two rounds."""
    fields = content(instance)
    return {
        name: "f1:" + hashlib.sha256(canonical_json(fields[name])).hexdigest()
        for name in CONTENT_FIELDS
    }
