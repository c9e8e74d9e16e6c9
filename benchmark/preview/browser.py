"""Open a page in the person's browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path

_IN_THE_TERMINAL = frozenset({"www-browser", "links", "elinks", "lynx", "w3m"})


def browse(file: Path) -> bool:
    """Open a file in a graphical browser; False where there is none.

    A browser that runs in the terminal is not used: it would draw over whoever asked.
    """
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if getattr(browser, "basename", "") in _IN_THE_TERMINAL:
        return False
    return browser.open(file.absolute().as_uri())
