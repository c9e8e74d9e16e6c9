"""Text that went through a wrong decoder, and text in an unusual Unicode form. Never repaired.

Mojibake is UTF-8 that was read in a one-byte encoding. Undone on a run of characters, the mistake
gives valid UTF-8 again, which a run that was meant practically never does: `Ã©` is `é` read as
Windows-1252, and no language writes `Ã©`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from schemas.checks.fault import Fault
from schemas.instance import Instance

# Windows-1252 leaves five bytes undefined; what decodes sloppily makes C1 controls of them.
_WINDOWS: Final = {
    bytes([byte]).decode("cp1252", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)
}
_CYRILLIC: Final = {
    bytes([byte]).decode("cp1251", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)
}
_RUN_WINDOWS = re.compile(f"[{re.escape(''.join(_WINDOWS))}]{{2,}}")
_RUN_CYRILLIC = re.compile(f"[{re.escape(''.join(_CYRILLIC))}]{{4,}}")
_LEAD_WINDOWS = re.compile(
    "[\u00c2-\u00f4][^\\s\\w\u00c0-\u00ff]|[\u00c2-\u00f4][ªºµƒŠŒŽšœžŸˆ\u0080-\u009f\xa0²³¹¼½¾]"
)
_QUOTES_AND_DASHES: Final = frozenset("…‘’“”„‚«»‹›–—•\xa0")
_LEAD_CYRILLIC = re.compile("[РС][^а-яА-Я\\s]")


def check(instance: Instance) -> Iterator[Fault]:
    """MOJIBAKE, REPLACEMENT_CHAR: warnings. NOT_NFC: an info."""
    for field, text in instance.texts():
        if text.isascii():
            continue
        if "\ufffd" in text:
            yield Fault(
                field,
                "REPLACEMENT_CHAR",
                "warning",
                f"{text.count(chr(0xFFFD))} × U+FFFD, first as character "
                f"{text.index(chr(0xFFFD)) + 1}: a decoder put it where it lost something; look "
                "in the source",
            )
        spoilt = mojibake(text)
        if spoilt:
            wrong, right = spoilt[0]
            yield Fault(
                field,
                "MOJIBAKE",
                "warning",
                f"“{wrong}” looks like “{right}” read in a wrong encoding"
                + (f", and {len(spoilt) - 1} more" if len(spoilt) > 1 else "")
                + "; take the text from its source again",
            )
        if not unicodedata.is_normalized("NFC", text):
            yield Fault(
                field,
                "NOT_NFC",
                "info",
                f"not in Unicode's normal form C, first as character {_first_other(text) + 1}: it "
                "looks the same and is found by no search for the usual spelling",
            )


def mojibake(text: str) -> list[tuple[str, str]]:
    """The runs of UTF-8 that were read in a one-byte encoding, with what they were."""
    found: list[tuple[str, str]] = []
    if _LEAD_WINDOWS.search(text):
        # `×½` is a product.
        runs = [x for x in _RUN_WINDOWS.findall(text) if x[0] != "×" or len(x) > 3]
        found += _decoded(runs, _WINDOWS)
        # `É»` and `é…”` are valid UTF-8 too: quotes and dashes alone are no evidence.
        if all(set(wrong[1:]) <= _QUOTES_AND_DASHES for wrong, _ in found):
            found = []
    if _LEAD_CYRILLIC.search(text):
        runs = [run.strip("\xa0«»„“”…–—") for run in _RUN_CYRILLIC.findall(text)]
        runs = [x for x in runs if 3 * (x.count("Р") + x.count("С")) >= len(x) > 3]
        found += _decoded(runs, _CYRILLIC)
    return found


def _decoded(runs: list[str], table: dict[str, int]) -> list[tuple[str, str]]:
    return [(run, right) for run in runs if (right := _undone(run, table)) is not None]


def _undone(run: str, table: dict[str, int]) -> str | None:
    try:
        return bytes(table[character] for character in run).decode("utf-8")
    except (UnicodeDecodeError, KeyError):
        return None


def _first_other(text: str) -> int:
    """Where a text first differs from its normal form C."""
    normal = unicodedata.normalize("NFC", text)
    pairs = zip(text, normal, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), len(normal))
