"""The files of a release but its manifest: one function a file, all from the same facts."""

from __future__ import annotations

from collections.abc import Mapping

from benchmark.release.card import card
from benchmark.release.data import data_files
from benchmark.release.facts import Facts


def contents(facts: Facts) -> Mapping[str, bytes]:
    """Every file by its path; the same facts give the same bytes anywhere."""
    return {**data_files(facts.rows), "README.md": card(facts).encode()}
