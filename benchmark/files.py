"""Put a file on disk whole or not at all, and never over something that was not read.

Follows the usual order of durable replacement: a temporary file in the same folder, fsync,
`os.replace`, fsync of the folder.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from benchmark.layout import private_dir
from schemas.errors import ChangedOnDiskError, FileError, Where

COMMIT: Final = "commit"


@contextlib.contextmanager
def lock(root: Path, what: str) -> Iterator[None]:
    """Hold the lock on a path, or on `COMMIT`, against every other process on this copy.

    Paths share 256 locks, so never take one while holding another. Raises FileError where the
    disk refuses.
    """
    folder = private_dir(root) / "locks"
    name = what if what == COMMIT else hashlib.sha256(what.encode()).hexdigest()[:2]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / name).open("w")
    except OSError as error:
        raise FileError(
            f"cannot be locked: {error.strerror}",
            where=Where(str(folder / name)),
            advice="Nothing has changed on disk.",
        ) from None
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def replace(root: Path, path: str, data: bytes, *, loaded: bytes | None) -> None:
    """Make `data` the content of the file at `path`.

    `loaded` is what the file held when it was read, None where there was none. Raises
    ChangedOnDiskError, with what is there now, where that is no longer so, and FileError where
    the disk refuses; in both cases nothing has changed.
    """
    target = root / path
    with lock(root, path):
        try:
            present = target.read_bytes() if target.is_file() else None
            if present != loaded:
                raise ChangedOnDiskError(
                    "the file was changed by someone else since it was read",
                    where=Where(path),
                    advice="Nothing was written. Read it again, or settle the two versions.",
                    theirs=present,
                )
            write(target, data)
        except OSError as error:
            remove_empty_folders(root, path)
            raise FileError(
                f"cannot be written: {error.strerror}",
                where=Where(path),
                advice="Nothing has changed on disk.",
            ) from None


def write(target: Path, data: bytes) -> None:
    """Write and sync, or leave everything as it was. Raises OSError."""
    write_pieces(target, [data])


def write_pieces(target: Path, pieces: Iterable[bytes]) -> None:
    """The same piece by piece, for what should not be in memory as a whole. Raises OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def write_folder(out: Path, contents: Mapping[str, bytes]) -> None:
    """Put files, by their relative paths, into a folder that is new or empty: all or none.

    Raises OSError.
    """
    with new_folder(out) as folder:
        for path, data in contents.items():
            write(folder / path, data)


@contextlib.contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A folder to fill: it becomes `out`, which is new or empty, or vanishes where that fails.

    An empty folder stays the one it is, since somebody may stand in it. Raises OSError.
    """
    is_there = out.is_dir()
    home = out if is_there else out.parent
    home.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=home))
    try:
        yield temporary
        if is_there:
            for entry in temporary.iterdir():
                entry.rename(out / entry.name)
            temporary.rmdir()
        else:
            temporary.chmod(0o755)
            temporary.rename(out)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    sync_folder(home)


def remove(root: Path, path: str) -> None:
    """Delete a file if it is there, and folders that are empty without it. Raises OSError."""
    (root / path).unlink(missing_ok=True)
    remove_empty_folders(root, path)


def remove_empty_folders(root: Path, path: str) -> None:
    """Delete the folders above a path that hold nothing, as git does; never `root` itself."""
    for folder in PurePosixPath(path).parents[:-1]:
        try:
            (root / folder).rmdir()
        except OSError:
            return


def sync_folder(folder: Path) -> None:
    """Make renames in a folder last through a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
