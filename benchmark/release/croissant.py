"""Croissant metadata: what the files hold, for catalogues and loaders that know nothing of us.

Croissant 1.0 with the responsible-AI vocabulary 1.0 (mlcommons.org/croissant); what is not known
is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from benchmark.release import composition, licence, making
from benchmark.release.citation import bibtex
from benchmark.release.credits import authors, group, title
from benchmark.release.data import COLUMNS, Column, WrittenFile, data_file
from benchmark.release.facts import Facts
from benchmark.release.limits import known_limits
from benchmark.release.sources import warnings
from schemas.fields import RUBRIC_FIELDS

_CROISSANT: Final = "http://mlcommons.org/croissant/"
_TERMS: Final = (
    *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty"),
    *("fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField"),
    *("path", "recordSet", "references", "regex", "repeated", "replace", "separator", "source"),
    *("samplingRate", "subField", "transform"),
)
_CONTEXT: Final[dict[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": _CROISSANT,
    "rai": f"{_CROISSANT}RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS},
}
_COLLECTION_TYPES: Final = {
    "human": "Manual Human Curator",
    "augmented": "Software Collection",
    "imported": "Secondary Data Analysis",
}


def croissant(facts: Facts, data: Sequence[WrittenFile]) -> str:
    """The file croissant.json; `data` are the files it describes. Dates are the source's."""
    settings, rows = facts.benchmark.settings, facts.rows
    described: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": [f"{_CROISSANT}1.0", f"{_CROISSANT}RAI/1.0"],
        "name": title(facts),
        "description": f"{len(rows)} instances in {len(composition.tasks(rows))} tasks for "
        "judging what language models write; each carries a rubric of its own, one criterion "
        "and a description of every score from 1 to 5.",
        "version": facts.version,
        "license": licence.addresses(settings.licence) or [settings.licence.strip() or "unknown"],
        "citeAs": bibtex(facts),
        "creator": [
            {"@type": "sc:Organization" if name == group(facts) else "sc:Person", "name": name}
            for name in authors(facts)
        ],
        "datePublished": facts.source_time[:10],
        "inLanguage": list(composition.counts(rows, "language")),
        "keywords": ["benchmark", "language models", "evaluation", "rubric"],
        **_responsible(facts),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": file.path,
                "name": file.path,
                "contentUrl": file.path,
                "contentSize": f"{file.size} B",
                "encodingFormat": "application/jsonlines",
                "sha256": file.sha256,
            }
            for file in data
        ],
        "recordSet": [_record_set(name) for name in composition.capabilities(rows)],
    }
    return json.dumps(described, ensure_ascii=False, indent=1) + "\n"


def _responsible(facts: Facts) -> dict[str, Any]:
    found = composition.counts(facts.rows, "origin", composition.ORIGINS)
    reviewed = any(row.basis == "reviewed" for row in facts.rows)
    warned = [
        f"{'/'.join(task)} carries content warnings: {', '.join(words)}."
        for task, words in warnings(facts).items()
    ]
    models = sorted({row.model for row in facts.rows} - {""})
    known = {
        "dataCollection": " ".join(making.origins(facts)),
        "dataCollectionType": [_COLLECTION_TYPES[origin] for origin in found],
        "dataAnnotationProtocol": making.PROTOCOL if reviewed else "",
        "annotationsPerItem": "2 in an instance's first round; as many in later rounds as were "
        "needed; none where a curator adopted it"
        if reviewed
        else "",
        "dataAnnotationAnalysis": making.agreement_in_words(facts),
        "annotatorDemographics": making.people_in_words(facts),
        "machineAnnotationTools": models,
        "dataLimitations": [*known_limits(facts), *warned],
        "dataUseCases": ["Judging language models by rubric.", "Not for training."],
        "dataReleaseMaintenancePlan": "A version never changes. Corrections come as a new "
        "version; errata are published beside this one.",
    }
    return {f"rai:{name}": value for name, value in known.items() if value}


def _record_set(capability: str) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": capability,
        "name": capability,
        "key": {"@id": f"{capability}/id"},
        "field": [_field(capability, column) for column in COLUMNS],
    }


def _field(capability: str, column: Column) -> dict[str, Any]:
    place = f"{capability}/{column.name}"
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": place,
        "name": column.name,
        "description": column.meaning.replace("`", ""),
    }
    if column.kind == "rubric":
        return {**field, "subField": list(_levels(capability, column))}
    return {
        **field,
        "dataType": "sc:Integer" if column.kind == "number" else "sc:Text",
        **({"repeated": True} if column.kind == "texts" else {}),
        "source": {
            "fileObject": {"@id": data_file(capability)},
            "extract": {"column": column.name},
        },
    }


def _levels(capability: str, column: Column) -> Iterator[dict[str, Any]]:
    for name in RUBRIC_FIELDS:
        yield {
            "@type": "cr:Field",
            "@id": f"{capability}/{column.name}/{name}",
            "name": name,
            "dataType": "sc:Text",
            "source": {
                "fileObject": {"@id": data_file(capability)},
                "extract": {"column": column.name},
                "transform": {"jsonPath": name},
            },
        }
