"""How a release is cited: CITATION.cff (format 1.2.0) and a BibTeX entry."""

from __future__ import annotations

import re
from typing import Final

from benchmark.release import licence, plain_yaml
from benchmark.release.credits import authors, title
from benchmark.release.facts import Facts
from benchmark.release.markdown import one_line

_TEX: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", **{c: "\\" + c for c in "&%$#_"},
}  # fmt: skip


def citation_file(facts: Facts) -> str:
    """The file CITATION.cff."""
    settings = facts.benchmark.settings
    known = licence.spdx(settings.licence)
    return plain_yaml.dump(
        {
            "cff-version": "1.2.0",
            "message": "If you use this benchmark, please cite it as below.",
            "type": "dataset",
            "title": title(facts),
            "version": facts.version,
            "date-released": facts.source_time[:10],
            "commit": facts.source_commit,
            **({"license": known} if known else {}),
            "authors": [{"name": name} for name in authors(facts)],
            "keywords": ["benchmark", "language models", "evaluation", "rubric"],
        }
    )


def bibtex(facts: Facts) -> str:
    """The same as a BibTeX entry."""
    words = re.findall(r"[a-z0-9]+", facts.benchmark.settings.name.lower())
    year = facts.source_time[:4]
    names = " and ".join(f"{{{_tex(name)}}}" for name in authors(facts))
    return (
        f"@misc{{{'_'.join(words) or 'benchmark'}_{year},\n"
        f"  title = {{{{{_tex(title(facts))}}}}},\n"
        f"  author = {{{names}}},\n"
        f"  version = {{{facts.version}}},\n"
        f"  year = {{{year}}}\n"
        "}"
    )


def _tex(text: str) -> str:
    return "".join(_TEX.get(character, character) for character in one_line(text))
