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
_LEAD_BYTES = re.compile("[ÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙàáâãäåæçèéêëìíîïð]")
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
    for lead, runs, table, encodes in (
        (_LEAD_BYTES, _RUN_WINDOWS, _WINDOWS, 2),
        (_LEAD_CYRILLIC, _RUN_CYRILLIC, _CYRILLIC, 4),
    ):
        if not lead.search(text):
            continue
        for m in runs.finditer(text):
            run = m.group().strip("\xa0") if encodes == 4 else m.group()
            right = _undone(run, table)
            if right is not None:
                found.append((run, right))
    return found


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
