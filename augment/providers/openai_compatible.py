"""Any server that speaks OpenAI's chat-completions protocol, through the `openai` SDK."""

from __future__ import annotations

import asyncio
import ipaddress
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from augment.providers import BrokenError, Reply
from schemas.errors import UsageError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

OPENAI: Final = "https://api.openai.com/v1"
_LARGEST: Final = 32 * 1024 * 1024


def host_of(base_url: str) -> str:
    """Host and port of a server's address. Raises UsageError where it is none."""
    parts = urlsplit(base_url or OPENAI)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(
            f"'{base_url}' is no server's address",
            advice="Write it like http://localhost:11434/v1 or https://HOST/v1.",
        )
    return parts.netloc.rpartition("@")[2]


def is_loopback(base_url: str) -> bool:
    """Whether the address is this machine's own."""
    host = urlsplit(base_url or OPENAI).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def key_for(base_url: str, variable: str) -> str:
    """The key from the environment; servers on this machine do without. Raises UsageError."""
    key = os.environ.get(variable, "").strip()
    if key or is_loopback(base_url):
        return key or "none"
    raise UsageError(
        f"there is no key for {host_of(base_url)}: {variable} is not set",
        advice=f"Set it (`export {variable}=…`), or ask a server on this machine "
        "(--base-url http://localhost:11434/v1); --dry-run needs no key.",
    )


class OpenAICompatible:
    """One server. Sends each request once: the SDK's own retries are off."""

    def __init__(self, base_url: str, key: str, timeout: float) -> None:
        self.base_url = base_url or OPENAI
        self.host = host_of(base_url)
        self.is_here = is_loopback(base_url)
        self.timeout = timeout
        self._client = _client(self.base_url, key, timeout, trust_env=not self.is_here)

    async def send(self, place: tuple[str, int], body: Mapping[str, object]) -> Reply:
        """One request. Raises BrokenError after the timeout, or where the connection fails."""
        import openai

        received = bytearray()
        arguments: dict[str, Any] = dict(body)
        create = self._client.chat.completions.with_streaming_response.create
        try:
            async with asyncio.timeout(self.timeout), create(**arguments) as response:
                async for part in response.iter_bytes():
                    received += part
                    if len(received) > _LARGEST:
                        raise BrokenError("the answer has no end", bytes(received[:65536]))
                return Reply(response.status_code, _telling(response.headers), bytes(received))
        except openai.APIStatusError as error:
            answer = error.response
            return Reply(answer.status_code, _telling(answer.headers), answer.content)
        except (TimeoutError, openai.APITimeoutError):
            raise BrokenError(f"no answer within {self.timeout:g} s", bytes(received)) from None
        except openai.APIConnectionError as error:
            raise BrokenError(_cause(error), bytes(received)) from None
        except _transport_errors() as error:
            raise BrokenError(_cause(error), bytes(received)) from None

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()


def _client(base_url: str, key: str, timeout: float, *, trust_env: bool) -> AsyncOpenAI:
    """The SDK's client, with all it imports on first use imported now, not in the first request."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    # No redirects: texts go to the server that was named. On this machine no proxy either.
    http = DefaultAsyncHttpxClient(timeout=timeout, follow_redirects=False, trust_env=trust_env)
    client = AsyncOpenAI(api_key=key, base_url=base_url, max_retries=0, http_client=http)
    assert client.chat.completions.with_streaming_response
    return client


def _transport_errors() -> tuple[type[Exception], ...]:
    import httpx2

    return (httpx2.TransportError, httpx2.DecodingError)


def _cause(error: Exception) -> str:
    """The reason beneath the SDK's "Connection error."."""
    cause = error.__cause__ or error
    return f"{type(cause).__name__}: {cause}".rstrip(": ")


def _telling(headers: Mapping[str, str]) -> dict[str, str]:
    """Those headers that say something about limits, identity or form; never a cookie."""
    kept = ("retry-after", "x-ratelimit", "x-request-id", "content-type", "openai-", "location")
    return {name.lower(): value for name, value in headers.items() if name.lower().startswith(kept)}
