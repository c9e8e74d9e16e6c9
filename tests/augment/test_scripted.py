"""The scripted model: prepared answers, played back in order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.augment.bench import TASK
from tests.augment.tables import answer, table
from tests.world import World


def script(world: World, *answers: Any) -> str:
    file = world.root / "answers.jsonl"
    lines = [json.dumps({"task": TASK, "language": "en", **one}) for one in answers]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "scripted:answers.jsonl"


def test_prepared_answers_are_played_in_order_and_it_says_so(bench: World):
    model = script(
        bench, {"answer": answer(1)}, {"answer": "I'm sorry, but I can't help with that."},
        {"answer": answer(2)[:99], "finish_reason": "length"}, {"answer": table(3)},
    )  # fmt: skip
    result = bench("augment", "--task", TASK, "--rounds", "1", "--candidates", "3",
                   "--model", model, "--json")  # fmt: skip
    (one,) = result.json["tasks"][0]["rounds"]
    assert [c["dropped"] for c in one["candidates"]] == ["", "refusal", ""]
    assert "prepared answers are played back" in result.err
    record = next(bench.root.glob("runs/*/reasoning/tables/en.yaml")).read_text(encoding="utf-8")
    assert "host: scripted" in record


def test_it_fails_when_its_answers_run_out(bench: World):
    model = script(bench, {"answer": answer(1)}, {"answer": answer(2)})
    result = bench("augment", "--task", TASK, "--rounds", "1", "--candidates", "3",
                   "--model", model, code=3)  # fmt: skip
    assert "run out: 2 were there" in result.err


def test_a_scripted_server_may_fail_too(bench: World):
    model = script(
        bench, {"answer": answer(1)}, {"status": 400, "body": "no"}, {"answer": answer(3)}
    )
    result = bench("augment", "--task", TASK, "--rounds", "1", "--candidates", "3",
                   "--model", model, "--json")  # fmt: skip
    assert list(result.json["tasks"][0]["rounds"][0]["unanswered"]) == ["1"]


def test_a_file_with_a_mistake_is_named_with_its_line(bench: World):
    model = script(bench, {"answer": answer(1)}, {"reply": "x"})
    result = bench("augment", "--task", TASK, "--model", model, code=1)
    assert "answers.jsonl:2" in result.err


def test_a_missing_file_is_named(bench: World, tmp_path: Path):
    result = bench("augment", "--task", TASK, "--model", f"scripted:{tmp_path}/none", code=1)
    assert "cannot be read" in result.err
