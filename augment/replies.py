"""What a server's reply means for the request: an answer, again, otherwise, or not at all."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Literal

from augment.answers import Answer, read
from augment.candidate import Drop
from augment.dialect import REFUSALS, error_of
from augment.providers import Reply

Next = Literal["answered", "again", "otherwise", "refused", "stop"]

_PASSING: Final = frozenset({408, 409, 425, 429})
_HOPELESS: Final = {
    401: "the key is not accepted",
    402: "the account has no money left",
    404: "the address or the model is not known there",
}


@dataclass(frozen=True)
class Meaning:
    """`answer` where the request is answered; `why` in words where it is not.

    `again`: the failure may pass. `otherwise`: a parameter may be refused. `refused`: this
    request, whatever is changed about it. `stop`: no request will do better.
    """

    next: Next
    answer: Answer | None = None
    why: str = ""


def meaning(reply: Reply, shared_system_prompt: str | None) -> Meaning:
    """What to make of a reply."""
    status = _status(reply)
    _, code, message = error_of(reply) if status != 200 else ("", "", "")
    said = f"{status}: {message[:300]}" if message else str(status)
    if status == 200:
        return Meaning("answered", read(reply.body, shared_system_prompt))
    if code == "content_filter":
        drop = Drop("content_filter", message[:200])
        return Meaning("answered", Answer("", None, drop))
    if code in ("insufficient_quota", "billing_hard_limit_reached"):
        return Meaning("stop", why=said)
    if status in _PASSING or (status >= 500 and status != 501):
        return Meaning("again", why=said)
    if status in REFUSALS and not (status == 404 and code in ("", "model_not_found")):
        return Meaning("otherwise", why=said)
    if 300 <= status < 400:
        place = reply.headers.get("location", "elsewhere")
        return Meaning("stop", why=f"{status}: it sends us to {place}; name that address itself")
    if status in _HOPELESS:
        return Meaning("stop", why=f"{_HOPELESS[status]} ({said})")
    return Meaning("refused", why=said)


def _status(reply: Reply) -> int:
    """The status, or the one inside: some servers put an error into a 200."""
    if reply.status != 200:
        return reply.status
    try:
        data: Any = json.loads(reply.body)
    except (ValueError, RecursionError):
        return 200
    if not isinstance(data, dict) or "choices" in data or not isinstance(data.get("error"), dict):
        return 200
    code = data["error"].get("code")
    return code if isinstance(code, int) and 400 <= code < 600 else 502
