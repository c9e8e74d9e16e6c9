"""How a server wants to be asked: found out by what it refuses, and remembered for the run.

The first request is sent in the richest form; a parameter that a server refuses is left out, or
replaced by its older name, from then on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from augment.providers import Reply
from augment.tokens import Message
from schemas.fields import RUBRIC_FIELDS, TEXT_FIELDS

Form = Literal["schema", "json", "text"]

REFUSALS: Final = frozenset({400, 404, 413, 415, 422, 501})
"""The status codes under which servers refuse a parameter."""
_FORMS: Final[tuple[Form, ...]] = ("schema", "json", "text")
_HOPELESS: Final = frozenset(
    {"context_length_exceeded", "model_not_found", "invalid_api_key", "content_filter"}
)
_FORM_WORDS: Final = re.compile(r"response_format|json_schema|json_object|json mode|schema", re.I)
_CONTEXT_WORDS: Final = re.compile(r"context (length|window|size)|maximum context", re.I)


@dataclass(frozen=True)
class Dialect:
    """What a server has refused so far: `schema`, `json`, and names of parameters."""

    limits: tuple[str, ...] = ("max_completion_tokens", "max_tokens")
    refused: frozenset[str] = frozenset()

    @property
    def form(self) -> Form:
        """What keeps answers in form."""
        return next(form for form in _FORMS if form not in self.refused)

    @property
    def limit(self) -> str:
        """The parameter that limits the answer's length; empty where the server takes none."""
        return next((name for name in self.limits if name not in self.refused), "")

    def refusing(self, *names: str) -> Dialect:
        """The dialect without these as well."""
        return replace(self, refused=self.refused.union(names))

    def takes(self, name: str) -> bool:
        """Whether a parameter was not refused yet."""
        return name not in self.refused


def opening(host: str) -> Dialect:
    """What a server is asked with first. OpenAI and Azure want the newer name of the limit."""
    if host.endswith(("openai.com", "azure.com")):
        return Dialect()
    return Dialect(limits=("max_tokens", "max_completion_tokens"))


def body(
    dialect: Dialect,
    model: str,
    messages: Sequence[Message],
    *,
    max_output_tokens: int,
    temperature: str,
    seed: int,
    shared_system_prompt: bool,
) -> dict[str, object]:
    """The arguments of one chat-completion request. One answer is asked for, never several."""
    request: dict[str, object] = {
        "model": model,
        "messages": [{"role": role, "content": content} for role, content in messages],
    }
    if dialect.limit:
        request[dialect.limit] = max_output_tokens
    if temperature and dialect.takes("temperature"):
        request["temperature"] = float(temperature)
    if dialect.takes("seed"):
        request["seed"] = seed
    if dialect.form == "schema":
        request["response_format"] = {
            "type": "json_schema",
            "json_schema": {
                "name": "instance",
                "strict": True,
                "schema": schema(shared=shared_system_prompt),
            },
        }
    elif dialect.form == "json":
        request["response_format"] = {"type": "json_object"}
    return request


def schema(*, shared: bool) -> dict[str, object]:
    """The least JSON Schema of an answer: fields and their types, nothing a server could refuse.

    Lengths and contents are for the filters.
    """
    rubric = _closed({name: {"type": "string"} for name in RUBRIC_FIELDS})
    names = [name for name in TEXT_FIELDS if not (shared and name == "system_prompt")]
    return _closed({**{name: {"type": "string"} for name in names}, "score_rubric": rubric})


def _closed(properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


@dataclass(frozen=True)
class Without:
    """What to try after a refusal. `named`: the server said what it does not take."""

    dialect: Dialect
    named: bool


def without(dialect: Dialect, request: Mapping[str, object], reply: Reply) -> Without | None:
    """How to ask after a refusal of `request`; None where leaving something out is no help.

    The parameter that the server names goes; where it names none that was sent, the form of the
    answer goes first, then what is dispensable.
    """
    param, code, message = error_of(reply)
    if code in _HOPELESS or reply.status == 413 or _CONTEXT_WORDS.search(message):
        return None
    sent = [name for name in ("temperature", "seed", *dialect.limits) if name in request]
    has_form = "response_format" in request
    if has_form and _is_about_form(param, message, sent):
        return Without(dialect.refusing(dialect.form), named=True)
    named = [name for name in sent if param == name]
    named += [name for name in sent if re.search(rf"\b{name}\b", message)]
    if named:
        return Without(dialect.refusing(named[0]), named=True)
    if has_form:
        return Without(dialect.refusing(dialect.form), named=False)
    return Without(dialect.refusing(sent[0]), named=False) if sent and not param else None


def _is_about_form(param: str, message: str, sent: Sequence[str]) -> bool:
    if param:
        return param.startswith("response_format")
    return bool(_FORM_WORDS.search(message)) and not any(
        re.search(rf"\b{name}\b", message) for name in sent
    )


def error_of(reply: Reply) -> tuple[str, str, str]:
    """Parameter, code and message of an error reply, each empty where it has none."""
    try:
        data: Any = json.loads(reply.body)
    except ValueError:
        data = None
    error = data.get("error", data) if isinstance(data, dict) else None
    if isinstance(error, str):
        return "", "", error
    if not isinstance(error, dict):
        return "", "", reply.body[:300].decode("utf-8", "replace").strip()
    message = error.get("message") or error.get("detail") or ""
    return str(error.get("param") or ""), str(error.get("code") or ""), str(message)
