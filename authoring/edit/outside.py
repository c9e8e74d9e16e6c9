"""Open a text in the editor the person is used to."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from benchmark import files
from schemas.errors import CurateError, FileError, UsageError, Where


def editor_command() -> list[str]:
    """The words of `$VISUAL`, else `$EDITOR`. Raises UsageError where neither names one."""
    line = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    words = shlex.split(line)
    if not words:
        raise UsageError(
            "no editor is set",
            advice="Name yours in the variable EDITOR before you start, like `export EDITOR=nano`.",
        )
    return words


def edited(folder: Path, name: str, text: str) -> str:
    """The text as it came back from the person's editor; waits until that is closed.

    Editors end a file with a line feed; one that was not there before is not taken. Raises
    CurateError where there is no editor, it fails, or what it left is not UTF-8; the file then
    stays in `folder`.
    """
    command = editor_command()
    file = folder / f"{name.replace('.', '-')}.md"
    files.write(file, text.encode())
    try:
        code = subprocess.call([*command, str(file)])
    except OSError as error:
        raise CurateError(f"{command[0]} cannot be started: {error.strerror}") from None
    if code:
        raise CurateError(
            f"{command[0]} ended with {code}", advice=f"What it left is kept in {file}."
        )
    try:
        new = file.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise FileError(
            f"is not UTF-8 at byte {error.start}", where=Where(str(file)), advice="It is kept."
        ) from None
    file.unlink()
    if new.endswith("\n") and not text.endswith("\n"):
        new = new.removesuffix("\n")
    return new
