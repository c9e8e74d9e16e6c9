"""The dataset card: what it says, and that nothing in it can be taken for markup."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from ruamel.yaml import YAML

from benchmark.load import Benchmark
from benchmark.release import markdown, plain_yaml
from benchmark.release.data import COLUMNS
from benchmark.release.limits import known_limits
from schemas.cards import CapabilityCard, TaskCard
from schemas.fields import RUBRIC_FIELDS
from schemas.instance import Provenance, Source
from schemas.manifest import LeftOut
from schemas.settings import Settings
from tests.benchmark.release_facts import (
    ADOPTED,
    REVIEWED,
    TASK,
    an_instance,
    card_of,
    facts_of,
    front_of,
    loaded,
    published,
    small,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
TRICKY = TEXT | st.text(st.sampled_from("\\`*_[]()<>&#|~$^-+=!.1 \n\t:'\"{}"), max_size=20)
RENDER = MarkdownIt("commonmark").enable("table")


def shown(source: str) -> list[str]:
    """What a reader sees of the inline parts of Markdown; fails where there is markup in one."""
    found = []
    for token in RENDER.parse(source):
        if token.type == "inline":
            kinds = {child.type for child in token.children or []}
            assert kinds <= {"text", "text_special"}, (source, kinds)
            found.append("".join(child.content for child in token.children or []))
    return found


def benchmark(**changes: Any) -> Benchmark:
    return replace(Benchmark(Settings(name="Test bench", canary="c0ffee")), **changes)


def task_card(**changes: Any) -> Benchmark:
    return benchmark(tasks={TASK: TaskCard(**changes)})


def cells(card: str, start: str) -> list[list[str]]:
    """The rows of a table whose head starts so."""
    lines = card.split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith(f"| {start}")) + 2
    rows = []
    for line in lines[first:]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


# -- text of others -----------------------------------------------------------------------------


@given(TRICKY)
def test_text_is_shown_as_it_is_and_never_obeyed(value: str):
    wanted = markdown.one_line(value)
    escaped = markdown.text(value)
    expected = [wanted] if wanted else []
    assert shown(f"# A{escaped} 1.0.0") == [f"A{wanted} 1.0.0"]
    assert shown(escaped) == expected
    assert shown(f"- {escaped}\n- second") == [*expected, "second"]


@given(st.lists(TRICKY, min_size=2, max_size=3))
def test_a_table_keeps_its_cells(values: list[str]):
    lines = markdown.table(["head"] * len(values), [[markdown.text(value) for value in values]])
    assert shown("\n".join(lines)) == [
        *["head"] * len(values),
        *(markdown.one_line(value) for value in values),
    ]


@given(TRICKY)
def test_code_is_shown_as_it_is(value: str):
    wanted = markdown.one_line(value)
    found = [
        child for token in RENDER.parse(markdown.code(value)) for child in token.children or []
    ]
    assert [(child.type, child.content) for child in found] == (
        [("code_inline", wanted)] if wanted else []
    )


@pytest.mark.parametrize(
    ("value", "is_link"),
    [
        ("https://example.org/a_b?c=d#e", True),
        ("http://example.org", True),
        ("javascript:alert(1)", False),
        ("https://example.org/<script>", False),
        ("https://example.org/a|b", False),
        ("see https://example.org", False),
    ],
)
def test_only_an_address_becomes_a_link(value: str, is_link: bool):
    assert (markdown.link(value) == f"<{value}>") is is_link


@given(
    st.recursive(
        TEXT | st.integers() | st.booleans() | st.sampled_from(["no", "1e3", "0o7", "~", "x: y"]),
        lambda inner: st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "on_top", "x-y"]), inner, max_size=3),
        max_leaves=8,
    )
)  # fmt: skip
@settings(max_examples=150)
def test_front_matter_means_the_same_to_every_reader(value: Any):
    fields = {"first": value, "last": "end"}
    written = plain_yaml.dump(fields)
    assert yaml.safe_load(written) == fields
    assert YAML(typ="safe", pure=True).load(written) == fields


EVIL = 'A | B\n# C <script>alert("x")</script> `d` *e* [f](g) $h$ ---\n---\n'


def test_a_name_full_of_markup_stays_a_name():
    facts = facts_of(
        [loaded(TASK, 0, an_instance(language=EVIL, sources=[Source(ref=EVIL, licence=EVIL)]))],
        benchmark=benchmark(
            settings=Settings(name=EVIL, canary=EVIL, licence=EVIL),
            capabilities={TASK[0]: CapabilityCard(description=EVIL)},
            tasks={TASK: TaskCard(description=EVIL, content_warnings=[EVIL])},
        ),
    )
    card = card_of(facts)
    name = " ".join(EVIL.split())
    assert front_of(facts)["pretty_name"] == name
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(
        card.split("---\n", 2)[2]
    )  # fmt: skip
    assert "<script" not in html.replace("&lt;script", "")
    assert html.count("<h1>") == 1
    assert "<em>" not in html
    assert 'href="g"' not in html
    assert html.count("<h2>") == 7


# -- the head -----------------------------------------------------------------------------------


def test_the_head_says_what_hubs_ask_for():
    front = front_of(published())
    assert front["license"] == "apache-2.0"
    assert front["language"] == ["en"]
    assert front["size_categories"] == ["n<1K"]
    assert front["task_categories"] == ["text-generation"]
    assert front["pretty_name"] == "BiGGen Bench"
    assert "extra_gated_prompt" not in front
    names = [config["config_name"] for config in front["configs"]]
    assert names[0] == "all"
    assert names[1:] == list(dict.fromkeys(row.capability for row in published().rows))
    assert [info["config_name"] for info in front["dataset_info"]] == names


def test_each_config_says_how_many_examples_it_has():
    facts = facts_of(
        [loaded((name, "t"), n, an_instance(n)) for name, n in (("a", 0), ("a", 1), ("b", 0))]
    )
    found = {
        info["config_name"]: (info["splits"][0]["name"], info["splits"][0]["num_examples"])
        for info in front_of(facts)["dataset_info"]
    }
    assert found == {"all": ("test", 3), "a": ("test", 2), "b": ("test", 1)}


def test_every_column_has_its_type():
    features = front_of(small())["dataset_info"][0]["features"]
    assert [feature["name"] for feature in features] == [column.name for column in COLUMNS]
    by_name = {feature["name"]: feature for feature in features}
    assert by_name["difficulty"]["list"] == "string"
    assert by_name["instance_idx"]["dtype"] == "int64"
    assert [level["name"] for level in by_name["score_rubric"]["struct"]] == list(RUBRIC_FIELDS)


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("MIT", {"license": "mit"}),
        ("cc-by-sa-4.0", {"license": "cc-by-sa-4.0"}),
        ("ODC-By-1.0", {"license": "other", "license_name": "ODC-By-1.0",
                        "license_link": "LICENSE"}),
        ("", {"license": "other", "license_name": "not stated", "license_link": "LICENSE"}),
    ],
)  # fmt: skip
def test_the_licence_as_hubs_call_it(licence: str, expected: dict):
    front = front_of(small(benchmark=benchmark(settings=Settings(name="x", licence=licence))))
    assert {key: front[key] for key in front if key.startswith("license")} == expected


def test_norwegian_is_a_language():
    instances = [an_instance(n, language=tag) for n, tag in enumerate(("no", "zh-Hant", "zh-Hans"))]
    front = front_of(small(*instances))
    assert sorted(front["language"]) == ["no", "zh"]
    assert sorted(front["language_bcp47"]) == ["no", "zh-Hans", "zh-Hant"]


def test_tasks_with_warnings_gate_the_data_and_are_named():
    facts = small(benchmark=task_card(content_warnings=["violence", "slurs"]))
    front = front_of(facts)
    assert "violence, slurs" in front["extra_gated_prompt"]
    assert list(front["extra_gated_fields"].values()) == ["checkbox"]
    assert "not-for-all-audiences" in front["tags"]
    assert "> - `reasoning/tables`: violence, slurs\n" in card_of(facts)


def test_warnings_of_tasks_that_are_not_in_the_release_gate_nothing():
    other = benchmark(tasks={("safety", "x"): TaskCard(content_warnings=["violence"])})
    assert "violence" not in card_of(small(benchmark=other))


# -- what it says -------------------------------------------------------------------------------


def test_composition_is_counted():
    human, model = Provenance(), Provenance(origin="augmented", model="gpt-x")
    instances = [
        an_instance(n, language="de" if n == 3 else "en", provenance=model if n > 1 else human)
        for n in range(4)
    ]
    card = card_of(small(*instances, outcomes=[REVIEWED, REVIEWED, REVIEWED, ADOPTED]))
    assert cells(card, "Capability") == [["`reasoning`", "", "1", "4", "2", "2"]]
    assert cells(card, "Origin") == [["`human`", "2"], ["`augmented`", "2"]]
    assert cells(card, "Language") == [["`en`", "3"], ["`de`", "1"]]
    assert cells(card, "Basis") == [["`reviewed`", "3"], ["`adopted`", "1"]]
    assert cells(card, "Difficulty") == [["`easy`", "3"], ["`hard`", "3"]]
    assert "2 instances were written by a model (gpt-x)" in card


def test_how_it_was_made_shows_what_is_known():
    agreement = {
        "task_fit": {"n": 9, "raw": 1.0, "alpha": None, "ac": 1.0, "ci": {"raw": [0.9, 1.0]},
                     "note": "alpha: not defined, because all say the same"},
        "difficulty": {"n": 9, "raw": 0.5, "alpha": -0.001, "ac": 0.25},
        "overall": {"n": 0, "raw": None, "alpha": None, "ac": None},
    }  # fmt: skip
    card = card_of(
        small(
            statistics={
                "people": {"authors": 4, "reviewers": 3}, "reviewed": 9, "eliminated": 2,
                "revised": 3, "rounds": {"1": 6, "2": 3}, "agreement": agreement,
            },
            benchmark=benchmark(tasks={
                TASK: TaskCard(), ("reasoning", "gone"): TaskCard(status="retired"),
            }),
        )
    )  # fmt: skip
    numbers = dict(cells(card, " |"))
    assert numbers["People who wrote"] == "4"
    assert numbers["Instances eliminated"] == "2"
    assert numbers["… accepted or eliminated in round 2"] == "3"
    assert numbers["Tasks dropped"] == "1"
    assert cells(card, "Question") == [
        ["Does it fit task and capability?", "9", "1.00 (0.90 to 1.00)", "not defined", "1.00"],
        ["How difficult is it?", "9", "0.50", "0.00", "0.25"],
    ]
    assert "alpha: not defined, because all say the same." in card


def test_without_statistics_there_is_no_empty_table():
    card = card_of(small())
    assert "Krippendorff" not in card
    assert "People who" not in card
    assert "| Instances eliminated | 0 |" in card


def test_sources_are_listed_once_with_their_licence():
    source = Source(ref="https://example.org/tables", licence="CC-BY-4.0", use="adapted")
    instances = [an_instance(n, sources=[source]) for n in range(3)]
    card = card_of(small(*instances, benchmark=task_card(sources=[Source(ref="A | talk")])))
    assert cells(card, "Source") == [
        ["A \\| talk", "not stated", "inspired", "0", "`reasoning/tables`"],
        ["<https://example.org/tables>", "CC-BY-4.0", "adapted", "3", ""],
    ]


def test_many_tasks_are_folded_away():
    many = [loaded(("reasoning", f"task{n}"), 0, an_instance(n)) for n in range(77)]
    assert "<summary>All 77 tasks</summary>" in card_of(facts_of(many))
    assert "<details>" not in card_of(small())


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (small(outcomes=[ADOPTED]), "The only instance was adopted"),
        (small(outcomes=[ADOPTED]), "Nothing is recorded about how difficult"),
        (small(an_instance(), an_instance(1), outcomes=[ADOPTED, REVIEWED]),
         "Nothing is recorded about the difficulty of 1 instance."),
        (small(), "No model was run to measure it"),
        (small(), "All texts are in one language (en)"),
        (small(), "A task has 1 instance: a score"),
        (small(an_instance(language="de")), "The rubric of 1 instance is in another language"),
        (small(an_instance(), an_instance(1, language="de")), "language: de (1), en (1)."),
        (small(an_instance(provenance=Provenance(origin="augmented", model="m-1"))), "(m-1)"),
        (small(an_instance(provenance=Provenance(origin="imported"))), "brought in from elsewhere"),
        (small(an_instance(input="a\r\nb")), "1 instance holds carriage returns"),
        (small(left_out=(LeftOut(id="x", status="in_review", why="waits"),)), "in the way of each"),
        (small(statistics={"single_reader": 2}), "The final text of 2 accepted instances"),
        (small(statistics={"agreement": {"overall": {"n": 3}}}), "rests on 3 instances"),
        (small(statistics={"agreement": {"overall": {"n": 0}}}), "is not known"),
    ],
)  # fmt: skip
def test_limits_are_said(facts: Any, said: str):
    assert any(said in limit for limit in known_limits(facts))


def test_limits_that_do_not_hold_are_not_said():
    limits = "\n".join(known_limits(small()))
    for word in ("adopted", "written by a model", "elsewhere", "in the way", "rests on"):
        assert word not in limits
