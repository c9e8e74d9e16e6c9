"""In which order a reviewer meets tasks and instances: drawn once, tasks kept together.

The draw depends on the benchmark's seed, the person and the names alone, so that it is the same
on every copy and new instances do not stir up the rest.
"""

from __future__ import annotations

from hashlib import sha256

from benchmark.load import LoadedInstance


def place(seed: int, person: str, loaded: LoadedInstance) -> tuple[bytes, bytes]:
    """Where an instance stands in a person's order: its task's lot, then its own."""
    return (
        _lot(seed, person, "/".join(loaded.task)),
        _lot(seed, person, loaded.instance.key),
    )


def _lot(seed: int, person: str, name: str) -> bytes:
    return sha256(f"{seed} {person} {name}".encode()).digest()
