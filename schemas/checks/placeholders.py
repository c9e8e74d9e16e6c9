"""Placeholders left in a text: `[Your City]`, `{name}`, `TODO`, `None` where a value belongs.

Some are meant. A prompt may describe the form of an answer in braces, so there they are an info;
in an answer or a rubric they are a warning. Code, LaTeX and format strings are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from schemas.checks.fault import Fault, Severity
from schemas.checks.prose import without_code
from schemas.instance import Instance

_PROMPT: Final = frozenset({"system_prompt", "input"})
_BRACKETS = re.compile(
    r"\[(?:(?i:your|insert|enter|add|fill in|placeholder|xxx+|tbd|todo)\b[^\]\n\[]{0,60}"
    r"|(?:Current|Date|Name|Company|City|Address|Link|URL|Title|Topic)(?: [^\]\n\[]{1,60})?)\]"
    r"(?!\()"
)
_ANGLES = re.compile(r"<(?i:your|insert|enter)[ _-][^<>\n]{1,40}>")
_WORDS = re.compile(r"(?<!\w)(?:YOUR_[A-Z_]+|TODO|TBD|[Ll]orem ipsum)(?![.(]?\w)")
_BRACES = re.compile(r"\{\{? ?[A-Za-z][A-Za-z0-9]*(?:[ _][A-Za-z0-9]+){0,4} ?\}?\}(?![}{\w^_])")
# Behind one of these it is a part of LaTeX, code or a format string.
_NO_BRACES_BEHIND: Final = frozenset("\\$^{}%#@.([\"'=/-_")
_FORMATTED = re.compile(r"\b[fF]['\"]")
_NO_VALUE = re.compile(
    r"(?:(?<=is )|(?<=was )|(?<=are )|(?<=[,:] ))(?:None|nan|null)(?=[.,;!?]?(?:\s|\Z))"
)
_ONLY = re.compile(
    r"\s*[\[(<{]?(?:none|nan|null|nil|undefined|n/?a|todo|tbd|xxx+|placeholder)[\])>}]?\.?\s*", re.I
)
# Where values are spoken of, None and null are among them.
_OF_VALUES = re.compile(
    r"[=(){};]|\b(?:code|functions?|returns?|values?|columns?|fields?|hypothes[ie]s|pointer)\b",
    re.I,
)


def check(instance: Instance) -> Iterator[Fault]:
    """FILL_IN_PLACEHOLDER: a warning; an info for braces in a prompt."""
    for field, text in instance.texts():
        if len(text) < 20 and _ONLY.fullmatch(text):
            yield _fault(field, [text.strip()], "warning")
            continue
        found = _found(field, text)
        if found:
            only_braces = all(one[0] == "{" for one in found)
            severity: Severity = "info" if only_braces and field in _PROMPT else "warning"
            yield _fault(field, found, severity)


def _found(field: str, text: str) -> list[str]:
    """What looks like a placeholder; code is only cut out where something does."""
    searches: list[Callable[[str], list[str]]] = []
    if "[" in text:
        searches.append(_BRACKETS.findall)
    if "<" in text:
        searches.append(_ANGLES.findall)
    if "TODO" in text or "TBD" in text or "YOUR_" in text or "orem ip" in text:
        searches.append(_WORDS.findall)
    if "{" in text and "\\" not in text:
        searches.append(_braces)
    if field not in _PROMPT and (" None" in text or " nan" in text or " null" in text):
        searches.append(_no_values)
    if not any(search(text) for search in searches):
        return []
    prose = without_code(text)
    return [one for search in searches for one in search(prose)]


def _braces(text: str) -> list[str]:
    matches = list(_BRACES.finditer(text))
    formatted = _FORMATTED.search(text) if matches else None
    end = formatted.start() if formatted else len(text)
    return [
        m.group()
        for m in matches
        if m.start() < end
        and not (before := text[m.start() - 1 : m.start()]).isalnum()
        and before not in _NO_BRACES_BEHIND
    ]


def _no_values(text: str) -> list[str]:
    found = _NO_VALUE.findall(text)
    return found if found and not _OF_VALUES.search(text) else []


def _fault(field: str, found: list[str], severity: Severity) -> Fault:
    different = list(dict.fromkeys(found))
    more = f" and {len(different) - 3} more" if len(different) > 3 else ""
    return Fault(
        field,
        "FILL_IN_PLACEHOLDER",
        severity,
        f"{', '.join(different[:3])}{more}: fill in what is missing, if it is not meant",
    )
