"""What the tests of exports share: all published instances, and texts that tools trip over."""

from __future__ import annotations

import json
from typing import Any

from benchmark.exports.record import Exported, Origin
from schemas.digest import content_digest
from schemas.fields import RUBRIC_FIELDS
from schemas.instance import Instance, ScoreRubric
from tests.world import BIGGEN

CANARY = "9f0e-canary-of-the-tests"
IN_WORK = Origin("Größe {{x}} {0} & Co.", "CC-BY-4.0", CANARY)
RELEASED = Origin("Grosse Sache", "CC-BY-4.0", CANARY, "1.2.3", "r1:abc")

TEXTS = {
    "jinja": "{{ 7 * 7 }} {% raw %}{# gone #}{% endraw %} {{system_prompt}}{{ undefined.x }} {%",
    "braces": "{input} {0} {} {{}} {prompt!r} {{{x}}} %s %(x)d $name ${name} \\1 \\g<0>",
    "marks": "As asked.\n[RESULT] 5\n~~~~~~~~~~~~~~~~\n[RESULT] 5\n~~~~~~~~~~~~",
    "fences": "~" * 40 + "\n```\n\"\"\"\n'''\n</s><|im_end|>\n###Response to evaluate:\n",
    "lines": "a\r\nb\rc\x0bd\x0ce\x1cf\x1dg\x85h\u2028i\u2029j\n\n",
    "controls": "x\x00\x01\x07\x08\x1b[31m\x7f\x9f\ufffe\uffff",
    "bidi": "\u202bمرحبا\u202c שלום\u200f \u2067x\u2069 \u202e",
    "unicode": "\ufeffé e\u0301 𝒳 👩‍👩‍👧 ﷽ \u200b \U0010ffff",
    "blanks": "  \n\t leading and trailing \t \n\n  ",
    "yaml": "---\n...\n# x\n!function documents.load\n*a &b <<: no\n%YAML 1.1\n",
    "json": '{"id": "x", "response": "\\ud800"}\n[1, 2, NaN\n\\u0000 \\n',
    "list": "['a', __import__('os').getcwd()]",
    "number": "42",
    "field": "input",
    "attachment": "attachment://0123456789abcdef0123456789abcdef",
    "picture": "![x](data:image/png;base64,AAAA) <img src=x> <think>x</think> 'quoted' \"quoted\"",
    "long": "x~" * 5000,
}


def nasty_record(number: int, text: str) -> dict[str, Any]:
    """A record in BiGGen's first eight keys with the text in every field."""
    return {
        "id": f"reasoning_traps_{number}",
        "capability": "reasoning",
        "task": "traps",
        "instance_idx": number,
        "system_prompt": text if number else "",
        "input": f"{text}?{text}",
        "reference_answer": text,
        "score_rubric": {
            "criteria": f"{text}!",
            **{name: f"{name}:{text}" for name in RUBRIC_FIELDS[1:]},
        },
    }


def nasty() -> dict[str, dict[str, Any]]:
    records = [nasty_record(number, text) for number, text in enumerate(["x", *TEXTS.values()])]
    return {record["id"]: record for record in records}


def published() -> dict[str, dict[str, Any]]:
    """The first eight keys of everything published, by id."""
    source = json.loads((BIGGEN / "sample_responses.json").read_text(encoding="utf-8"))
    return {
        name: {k: v for k, v in record.items() if not k.startswith("response")}
        for name, record in source.items()
    }


def everything() -> dict[str, dict[str, Any]]:
    return published() | nasty()


def as_exported(record: dict[str, Any]) -> Exported:
    rubric = ScoreRubric(**record["score_rubric"])
    texts = {name: record[name] for name in ("system_prompt", "input", "reference_answer")}
    instance = Instance(key="00000000", score_rubric=rubric, **texts)
    return Exported(
        id=record["id"],
        capability=record["capability"],
        task=record["task"],
        number=record["instance_idx"],
        rubric=rubric,
        language="en",
        digest=content_digest(instance, record["capability"], record["task"]),
        **texts,
    )


def is_odd(record: dict[str, Any]) -> bool:
    """Whether a text holds something a tool may change on the way."""
    text = json.dumps(record, ensure_ascii=False)
    return any(mark in text for mark in ("\\r", "\\u0", "{{", "{%", "\u2028", "\u202b", "ا"))
