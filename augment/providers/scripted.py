"""Prepared answers, played back in order: for trying things out without a model, and for tests.

A JSON Lines file, one answer a line: `task` (`capability/task`), `language`, and either `answer`
(the model's message: a text, or an object that is sent as JSON) with an optional
`finish_reason`, or `status` and `body` for a server that fails. Answers of one task and language
are played in the order of the file.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from augment.providers import Reply
from schemas.errors import FileError, ServiceError, Where

PREFIX: Final = "scripted:"


class Scripted:
    """A provider whose answers are in a file. It says so: its host is `scripted`."""

    host = "scripted"
    is_here = True

    def __init__(self, file: Path) -> None:
        self.file = file
        self._answers = _read(file)

    async def send(self, place: tuple[str, int], body: Mapping[str, object]) -> Reply:
        """The answer prepared for this place. Raises ServiceError where they have run out."""
        job, number = place
        answers = self._answers.get(job, [])
        if number >= len(answers):
            raise ServiceError(
                f"the prepared answers for {job} have run out: {len(answers)} were there",
                where=Where(str(self.file)),
                advice="Ask for fewer candidates, or add answers to the file.",
            )
        await asyncio.sleep(0)
        entry = answers[number]
        if "status" in entry:
            return Reply(int(entry["status"]), {}, str(entry.get("body", "")).encode())
        return Reply(200, {}, _completion(entry, body))

    async def close(self) -> None:
        """Nothing to let go of."""


def _read(file: Path) -> dict[str, list[dict[str, Any]]]:
    answers: dict[str, list[dict[str, Any]]] = {}
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"cannot be read: {error}", where=Where(str(file))) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            answers.setdefault(f"{entry['task']} {entry['language']}", []).append(entry)
            if "answer" not in entry and "status" not in entry:
                raise KeyError("answer")
        except (ValueError, LookupError, TypeError) as error:
            raise FileError(
                f"no prepared answer: {error}",
                where=Where(str(file), number),
                advice="Each line is a JSON object with task, language and answer.",
            ) from None
    return answers


def _completion(entry: Mapping[str, Any], body: Mapping[str, object]) -> bytes:
    answer = entry["answer"]
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    prompt = json.dumps(body.get("messages", ""), ensure_ascii=False)
    completion = {
        "object": "chat.completion",
        "model": "scripted",
        "choices": [
            {
                "index": 0,
                "finish_reason": entry.get("finish_reason", "stop"),
                "message": {
                    "role": "assistant",
                    "content": text,
                    "refusal": entry.get("refusal"),
                },
            }
        ],
        "usage": {"prompt_tokens": len(prompt) // 4, "completion_tokens": len(text) // 4},
    }
    return json.dumps(completion, ensure_ascii=False).encode()
