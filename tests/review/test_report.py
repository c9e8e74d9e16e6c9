"""The report: doubtful tasks, load, strictness, the picture and what the terminal shows."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest

from benchmark.load import Benchmark
from review.picture import picture
from review.report import report, reviewers, tasks
from schemas.settings import ReviewPolicy
from tests.review.stories import bench, story
from tests.world import World

SVG = "{http://www.w3.org/2000/svg}"
DULL = ("reasoning", "dull")
FINE = ("reasoning", "fine")
LATIN, OTHER = 7.25, 12.0


def reviewed(*verdicts: str, task: tuple[str, str] = FINE):
    return story("submit", *verdicts, task=task)


@pytest.mark.parametrize(
    ("verdicts", "doubtful"),
    [
        ([("bob very_easy", "cem very_easy")] * 2 + [("bob", "cem")], True),
        ([("bob very_easy", "cem")] * 2 + [("bob", "cem")], True),
        ([("bob rubric", "cem"), ("bob", "cem fit"), ("bob", "cem")], True),
        ([("bob very_easy", "cem very_easy"), ("bob fit", "cem"), ("bob", "cem")], True),
        ([("bob very_easy", "cem very_easy"), ("bob", "cem")], False),
        ([("bob hard", "cem hard")] * 4, False),
        ([("bob very_easy", "cem very_easy")], False),
        ([("bob very_easy",), ("bob very_easy",), ("bob very_easy",)], False),
    ],
    ids=["very easy", "half find it so", "flagged", "one and the other", "half of them", "hard",
         "one is too few", "rounds still open"],
)  # fmt: skip
def test_a_task_is_doubtful_when_most_of_it_is_very_easy_or_flagged(verdicts, doubtful):
    (found,) = tasks(bench(*(reviewed(*pair, task=DULL) for pair in verdicts)))
    assert found.is_doubtful is doubtful


def test_a_task_is_named_retired_and_brought_back(world: World):
    for _ in range(2):
        name = world.submitted()
        for by in ("bob", "cem"):
            world("review", "file", name, "--task-fit", "good", "--difficulty", "very_easy",
                  "--reference", "good", "--rubric", "good", by=by)  # fmt: skip
    said = world("review", "report").out
    assert "reasoning/tables  2 of 2 very easy" in said
    world("task", "retire", "reasoning/tables", "--reason", "unchallenging", by="kit")
    assert {x.status for x in map(world.standing, ("reasoning_tables_0",))} == {"withdrawn"}
    assert "Tasks to look at" not in world("review", "report").out
    entry = world("review", "report", "--json").json["tasks"][0]
    assert (entry["doubtful"], entry["retired"]) == (True, True)
    world("task", "restore", "reasoning/tables", by="kit")
    assert world.standing("reasoning_tables_0").status == "accepted"


# -- who has done what ----------------------------------------------------------------------


def busy() -> Benchmark:
    return bench(
        reviewed("bob rubric", "cem"), reviewed("bob", "cem"), reviewed("bob", "dee"),
        story("submit", "ask eva", "bob fit"),
    )  # fmt: skip


def test_load_is_told_without_names_and_ones_own_is_marked():
    found = reviewers(busy(), "cem")
    assert [(e["reviewer"], e["you"], e["filed"], e["waiting"]) for e in found] == [
        ("1", False, 4, 0), ("2", True, 2, 0), ("3", False, 1, 0), ("4", False, 0, 1),
    ]  # fmt: skip
    assert "bob" not in json.dumps(report(busy(), "cem"))


def test_only_oneself_is_told_how_strict_one_is_and_nothing_of_an_open_round():
    mine = {e["reviewer"]: e for e in reviewers(busy(), "bob")}
    assert (mine["1"]["closed"], mine["1"]["flagged"]) == (3, 1)
    assert "flagged" not in mine["2"]
    assert not any("flagged" in entry for entry in reviewers(busy()))


def test_the_benchmark_can_switch_names_and_strictness_on():
    open_policy = ReviewPolicy(show_reviewers=True, show_strictness=True)
    benchmark = busy()
    benchmark = replace(
        benchmark, settings=benchmark.settings.model_copy(update={"review": open_policy})
    )
    found = {e["reviewer"]: e for e in reviewers(benchmark)}
    assert found["bob"]["flagged"] == 1
    assert found["dee"]["closed"] == 1


def test_the_load_is_the_same_whatever_an_open_round_says():
    one = bench(story("submit", "bob fit"), story("submit", "cem"))
    other = bench(story("submit", "bob"), story("submit", "cem rubric"))
    assert report(one) == report(other)


# -- shown ----------------------------------------------------------------------------------


def sizes() -> list[Benchmark]:
    long_names = [
        story("submit", "bob fit", "cem", task=(f"capability_of_some_length_{n}", "t" * 30),
              language=f"zh-Hant-x-{'語' * n}", origin=("human", "augmented", "imported")[n % 3])
        for n in range(12)
    ]  # fmt: skip
    many = [reviewed("bob very_easy", "cem rubric")] * 1200
    return [bench(), bench(story("submit")), busy(), bench(*long_names), bench(*many)]


@pytest.mark.parametrize("number", range(5))
def test_nothing_in_the_picture_is_cut_off_and_no_text_runs_into_another(number):
    benchmark = sizes()[number]
    root = ET.fromstring(picture(report(benchmark), "A benchmark with a name of its own"))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    lines: dict[str, list[tuple[float, float]]] = {}
    for text in root.iter(f"{SVG}text"):
        size = sum(LATIN if ord(c) < 0x250 else OTHER for c in text.text or "")
        x = float(text.attrib["x"])
        left = x - size if text.get("text-anchor") == "end" else x
        assert left >= 4, text.text
        assert left + size <= width - 4, text.text
        assert 12 <= float(text.attrib["y"]) <= height - 4
        lines.setdefault(text.attrib["y"], []).append((left, left + size))
    for spans in lines.values():
        assert all(start >= end for (_, end), (start, _) in pairwise(sorted(spans)))
    for box in root.iter(f"{SVG}rect"):
        assert float(box.attrib["x"]) + float(box.attrib["width"]) <= width


def test_the_bars_are_as_long_as_their_numbers_say():
    pairs = [("bob", "cem")] * 6 + [("bob fit", "cem")] * 3 + [("bob fit", "cem fit")]
    root = ET.fromstring(picture(report(bench(*(reviewed(*pair) for pair in pairs))), "B"))
    boxes = [box for box in root.iter(f"{SVG}rect") if box.get("height") == "16.0"]
    first = [float(box.attrib["width"]) for box in boxes[:3]]
    assert [round(10 * part / sum(first)) for part in first] == [6, 3, 1]
    assert "6 · 3 · 1" in [text.text for text in root.iter(f"{SVG}text")]


def test_the_picture_says_itself_in_words():
    root = ET.fromstring(picture(report(busy()), "B"))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert "3 instances with two reviews" in title.text
    assert "scoring rubric: 2 both good, 1 they differ, 0 both bad" in title.text


@pytest.fixture
def told(world: World) -> World:
    """A benchmark with one disagreement and one round that is open."""
    name = world.submitted()
    world.review(name, "bob", "rubric")
    world.review(name, "cem")
    world.review(world.submitted(), "bob", "fit")
    return world


def test_the_terminal_shows_the_figure_and_says_why_figures_are_missing(told):
    said = told("review", "report", by="cem").out
    assert "Two blind reviews of 1 instance " in said
    assert re.search(r"scoring rubric +░{40} +0 · 1 · 0", said)
    assert "not defined, because only one instance has two ratings" in said
    assert "nan" not in said.lower()
    assert re.search(r"2 \(you\) +1 filed +0 waiting +0 of 1 flag something", said)


def test_without_reviews_it_says_so(world):
    assert "No instance has two reviews" in world("review", "report").out


def test_json_and_picture_come_together(told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = told("review", "report", "--json", "--svg", "here/report.svg")
    assert {"figure", "agreement", "by", "tasks", "reviewers", "single_reader"} <= set(result.json)
    assert (tmp_path / "here" / "report.svg").read_text().startswith("<svg")
    assert "here/report.svg" in result.err


def test_only_the_readers_of_git_need_an_identity(told):
    assert told("review", "report", by="nobody").out
