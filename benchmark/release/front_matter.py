"""The head of the dataset card: what hubs and `datasets` read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from benchmark.release import composition, licence, plain_yaml
from benchmark.release.credits import title
from benchmark.release.data import COLUMNS, Column, WrittenFile, data_file
from benchmark.release.facts import Facts
from benchmark.release.plain_yaml import Value
from benchmark.release.sources import warnings
from schemas.fields import RUBRIC_FIELDS

ALL: Final = "all"

_SIZES: Final = (
    (1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"),
)  # fmt: skip


def front_matter(facts: Facts, data: Sequence[WrittenFile]) -> str:
    """YAML between its two rules; `data` are the files it is about."""
    settings, rows = facts.benchmark.settings, facts.rows
    by_capability = composition.capabilities(rows)
    known = licence.spdx(settings.licence)
    languages = list(composition.counts(rows, "language"))
    size = next((name for most, name in _SIZES if len(rows) < most), "1M<n<10M")
    by_path = {file.path: file for file in data}
    configs = {ALL: list(data), **{name: [by_path[data_file(name)]] for name in by_capability}}
    warned = _distinct(word for words in warnings(facts).values() for word in words)
    fields: dict[str, Value] = {
        "pretty_name": title(facts),
        **(
            {"license": known.lower()}
            if known
            else {
                "license": "other",
                "license_name": settings.licence.strip() or "not stated",
                "license_link": "LICENSE",
            }
        ),
        "language": _distinct(tag.partition("-")[0].lower() for tag in languages if tag),
        **({"language_bcp47": languages} if any("-" in name for name in languages) else {}),
        "size_categories": [size],
        "task_categories": ["text-generation"],
        "tags": [
            *("benchmark", "evaluation", "rubric", "llm-as-a-judge"),
            *(["not-for-all-audiences"] if warned else []),
        ],
        **(_gate(warned) if warned else {}),
        "configs": [_config(name, files) for name, files in configs.items()],
        "dataset_info": [_info(name, files) for name, files in configs.items()],
    }
    return f"---\n{plain_yaml.dump(fields)}---\n"


def _config(name: str, files: Sequence[WrittenFile]) -> Value:
    paths: list[Value] = [file.path for file in files]
    return {
        "config_name": name,
        **({"default": True} if name == ALL else {}),
        "data_files": [{"split": "test", "path": paths if name == ALL else paths[0]}],
    }


def _info(name: str, files: Sequence[WrittenFile]) -> Value:
    """Types of all columns, so that a file of one row or with empty lists loads as the others.

    `datasets` compares the number of examples. The sizes are those of the JSON Lines.
    """
    size = sum(file.size for file in files)
    examples = sum(file.lines for file in files)
    return {
        "config_name": name,
        "features": [_feature(column) for column in COLUMNS],
        "splits": [{"name": "test", "num_bytes": size, "num_examples": examples}],
        "download_size": size,
        "dataset_size": size,
    }


def _feature(column: Column) -> Mapping[str, Value]:
    if column.kind == "rubric":
        levels: list[Value] = [{"name": name, "dtype": "string"} for name in RUBRIC_FIELDS]
        return {"name": column.name, "struct": levels}
    if column.kind == "texts":
        return {"name": column.name, "list": "string"}
    return {"name": column.name, "dtype": "int64" if column.kind == "number" else "string"}


def _gate(warned: list[str]) -> dict[str, Value]:
    return {
        "extra_gated_heading": "Some of these texts are not for everyone",
        "extra_gated_prompt": f"Content warnings of this benchmark: {', '.join(warned)}.",
        "extra_gated_fields": {"I know this and want to read them": "checkbox"},
    }


def _distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))
