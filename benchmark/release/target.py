"""Where a release is published to, as the command line names it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from schemas.errors import UsageError

_PUBLIC: Final = "https://huggingface.co"
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_PART: Final = r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,94}[A-Za-z0-9_])?"
_TARGET: Final = re.compile(rf"hf:({_PART}/{_PART})")


@dataclass(frozen=True)
class Target:
    """A data set on a hub: `repo` is ORG/NAME, `endpoint` the hub's address."""

    repo: str
    endpoint: str

    @property
    def host(self) -> str:
        """The hub's name, with its port where it has one."""
        return urlsplit(self.endpoint).netloc

    @property
    def organisation(self) -> str:
        """Whose data set it is: an organisation or a person."""
        return self.repo.partition("/")[0]

    @property
    def url(self) -> str:
        """The data set's page."""
        return f"{self.endpoint}/datasets/{self.repo}"


def target(to: str, endpoint: str = "") -> Target:
    """What `hf:ORG/NAME` names; the hub is `endpoint`, else HF_ENDPOINT, else the public one.

    Raises UsageError.
    """
    match = _TARGET.fullmatch(to)
    if match is None or "--" in to or ".." in to or to.endswith(".git"):
        raise UsageError(
            f"'{to}' names no place to publish to",
            advice="Write hf:ORG/NAME; the names are letters, digits and single - _ . inside.",
        )
    address = (endpoint or os.environ.get("HF_ENDPOINT") or _PUBLIC).rstrip("/")
    try:
        parts = urlsplit(address)
        known = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        known = False
    if not known or parts.username or parts.query or parts.fragment:
        raise UsageError(
            f"'{_without_user(address)}' is no address of a hub",
            advice=f"Write it like {_PUBLIC}, without user or password.",
        )
    if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        raise UsageError(
            f"{address} would get your token unencrypted", advice="Use its https:// address."
        )
    return Target(match[1], address)


def _without_user(address: str) -> str:
    return re.sub(r"//[^/]*@", "//…@", address)
