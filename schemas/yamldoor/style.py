"""Which YAML style carries a text unharmed and is pleasant to read and edit.

Literal blocks where YAML 1.1 and 1.2 readers both give the text back; plain style only for
words no reader takes for anything but text; else single quotes, and double quotes with escapes
where characters could get lost or could not be seen.
"""

from __future__ import annotations

import re
from typing import Final

from ruamel.yaml.scalarstring import (
    DoubleQuotedScalarString,
    LiteralScalarString,
    PlainScalarString,
    SingleQuotedScalarString,
)

# CR, NEL, LS and PS are line breaks to some readers; YAML 1.2 bars the byte order mark from
# blocks; control characters, U+FFFE and U+FFFF cannot stand raw. Everything else can.
_MUST_ESCAPE = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_PLAIN = re.compile(r"[A-Za-z\xc0-\u024f](?:[\w./@+,()'!&;-]|:(?=[\w/])| (?=[\w(]))*")
_NOT_TEXT: Final = frozenset(
    ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"]
)


def block_safe(text: str) -> bool:
    """Whether a literal block gives `text` back under libyaml, PyYAML and ruamel.yaml.

    Not for blanks alone either: in a block nobody sees them, and editors delete them.
    """
    return bool(text.strip()) and not _MUST_ESCAPE.search(text)


def styled(text: str, *, prose: bool = False) -> str:
    """`text` as the ruamel.yaml string class that writes it safely."""
    kind: type[str] = SingleQuotedScalarString
    if (prose or "\n" in text) and block_safe(text):
        kind = LiteralScalarString
    elif "\n" in text or "\t" in text or _MUST_ESCAPE.search(text) or not text:
        kind = DoubleQuotedScalarString
    elif _PLAIN.fullmatch(text) and text.casefold() not in _NOT_TEXT:
        kind = PlainScalarString
    return kind(text)
