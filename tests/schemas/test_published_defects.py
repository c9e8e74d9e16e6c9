"""`curate validate` on the published data finds its damage, and nothing else, as errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.world import BIGGEN, World, begin

KNOWN = json.loads((BIGGEN / "known_defects.json").read_text(encoding="utf-8"))
CERTAIN = [d for d in KNOWN if re.match(r"CTRL_|TAB_LATEX|NL_LATEX|CR_LATEX|EOL_", d["code"])]


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What is found in all published instances, freshly imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        world: World = begin(tmp_path_factory.mktemp("published") / "bench")
        world("import", "biggen", BIGGEN / "sample_responses.json")
        result = world("validate", "--json", code=1).json
    for finding in result["findings"]:
        finding["text"] = (world.root / finding["file"]).read_text(encoding="utf-8").split("\n")
    return list(result["findings"])


def test_every_certain_defect_is_found_at_its_field(findings):
    assert CERTAIN
    found = {(f["id"], f["field"], f["code"]) for f in findings if f["severity"] == "error"}
    assert {(d["id"], d["field"], d["code"]) for d in CERTAIN} <= found


def test_every_known_gap_is_an_info_under_its_id(findings):
    infos = {f["id"] for f in findings if (f["code"], f["severity"]) == ("ID_GAP", "info")}
    assert {d["id"] for d in KNOWN if d["code"] == "ID_GAP"} <= infos


def test_every_error_is_really_there(findings):
    """Each error names characters that the published text has, and no other code occurs."""
    source = json.loads((BIGGEN / "sample_responses.json").read_text(encoding="utf-8"))
    signs = {
        "CTRL_FF_LATEX": "\f", "CTRL_BS_LATEX": "\b", "TAB_LATEX": "\times", "CTRL_CHAR": "\b",
        "EOL_CRLF": "\r\n", "EOL_MIXED": "\r\n",
    }  # fmt: skip
    for finding in findings:
        if finding["severity"] == "info":
            continue
        assert finding["severity"] == "error"
        record = source[finding["id"]]
        fields = {**record, **{f"rubric.{k}": v for k, v in record["score_rubric"].items()}}
        assert signs[finding["code"]] in fields[finding["field"]]


def test_counts_agree_with_those_known(findings):
    messages = {(f["id"], f["field"], f["code"]): f["message"] for f in findings}
    for defect in CERTAIN:
        counts = re.findall(r"\d+(?= [xC]|$)", str(defect["detail"]))
        message = messages[defect["id"], defect["field"], defect["code"]]
        assert counts[0] in re.findall(r"\d+", message), (defect, message)


def test_eaten_latex_is_named_with_its_place_in_the_file(findings):
    eaten = [f for f in findings if f["code"].endswith("_LATEX")]
    assert eaten
    for finding in eaten:
        place = re.search(r"\(line (\d+), column (\d+)\)$", finding["message"])
        command = re.search(r": (\\\w+) lost", finding["message"])
        assert place
        assert command
        line, column = int(place[1]), int(place[2])
        assert finding["line"] == line
        there = finding["text"][line - 1][column - 1 :]
        assert there.startswith((command[1], "\t" + command[1][2:]))


def test_files_are_named_from_the_root(findings):
    assert all(not Path(f["file"]).is_absolute() for f in findings)
