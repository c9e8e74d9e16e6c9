# mypy: disable-error-code="import-not-found,import-untyped"
"""What the lm-eval tasks beside this file read: `instances.jsonl`, text untouched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from datasets import Dataset


def load(**_: Any) -> dict[str, Dataset]:
    """The instances as lm-eval's documents."""
    data = (Path(__file__).parent / "instances.jsonl").read_bytes()
    return {"test": Dataset.from_list([json.loads(line) for line in data.split(b"\n") if line])}


def prompt_for_chat(doc: dict[str, Any]) -> str:
    """The user's message; the system prompt goes before it by the task's `description`."""
    return str(doc["input"])


def prompt_as_text(doc: dict[str, Any]) -> str:
    """System prompt and input as one text."""
    return "\n\n".join(text for text in (doc["system_prompt"], doc["input"]) if text)


def reference_answer(doc: dict[str, Any]) -> str:
    """What lm-eval logs as the target."""
    return str(doc["reference_answer"])
