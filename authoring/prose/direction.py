"""Which way a text reads."""

from __future__ import annotations

import re
from typing import Final

# Hebrew, Arabic, Syriac, Thaana, N'Ko and their neighbours, with the Arabic presentation forms.
_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)

HINT: Final = "reads right to left: your terminal may show it wrong; f9 shows it properly"


def reads_right_to_left(text: str) -> bool:
    """Whether a text holds letters that read right to left: few terminals place them right."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text.replace("\ufeff", "")) is not None
