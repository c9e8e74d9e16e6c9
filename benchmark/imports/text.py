"""Read a source file as text."""

from __future__ import annotations

from pathlib import Path

from schemas.errors import FileError, UsageError, Where


def read_text(file: Path) -> str:
    """The file as UTF-8 text, line ends as they are. Raises UsageError or FileError."""
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FileError(
            f"byte {error.start} is not UTF-8", where=Where(str(file)), advice="Save it as UTF-8."
        ) from None
