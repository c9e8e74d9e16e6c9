"""The licence of a release: its text, and its name where hubs and citation files need one."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

BUNDLED: Final = ("Apache-2.0", "CC-BY-4.0", "CC-BY-SA-4.0", "CC0-1.0", "MIT")

# SPDX identifiers that dataset hubs (in small letters) and citation files know as well.
_KNOWN: Final = (
    *BUNDLED,
    *("BSD-2-Clause", "BSD-3-Clause", "ISC", "MPL-2.0", "EUPL-1.2", "Unlicense"),
    *("CC-BY-2.0", "CC-BY-2.5", "CC-BY-3.0", "CC-BY-SA-3.0", "CC-BY-ND-4.0"),
    *("CC-BY-NC-2.0", "CC-BY-NC-3.0", "CC-BY-NC-4.0", "CC-BY-NC-ND-3.0", "CC-BY-NC-ND-4.0"),
    *("CC-BY-NC-SA-2.0", "CC-BY-NC-SA-3.0", "CC-BY-NC-SA-4.0"),
    *("CDLA-Permissive-1.0", "CDLA-Sharing-1.0"),
)
_IDENTIFIER: Final = re.compile(r"(?!LicenseRef-)[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)+", re.I)
_JOINED: Final = re.compile(r"\s+(?:AND|OR|WITH)\s+")


def spdx(licence: str) -> str:
    """The identifier in its own spelling where it is a well-known one, else empty."""
    wanted = licence.strip().casefold()
    return next((known for known in _KNOWN if known.casefold() == wanted), "")


def addresses(licence: str) -> list[str]:
    """Where the texts are: one address an SPDX identifier; none where there is no such thing."""
    names = [name.strip("() ").removesuffix("+") for name in _JOINED.split(licence.strip())]
    if not all(spdx(name) or _IDENTIFIER.fullmatch(name) for name in names):
        return []
    return [f"https://spdx.org/licenses/{spdx(n) or n}.html" for n in dict.fromkeys(names)]


def text(licence: str, holder: str, year: str) -> str:
    """The file LICENSE: the text itself where it is bundled, else where to find it."""
    known = spdx(licence)
    if known in BUNDLED:
        found = (files("benchmark.release") / "licences" / f"{known}.txt").read_bytes().decode()
        return found.replace("<year>", year).replace("<copyright holders>", holder)
    if not licence.strip():
        return "No licence is stated for this benchmark.\n"
    places = addresses(licence)
    return f"The licence of this benchmark: {licence.strip()}\n" + "".join(
        f"Its text: {place}\n" for place in places
    )
