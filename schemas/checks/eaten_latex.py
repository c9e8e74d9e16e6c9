r"""LaTeX commands that lost their backslash to an escape: `\frac` became U+000C and `rac`.

It happens wherever text with single backslashes passes a reader that knows escapes: JSON
(`\b \f \n \r \t`), Python and C strings (`\a \v` as well), YAML double quotes (`\e \L \P` too).
A control character in front of a letter is a loss (of a capital: a page break). A tab or a line
end is ordinary text, so there the rest of the word must be the rest of a command; rests that may
well begin a line or a cell (`an` of `\tan`, `u` of `\nu`, `less` of `\nless`) count only inside
inline mathematics.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from schemas.checks.fault import Fault
from schemas.instance import Instance


@dataclass(frozen=True)
class Loss:
    """One lost backslash: where, which letter the escape ate, and what is left of the command."""

    position: int
    letter: str
    rest: str
    character: str


_CONTROLS: Final = {"\x0c": "f", "\x08": "b", "\x07": "a", "\x0b": "v", "\x1b": "e"}
_CODES: Final = {
    "\x0c": "CTRL_FF_LATEX",
    "\x08": "CTRL_BS_LATEX",
    "\x07": "CTRL_BEL_LATEX",
    "\x0b": "CTRL_VT_LATEX",
    "\x1b": "CTRL_ESC_LATEX",
    "\t": "TAB_LATEX",
    "\n": "NL_LATEX",
    "\r": "CR_LATEX",
    "\u2028": "SEPARATOR_LATEX",
    "\u2029": "SEPARATOR_LATEX",
}
_AFTER_CONTROL = re.compile("[\x0c\x08\x07\x0b\x1b]([a-z][A-Za-z]*|Dash)")
# Not a variable, an operator or short for equation: `eq = …`, `eq(a, b)`, `eq. 3`.
_EQ = r"eq(?![_(\[.,;:|]|\s*(?:=|\n|\Z)|\s?\d+\s*[:=]|\s\(\d)"
_SURE: Final = {
    "\t": (
        "t",
        r"imes heta riangle riangleq riangleleft riangleright herefore ilde ext(?=\{) frac(?=\{) "
        r"binom(?=\{) extbf extit extrm exttt extsf extsc extnormal extstyle extcolor "
        "hickapprox hicksim abular woheadrightarrow",
    ),
    "\n": (
        "n",
        f"{_EQ} abla otin earrow warrow onumber otag ewcommand ewline ewpage olimits "
        "ormalsize oindent",
    ),
    "\r": ("r", "ho ight ightarrow ightharpoonup ightleftharpoons Vert"),
    "\u2028": (
        "L",
        "ambda eftarrow eftrightarrow ongrightarrow ongleftarrow ongleftrightarrow arge aTeX",
    ),
    "\u2029": ("P", "i hi si r"),
}
_ONLY_IN_MATHS: Final = {
    "\t": "an anh au o op ag ext frac binom",
    "\n": "u e i eg ot mid sim cong exists parallel prec succ eq leq geq less gtr atural "
    "leftarrow rightarrow leftrightarrow Leftarrow Rightarrow subseteq supseteq vdash",
    "\r": "angle floor ceil vert brace brack m ef oot aise",
}


def _pattern(rests: str) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(sorted(rests.split(), key=len, reverse=True))})(?![A-Za-z])")


_SURE_RESTS = {char: (letter, _pattern(rests)) for char, (letter, rests) in _SURE.items()}
_MATHS_RESTS = {char: _pattern(rests) for char, rests in _ONLY_IN_MATHS.items()}
# As Pandoc has it, a dollar sign opens mathematics only in front of something and closes it only
# behind something and not in front of a digit: `$5` and `$6` are money.
_INLINE_MATHS = re.compile(
    r"(?<![\\$])\$(?=[^\s$]|[\t\n\r][a-z])(?:[^$\\]|\\.)+?(?<!\s)\$(?![$\d])|\\\(.+?\\\)", re.S
)
_CANDIDATE = re.compile("[\t\r\u2028\u2029\n](?=[A-Za-z])")
_SUSPICIOUS: Final = "\x07\x08\x0b\x0c\x1b\t\r\u2028\u2029"
_SUSPICIOUS_LINE = re.compile("\n(?=[a-zLR])")


def eaten(text: str) -> list[Loss]:
    """Every place where a LaTeX command lost its backslash, in order."""
    if not _SUSPICIOUS_LINE.search(text) and not any(map(text.__contains__, _SUSPICIOUS)):
        return []
    losses = [
        Loss(m.start(), _CONTROLS[m.group()[0]], m.group(1), m.group()[0])
        for m in _AFTER_CONTROL.finditer(text)
    ]
    for m in _CANDIDATE.finditer(text):
        character = m.group()
        letter, sure = _SURE_RESTS[character]
        found = sure.match(text, m.end())
        if not found and character in _MATHS_RESTS:
            found = _MATHS_RESTS[character].match(text, m.end())
            if found and not _inside_inline_maths(text, m.start()):
                found = None
        if found:
            losses.append(Loss(m.start(), letter, found.group(), character))
    return sorted(losses, key=lambda loss: loss.position)


def _inside_inline_maths(text: str, position: int) -> bool:
    r"""Whether a `$…$` or `\(…\)` of the paragraph holds this position."""
    first = text.rfind("\n\n", 0, position) + 1
    last = text.find("\n\n", position)
    return any(
        m.start() < position < m.end()
        for m in _INLINE_MATHS.finditer(text, first, last if last >= 0 else len(text))
    )


def check(instance: Instance) -> Iterator[Fault]:
    """CTRL_*_LATEX, TAB_LATEX, NL_LATEX, CR_LATEX, SEPARATOR_LATEX: errors."""
    for field, text in instance.texts():
        found = eaten(text)
        if not found:
            continue
        losses = Counter((x.character, x.letter, x.rest) for x in found)
        for (character, letter, rest), times in losses.items():
            name = "newline" if character == "\n" else f"U+{ord(character):04X}"
            yield Fault(
                field,
                _CODES[character],
                "error",
                rf'{times} × {name} before "{rest}": \{letter}{rest} lost its backslash to an '
                "escape; write it again, in a block (|) or in single quotes",
                text=character + rest,
                written=rf"\{letter}{rest}",
            )
