"""YAML for readers we do not know: block style, and every doubtful text in double quotes.

Front matter and citation files are read by libraries of YAML 1.1 and of 1.2, in several
languages; `no`, `1e3` and `2024-01-01` must be text for all of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

Value: TypeAlias = "str | int | Sequence[Value] | Mapping[str, Value]"

_PLAIN: Final = re.compile(r"[a-z][a-z0-9_]*(?:[-./][a-z0-9_]+)*")
_WORDS: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_UNSAFE: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def dump(fields: Mapping[str, Value]) -> str:
    """The fields in their order, as the lines of one document without markers."""
    return "".join(f"{line}\n" for line in _mapping(fields))


def _mapping(fields: Mapping[str, Value]) -> Iterator[str]:
    for name, value in fields.items():
        lines = list(_lines(value))
        if isinstance(value, Mapping) and value:
            yield from (f"{name}:", *(f"  {line}" for line in lines))
        elif isinstance(value, Sequence) and not isinstance(value, str) and value:
            yield from (f"{name}:", *lines)
        else:
            yield f"{name}: {lines[0]}"


def _lines(value: Value) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        yield from _mapping(value)
    elif isinstance(value, Sequence) and not isinstance(value, str) and value:
        for item in value:
            first, *rest = _lines(item)
            yield from (f"- {first}", *(f"  {line}" for line in rest))
    else:
        yield _scalar(value)


def _scalar(value: Value) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value not in _WORDS:
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
