"""What went wrong with a hub, in words for the person who publishes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from benchmark.release.target import Target
from schemas.errors import CurateError, RefusedError, ServiceError, UsageError

LOG_IN: Final = (
    "Log in with `hf auth login`, or set HF_TOKEN to a token that may write (made under "
    "Settings, Access Tokens)."
)
_AGAIN: Final = "Run the same command again: what is there already is not sent twice."


@dataclass(frozen=True)
class Asked:
    """What a hub was asked for: `doing` completes "asked to …"; `timeout` is in seconds."""

    target: Target
    doing: str
    token: str
    timeout: float

    def clean(self, text: str) -> str:
        """Others' words on one line of bounded length, without the token."""
        if self.token:
            text = text.replace(self.token, "…")
        line = printable(" ".join(re.sub(r"\bhf_\w{6,}", "…", text).split()))
        return line if len(line) <= 300 else line[:299] + "…"


def in_words(error: BaseException, asked: Asked) -> CurateError:
    """ServiceError where the hub failed, RefusedError or UsageError where it had its reasons."""
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError

    host = asked.target.host
    chain = list(_chain(error))
    for link in chain:
        if isinstance(link, HfHubHTTPError):
            return _answered(link, asked)
    for link in chain:
        if isinstance(link, httpx2.TimeoutException):
            what = f"{host} did not answer within {asked.timeout:g} seconds"
            return ServiceError(what, advice=_AGAIN)
        if isinstance(link, httpx2.HTTPError | OSError):
            what = f"{host} cannot be reached: {asked.clean(str(link)) or 'no connection'}"
            return ServiceError(what, advice=f"Check the network and the address. {_AGAIN}")
    said = asked.clean(f"{type(error).__name__}: {error}")
    return ServiceError(
        f"{host} was asked to {asked.doing} and did not answer as a hub does ({said})",
        advice="Check the address (--endpoint, HF_ENDPOINT).",
    )


def _answered(error: Any, asked: Asked) -> CurateError:
    """What an answer with an error status means."""
    host, repo, doing = asked.target.host, asked.target.repo, asked.doing
    answer = error.response
    status, path = answer.status_code, answer.request.url.path
    said = asked.clean(error.server_message or "")
    reason = f": {said}" if said else ""
    if path.endswith("/api/validate-yaml") and status == 400:
        return RefusedError(
            f"{host} does not take the card (README.md){reason}",
            advice="The card is frozen with the release: mend what it is made from, and build a "
            "new version.",
        )
    if path.endswith("/api/repos/create") and status in (400, 404, 422):
        return UsageError(
            f"{host} makes no data set {repo}{reason}",
            advice="Check ORG and NAME in --to hf:ORG/NAME.",
        )
    if status == 401:
        return ServiceError(f"{host} does not accept the token{reason}", advice=LOG_IN)
    if status in (402, 403):
        return ServiceError(
            f"{host} does not let this token {doing} ({repo}){reason}",
            advice=f"Use a token that may write to {asked.target.organisation}, or ask its "
            f"owners. {LOG_IN}",
        )
    if status in (409, 412):
        return RefusedError(
            f"someone else has changed {repo} on {host} in the meantime{reason}",
            advice="Look at what is there, then run the same command again.",
        )
    if status in (408, 429):
        wait = answer.headers.get("retry-after", "")
        when = f"in {wait} seconds" if wait.isdigit() else "later"
        return ServiceError(
            f"{host} asks to be left alone for a while{reason}",
            advice=f"Run the same command again {when}.",
        )
    return ServiceError(
        f"{host} was asked to {doing} and failed (HTTP {status}){reason}",
        advice=f"Check the address and {repo}." if status == 404 else _AGAIN,
    )


def printable(text: str) -> str:
    """Others' text with everything that a terminal would obey replaced."""
    return "".join(c if c.isprintable() else "�" for c in text)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it came from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
