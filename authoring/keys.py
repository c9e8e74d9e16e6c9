"""Keys as a person wants them: `keys.toml` in curate's configuration folder.

    [keys]
    "browse.new" = "ctrl+o"
    "browse.filter" = "slash,ctrl+f"

The names are those that help (`?`) shows beside each key.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path


def keys_file() -> Path:
    """Where a person's own keys are looked for."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "curate" / "keys.toml"


def read_keys() -> tuple[dict[str, str], list[str]]:
    """Keys by the name of what they do, and in words what cannot be used of the file."""
    file = keys_file()
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}, []
    except (OSError, UnicodeDecodeError) as error:
        return {}, [f"{file}: cannot be read: {error}"]
    try:
        table = tomllib.loads(text).get("keys", {})
    except tomllib.TOMLDecodeError as error:
        return {}, [f"{file}: {error}\n  The keys are as they come."]
    if not isinstance(table, dict):
        return {}, [f'{file}: [keys] is to hold lines like "browse.new" = "ctrl+o"']
    good = {name: keys for name, keys in table.items() if isinstance(keys, str)}
    wrong = [f"{file}: the keys of {name} are to be text" for name in table if name not in good]
    return good, wrong
