"""The files of a release beside data and manifest: one function a file, all from the same facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmark.release import licence
from benchmark.release.card import card
from benchmark.release.citation import citation_file
from benchmark.release.credits import group
from benchmark.release.croissant import croissant
from benchmark.release.data import WrittenFile
from benchmark.release.facts import Facts
from benchmark.release.pictures import pictures
from schemas.digest import canonical_json


def contents(facts: Facts, data: Sequence[WrittenFile]) -> Mapping[str, bytes]:
    """Each of them by its path; the same facts and data give the same bytes anywhere."""
    texts = {
        "README.md": card(facts, data),
        "CITATION.cff": citation_file(facts),
        "LICENSE": licence.text(
            facts.benchmark.settings.licence, group(facts), facts.source_time[:4]
        ),
        "croissant.json": croissant(facts, data),
    }
    reviews = {"reviews.json": canonical_json(facts.statistics) + b"\n"} if facts.statistics else {}
    return {
        **pictures(facts.rows),
        **reviews,
        **{path: content.encode() for path, content in texts.items()},
    }
