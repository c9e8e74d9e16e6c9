"""A text that was taken over needs the licence it stands under."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.instance import Source
from tests.world import TASK, World

UNLICENSED = Source(ref="https://example.org/tables", use="adapted")


def findings(world: World) -> list[tuple[str, str, int, str, str]]:
    return [
        (f["id"], f["file"], f["line"], f["field"], f["severity"])
        for f in world("validate", "--json", code=None).json["findings"]
        if f["code"] == "SOURCE_LICENCE"
    ]


@pytest.mark.parametrize("use", ["adapted", "verbatim"])
def test_an_instance_with_unlicensed_text_is_not_submitted(world: World, use: str):
    name = world.draft()
    source = Source(ref="A book", use=use)
    world.edit(name, sources=[Source(ref="Another", licence="MIT", use="verbatim"), source])
    found = findings(world)
    assert [(f[0], f[3], f[4]) for f in found] == [(name, "sources.1.use", "info")]
    line = (world.root / found[0][1]).read_text(encoding="utf-8").split("\n")[found[0][2] - 1]
    assert line.strip() == f"use: {use}"
    refused = world("submit", name, code=1)
    assert "A book" in refused.err
    assert "licence" in refused.err
    world.edit(name, sources=[source.model_copy(update={"licence": "CC-BY-4.0"})])
    world("submit", name)


def test_blanks_are_no_licence(world: World):
    name = world.draft()
    world.edit(name, sources=[UNLICENSED.model_copy(update={"licence": "  "})])
    assert [f[0] for f in findings(world)] == [name]


def test_what_only_inspired_needs_no_licence(world: World):
    world.edit(world.draft(), sources=[Source(ref="A talk")])
    assert findings(world) == []


def with_source(world: World) -> Path:
    card = world.root / f"tasks/{TASK}/task.yaml"
    text = card.read_text(encoding="utf-8").rstrip("\n")
    card.write_text(
        text + "\nsources:\n- ref: https://example.org/tables\n  use: verbatim\n", encoding="utf-8"
    )
    world.git("-c", "user.name=K", "-c", "user.email=kit@example.org", "commit", "-qam", "Source")
    return card


def test_a_card_with_unlicensed_text_is_an_error_and_stops_a_release(world: World):
    card = with_source(world)
    name = world.submitted()
    world("recall", name, "--reason", "x", by="kit")
    world("adopt", name, "--reason", "published before", by="kit")
    line = card.read_text(encoding="utf-8").split("\n").index("  use: verbatim") + 1
    assert findings(world) == [("", f"tasks/{TASK}/task.yaml", line, "sources.0.use", "error")]
    plan = world("release", "build", "1.0.0", "--dry-run", "--json", code=1).json
    assert [(o["file"], o["line"]) for o in plan["in_the_way"]] == [
        (f"tasks/{TASK}/task.yaml", line)
    ]


def test_a_retired_task_stops_nothing(world: World):
    with_source(world)
    world("task", "retire", TASK, "--reason", "not challenging", by="kit")
    assert findings(world) == []


@pytest.mark.parametrize("name", ["all", "default"])
def test_a_capability_has_no_name_that_loaders_use(world: World, name: str):
    refused = world("task", "add", f"{name}/tables", by="kit", code=1)
    assert f"'{name}'" in refused.err
    folder = world.root / f"tasks/{name}/tables"
    folder.mkdir(parents=True)
    (folder / "task.yaml").write_text("description: By hand\n", encoding="utf-8")
    codes = [f["code"] for f in world("validate", "--json", code=1).json["findings"]]
    assert "CAPABILITY_RESERVED" in codes
