"""What is in a release beside its data, and that it depends on nothing but the facts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
import yaml

from benchmark.load import Benchmark
from benchmark.release import licence
from benchmark.release.data import COLUMNS
from benchmark.release.verify import verify
from schemas.digest import canonical_json
from schemas.instance import Provenance
from schemas.person import Person
from schemas.settings import Settings
from tests.benchmark.kit import REPOSITORY
from tests.benchmark.release_facts import Texts, an_instance, contents, published, small
from tests.world import World

DIGESTS = """
import hashlib, json
from tests.benchmark.release_facts import contents, published
print(json.dumps({p: hashlib.sha256(d).hexdigest() for p, d in contents(published()).items()}))
"""
# What the format asks of the keys we write (Citation File Format 1.2.0, its schema guide).
CITATION_FORMAT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["cff-version", "message", "title", "authors"],
    "properties": {
        "cff-version": {"const": "1.2.0"},
        "message": {"type": "string", "minLength": 1},
        "type": {"enum": ["software", "dataset"]},
        "title": {"type": "string", "minLength": 1},
        "version": {"type": ["string", "number"]},
        "date-released": {"type": "string", "pattern": "^[0-9]{4}-[01][0-9]-[0-3][0-9]$"},
        "commit": {"type": "string", "pattern": "^[0-9a-f]{40}$"},
        "license": {"enum": ["CC-BY-4.0", "Apache-2.0", "MIT"]},
        "keywords": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        "authors": {
            "type": "array",
            "minItems": 1,
            "uniqueItems": True,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name"],
                "properties": {"name": {"type": "string", "minLength": 1}},
            },
        },
    },
}


def under(name: str = "Test bench", **people: str) -> Texts:
    """A release of one instance ann wrote, by people who publish under these names."""
    benchmark = Benchmark(
        Settings(name=name, canary="c0ffee"),
        people={
            person: Person(
                name=f"Secret {person}", emails=[f"{person}@example.org"], publish_as=public
            )
            for person, public in people.items()
        },
    )
    return small(benchmark=benchmark)


def licensed(name: str) -> str:
    facts = under()
    settings = facts.benchmark.settings.model_copy(update={"licence": name})
    facts = replace(facts, benchmark=replace(facts.benchmark, settings=settings))
    return contents(facts)["LICENSE"].decode()


def citation(facts: Texts) -> dict:
    found = yaml.safe_load(contents(facts)["CITATION.cff"])
    jsonschema.validate(found, CITATION_FORMAT)
    return found


def test_the_files_of_a_release():
    assert sorted(contents(small())) == [
        "CITATION.cff", "LICENSE", "README.md", "croissant.json", "data/reasoning.jsonl",
        "pictures/composition.svg", "pictures/lengths.svg", "pictures/tasks.svg",
    ]  # fmt: skip


def test_nothing_to_release_is_no_accident():
    found = contents(replace(small(), rows=()))
    assert not [path for path in found if path.startswith(("data/", "pictures/"))]


def test_the_same_facts_give_the_same_bytes_in_another_place_zone_locale_and_hash_seed(
    tmp_path: Path,
):
    found = []
    for seed, zone, locale in (("1", "UTC", "C"), ("2", "Asia/Kathmandu", "de_DE.UTF-8")):
        environment = {
            "PATH": os.environ["PATH"], "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale,
            "PYTHONPATH": str(REPOSITORY), "HOME": str(tmp_path),
            **{k: v for k, v in os.environ.items() if k == "CURATE_BIGGEN"},
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", DIGESTS],
            cwd=tmp_path if seed == "1" else REPOSITORY,
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        found.append(json.loads(done.stdout))
    assert found[0] == found[1]
    assert len(found[0]) > 10


def test_every_column_is_described_and_nothing_else():
    for row in published().read_back:
        assert list(row) == sorted(column.name for column in COLUMNS)


def test_nobody_appears_who_did_not_choose_to():
    facts = under(ann="", bob="B. Obst")
    for path, data in contents(facts).items():
        for word in (b"Secret", b"@example.org", b"Obst"):
            assert word not in data, path


def test_people_appear_as_they_chose_and_only_if_they_took_part():
    assert citation(under(ann="A. Nett", bob="B. Obst"))["authors"] == [{"name": "A. Nett"}]
    assert citation(under(ann=""))["authors"] == [{"name": "The Test bench authors"}]


def test_the_group_stands_for_those_who_chose_no_name():
    facts = under(ann="A. Nett", bob="")
    other = an_instance(1, provenance=Provenance(origin="human", author="bob"))
    both = small(an_instance(), other, benchmark=facts.benchmark)
    assert [a["name"] for a in citation(both)["authors"]] == ["A. Nett", "The Test bench authors"]


def test_people_are_named_by_the_alphabet():
    chosen = ["Zoe", "ann", "Élise", "Bob", "anna", "Carl", "bill"]
    people = {f"person{n}": name for n, name in enumerate(chosen)}
    written = [
        an_instance(n, provenance=Provenance(origin="human", author=person))
        for n, person in enumerate(people)
    ]
    found = citation(small(*written, benchmark=under(**people).benchmark))["authors"]
    assert [a["name"] for a in found] == ["ann", "anna", "bill", "Bob", "Carl", "Zoe", "Élise"]


def test_who_reviewed_is_named_too_but_not_for_what(world: World, tmp_path: Path):
    name = world.submitted()
    for person in ("bob", "cem"):
        world.review(name, person)
    card = world.root / "people/bob.yaml"
    text = card.read_text(encoding="utf-8").rstrip() + "\npublish_as: B. Obst\n"
    card.write_text(text, encoding="utf-8")
    world.git("-c", "user.name=B", "-c", "user.email=bob@example.org", "commit", "-qam", "Name")
    out = tmp_path / "release"
    world("release", "build", "1.0.0", "--out", out, by="kit")
    assert verify(out).problems == ()
    found = yaml.safe_load((out / "CITATION.cff").read_bytes())
    assert [a["name"] for a in found["authors"]] == ["B. Obst", "The Test bench authors"]
    holding = [p.name for p in out.rglob("*") if p.is_file() and b"Obst" in p.read_bytes()]
    assert sorted(holding) == ["CITATION.cff", "README.md", "croissant.json"]
    for file in out.rglob("*"):
        if file.is_file():
            assert not {b"bob", b"cem", b"Cem", b"ann@"} & set(file.read_bytes().split()), file


@pytest.mark.parametrize(
    "name",
    ["no", "1e3", "2024-01-01", "x: y # z", "- a", "'\"\\", "日本語 \u2028 x", "@a %b", "~",
     "", "A\nB", "a\x85b\x07", "😀", "<b>&amp;</b>", "a | b `c`", "{a} & $b$ \\alpha_1"],
)  # fmt: skip
def test_a_citation_is_valid_whatever_things_are_called(name: str):
    found = citation(under(name, ann=name))
    shown = " ".join(name.split()).replace("\x07", "")
    assert found["title"] == (shown or "Unnamed benchmark")
    assert found["date-released"] == "2026-03-01"


def test_statistics_are_there_as_they_were_counted():
    statistics = {"people": {"authors": 2, "reviewers": 3}, "rounds": {"1": 4}}
    found = contents(small(statistics=statistics))["reviews.json"]
    assert found == canonical_json(statistics) + b"\n"


@pytest.mark.parametrize("name", licence.BUNDLED)
def test_common_licences_are_there_in_full(name: str):
    text = licensed(name.lower())
    assert len(text) > 1000
    assert "<year>" not in text
    assert text == licensed(name)


def test_the_mit_licence_names_year_and_holder():
    assert "Copyright (c) 2026 The Test bench authors\n" in licensed("MIT")


@pytest.mark.parametrize(
    ("name", "addresses"),
    [
        ("CC-BY-NC-4.0", ["CC-BY-NC-4.0"]),
        ("cc-by-nc-4.0", ["CC-BY-NC-4.0"]),
        ("ODC-By-1.0", ["ODC-By-1.0"]),
        ("Apache-2.0 OR MIT", ["Apache-2.0", "MIT"]),
        ("(GPL-2.0-or-later WITH Classpath-exception-2.0)",
         ["GPL-2.0-or-later", "Classpath-exception-2.0"]),
        ("LicenseRef-Ours", []),
        ("ask the authors", []),
        ("as agreed OR MIT", []),
    ],
)  # fmt: skip
def test_another_licence_is_named_with_the_place_of_its_text(name: str, addresses: list[str]):
    lines = licensed(name).splitlines()
    assert lines[0] == f"The licence of this benchmark: {name}"
    assert lines[1:] == [f"Its text: https://spdx.org/licenses/{a}.html" for a in addresses]


def test_no_licence_is_said_to_be_none():
    assert licensed(" ") == "No licence is stated for this benchmark.\n"
