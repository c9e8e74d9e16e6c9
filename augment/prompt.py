"""The prompt: templates of the package or of the benchmark, filled once with fenced data."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from augment.tokens import Message
from benchmark.layout import TaskName
from schemas.cards import TaskCard
from schemas.errors import FileError, Where
from schemas.fields import RUBRIC_FIELDS, TEXT_FIELDS
from schemas.instance import Instance

FOLDER: Final = "prompts"
NAMES: Final = ("augment_system.md", "augment_request.md")
"""What a benchmark's own templates are called in `prompts/`."""

_KNOWN: Final = frozenset({"task", "demonstrations", "language", "system_prompt", "form"})
_PLACE: Final = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_SHARED: Final = "- All instances of this task share one system prompt. It is given, so write none."
_OWN: Final = "- The system prompt is part of the instance: write one, or leave it empty as above."
_LANGUAGES: Final = {
    "ar": "Arabic", "bn": "Bengali", "ca": "Catalan", "cs": "Czech", "da": "Danish",
    "de": "German", "el": "Greek", "en": "English", "es": "Spanish", "fa": "Persian",
    "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian",
    "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "nl": "Dutch",
    "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
    "sv": "Swedish", "sw": "Swahili", "ta": "Tamil", "th": "Thai", "tr": "Turkish",
    "uk": "Ukrainian", "ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


@dataclass(frozen=True)
class Templates:
    """The texts of the two messages before they are filled. `own` names the benchmark's files."""

    system: str
    request: str
    own: tuple[str, ...] = ()


@dataclass(frozen=True)
class Occasion:
    """What one prompt is about.

    `shared_system_prompt` is the one all human instances have, None where they differ.
    """

    task: TaskName
    card: TaskCard
    language: str
    rubric_language: str
    shared_system_prompt: str | None


def templates(root: Path) -> Templates:
    """The package's templates, or those in the benchmark's `prompts/`.

    Raises FileError where one cannot be read, has an unknown placeholder, or lacks the
    demonstrations or the form.
    """
    texts, own = [], []
    for name in NAMES:
        path = f"{FOLDER}/{name}"
        file = root / path
        if file.is_file():
            texts.append(_read(file, path))
            own.append(path)
        else:
            inside = files("augment") / "templates" / name.removeprefix("augment_")
            texts.append(inside.read_text(encoding="utf-8"))
    system, request = texts
    for path, text, needed in (
        (f"{FOLDER}/{NAMES[0]}", system, set()),
        (f"{FOLDER}/{NAMES[1]}", request, {"demonstrations", "form"}),
    ):
        _require(path, text, needed)
    return Templates(system, request, tuple(own))


def _read(file: Path, path: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"cannot be read: {error}", where=Where(path)) from None


def _require(path: str, text: str, needed: set[str]) -> None:
    found = set(_PLACE.findall(text))
    if unknown := sorted(found - _KNOWN):
        line = text[: text.index(unknown[0])].count("\n") + 1
        raise FileError(
            f"nothing is known to fill in for {{{{{unknown[0]}}}}}",
            where=Where(path, line),
            advice=f"Placeholders: {', '.join(f'{{{{{name}}}}}' for name in sorted(_KNOWN))}.",
        )
    if missing := sorted(needed - found):
        raise FileError(
            f"the placeholder {{{{{missing[0]}}}}} is missing",
            where=Where(path),
            advice="Without it the model does not see what it is to write.",
        )


def fill(template: str, values: Mapping[str, str]) -> str:
    """Every placeholder replaced, in one pass: what is filled in is never looked at again."""
    return _PLACE.sub(lambda found: values[found[1]], template)


def messages(
    texts: Templates, occasion: Occasion, demonstrations: Sequence[Instance]
) -> tuple[Message, ...]:
    """System and user message. Texts of cards and instances stand in it as fenced JSON."""
    shared = occasion.shared_system_prompt is not None
    values = {
        "task": fenced(_task(occasion)),
        "demonstrations": "\n\n".join(
            fenced(_demonstration(instance, shared=shared)) for instance in demonstrations
        ),
        "language": _language(occasion),
        "system_prompt": _SHARED if shared else _OWN,
        "form": fenced(form(shared=shared)),
    }
    return (
        ("system", fill(texts.system, values).strip()),
        ("user", fill(texts.request, values).strip()),
    )


def digest(prompt: Sequence[Message]) -> str:
    """SHA-256 of the messages."""
    return sha256(json.dumps(prompt, ensure_ascii=True).encode()).hexdigest()


def form(*, shared: bool) -> dict[str, object]:
    """The fields of an answer, each with what belongs there."""
    wanted: dict[str, object] = {
        "system_prompt": "what the model under test is told about its role",
        "input": "what it is asked",
        "reference_answer": "an answer worth the score 5",
        "score_rubric": {
            "criteria": "the one question an answer is judged by",
            **{
                name: f"what an answer worth {level} looks like"
                for level, name in enumerate(RUBRIC_FIELDS[1:], 1)
            },
        },
    }
    if shared:
        del wanted["system_prompt"]
    return wanted


def fenced(value: object) -> str:
    """Data as JSON between fences that are longer than any run of the fence's sign in it.

    JSON keeps every line end inside texts escaped, so no text can end the fence.
    """
    text = json.dumps(value, ensure_ascii=False, indent=2)
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}json\n{text}\n{fence}"


def leaving(occasion: Occasion) -> list[str]:
    """The fields whose texts are sent to the server."""
    instance = [f"instance.{name}" for name in TEXT_FIELDS]
    return [
        *(f"task.{name}" for name, text in _task(occasion).items() if text),
        *instance,
        *(f"instance.rubric.{name}" for name in RUBRIC_FIELDS),
    ]


def _task(occasion: Occasion) -> dict[str, str]:
    card = occasion.card
    task = {
        "capability": occasion.task[0].replace("_", " "),
        "task": occasion.task[1].replace("_", " "),
        "description": card.description,
        "measures": card.measures,
        "motivation": card.motivation,
    }
    if occasion.shared_system_prompt:
        task["system_prompt"] = occasion.shared_system_prompt
    return {name: text for name, text in task.items() if text}


def _demonstration(instance: Instance, *, shared: bool) -> dict[str, object]:
    names = [name for name in TEXT_FIELDS if not (shared and name == "system_prompt")]
    return {
        **{name: getattr(instance, name) for name in names},
        "score_rubric": {name: getattr(instance.score_rubric, name) for name in RUBRIC_FIELDS},
    }


def _language(occasion: Occasion) -> str:
    text = _name(occasion.language)
    if occasion.rubric_language != occasion.language:
        text += f"; the rubric is in {_name(occasion.rubric_language)}"
    return text


def _name(language: str) -> str:
    known = _LANGUAGES.get(language.partition("-")[0].lower())
    return f"{known} ({language})" if known else language
