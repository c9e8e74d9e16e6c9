"""The main job on the published data: import, adopt, thirty real rounds, repair, release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmark.release.verify import verify
from schemas.checks import faults
from schemas.instance import Instance, ScoreRubric
from tests.review.test_three_copies import Share, by_plain_git, by_sync, clones_of
from tests.world import BIGGEN, BIGGEN_IS_WHOLE, World, begin

SOURCE = BIGGEN / "sample_responses.json"
REVIEWERS = ("bob", "cem", "dee")


def repaired(text: str) -> str:
    """What an editor would do with eaten LaTeX and foreign line ends."""
    for eaten, written in (
        ("\x0c", r"\f"), ("\x08inom", r"\binom"), ("\x08", "\n"), ("\times", r"\times"),
        ("\r\n", "\n"),
    ):  # fmt: skip
        text = text.replace(eaten, written)
    return text


def repair(world: World, name: str) -> None:
    instance = world.find(name).instance
    rubric = {k: repaired(v) for k, v in instance.score_rubric.model_dump().items()}
    world.edit(
        name,
        input=repaired(instance.input),
        reference_answer=repaired(instance.reference_answer),
        score_rubric=ScoreRubric(**rubric),
    )


@pytest.fixture
def imported(tmp_path: Path) -> World:
    world = begin(tmp_path / "bench")
    world("import", "biggen", SOURCE, "--author", "ann@example.org",
          "--tasks", BIGGEN / "tasks.json")  # fmt: skip
    return world


def for_review(sound: list[str]) -> list[str]:
    """Thirty, spread over the whole data; of the part that ships with the tests what there is."""
    rounds = min(30, len(sound) // 5 * 5)
    return sound[:: max(1, len(sound) // rounds)][:rounds]


def is_damaged(instance: Instance) -> bool:
    return any(fault.severity == "error" for fault in faults(instance))


def test_import_adopt_review_repair_release_verify(imported: World, tmp_path: Path):
    world = imported
    source = json.loads(SOURCE.read_text(encoding="utf-8"))
    loaded = world.load().instances
    assert len(loaded) == len(source)
    assert len(loaded) == 765 or not BIGGEN_IS_WHOLE
    damaged = [x.name for x in loaded if is_damaged(x.instance)]
    sound = [x.name for x in loaded if not is_damaged(x.instance)]
    chosen = for_review(sound)
    rounds = len(chosen)

    world("submit", *chosen)
    world("adopt", "--all", "--reason", "published", "--source", "arXiv:2406.05761", by="kit")
    counts = world("status", "--json").json["by_status"]
    assert counts == {"accepted": len(source) - rounds, "in_review": rounds}

    for place, name in enumerate(chosen):
        first, second = REVIEWERS[place % 3], REVIEWERS[(place + 1) % 3]
        flags = {0: ("rubric", "fit"), 1: ("rubric", None), 2: ("reference", None)}
        one, other = flags.get(place % 5, (None, None))
        world.review(name, first, *filter(None, [one]))
        world.review(name, second, *filter(None, [other]))
    counts = world("status", "--json").json["by_status"]
    assert counts == {
        "accepted": len(source) - rounds // 5 * 3,
        "eliminated": rounds // 5,
        "revise": rounds // 5 * 2,
    }

    for place, name in enumerate(chosen):
        if place % 5 == 1:
            rubric = world.find(name).instance.score_rubric
            world.edit(name, score_rubric=rubric.model_copy(
                update={"score3_description": "Half of it is there."}))  # fmt: skip
            world("submit", name)
            world.review(name, REVIEWERS[place % 3])
        if place % 5 == 2:
            world("submit", name, "--answer", "reference=disagree:it is right, see the source")
            world.review(name, REVIEWERS[place % 3], "reference")
    assert world("status", "--json").json["by_status"]["revise"] == rounds // 5

    blocked = world("release", "build", "1.0.0", "--dry-run", "--json", by="kit", code=1).json
    in_the_way = {entry["id"] for entry in blocked["in_the_way"]}
    assert in_the_way == {*damaged, *chosen[2::5]}
    refused = world("release", "build", "1.0.0", by="kit", code=1)
    assert "in the way" in refused.err
    assert world.git("tag") == ""

    for name in damaged:
        repair(world, name)
    world("adopt", *damaged, "--reason", "line ends and LaTeX put right", by="kit")
    world("withdraw", *chosen[2::5], "--reason", "the flag stands")
    out = tmp_path / "release"
    world("release", "build", "1.0.0", "--out", out, by="kit")

    found = verify(out)
    assert found.problems == ()
    released = [entry.id for entry in found.manifest.instances]
    gone = {*chosen[0::5], *chosen[2::5]}
    assert set(released) == set(source) - gone
    assert released == [x.name for x in world.load().instances if x.name in set(released)]
    assert {entry.id: entry.status for entry in found.manifest.left_out} == {
        **dict.fromkeys(chosen[0::5], "eliminated"),
        **dict.fromkeys(chosen[2::5], "withdrawn"),
    }
    rows = [
        json.loads(line)
        for file in sorted(out.glob("data/*.jsonl"))
        for line in file.read_bytes().split(b"\n")
        if line
    ]
    untouched = set(released) - set(damaged) - set(chosen[1::5])
    for row in rows:
        if row["id"] in untouched:
            assert {key: row[key] for key in list(source[row["id"]])[:8]} == {
                key: value
                for key, value in source[row["id"]].items()
                if key not in ("response", "response_model_name")
            }
    assert world.git("tag").split() == ["v1.0.0"]
    assert world("release", "verify", out).out.rstrip().endswith(found.digest)


@pytest.mark.parametrize("share", [by_sync, by_plain_git])
def test_the_rounds_on_copies_that_only_meet_in_a_bare_repository(
    imported: World, tmp_path: Path, share: Share
):
    chosen = for_review([x.name for x in imported.load().instances if not is_damaged(x.instance)])
    copies = clones_of(imported, tmp_path)
    ann = copies["ann"]
    ann("submit", *chosen)
    share(copies, "ann")
    share(copies, "kit")
    copies["kit"]("adopt", "--all", "--reason", "published", by="kit")
    for person in ("kit", *REVIEWERS):
        share(copies, person)

    # A fifth is flagged by both, two fifths by one; nobody has seen the other's verdict.
    for place, name in enumerate(chosen):
        one, other = {0: ("fit", "rubric"), 1: ("rubric", ""), 2: ("reference", "")}.get(
            place % 5, ("", "")
        )
        for step, flag in ((0, one), (1, other)):
            person = REVIEWERS[(place + step) % 3]
            copies[person].review(name, person, *filter(None, [flag]))
    for person in (*REVIEWERS, "ann"):
        share(copies, person)
    fifth = len(chosen) // 5
    adopted = len(imported.load().instances) - len(chosen)
    expected = {"accepted": adopted + 2 * fifth, "eliminated": fifth, "revise": 2 * fifth}
    assert ann("status", "--json").json["by_status"] == expected

    for place, name in enumerate(chosen):
        if place % 5 == 1:
            rubric = ann.find(name).instance.score_rubric
            better = rubric.model_copy(update={"score3_description": "Half of it is there."})
            ann.edit(name, score_rubric=better)
            ann("submit", name)
    for person in ("ann", *REVIEWERS):
        share(copies, person)
    for place, name in enumerate(chosen):
        if place % 5 == 1:
            person = REVIEWERS[place % 3]
            assert [need.who for need in copies[person].standing(name).needs] == [(person,)]
            copies[person].review(name, person)

    for person in (*copies, *copies):
        share(copies, person)
    expected = {"accepted": adopted + 3 * fifth, "eliminated": fifth, "revise": fifth}
    for person, copy in copies.items():
        assert copy("status", "--json", by=person).json["by_status"] == expected
        assert copy.git("status", "--porcelain") == ""
    filed = sum(len(list(ann.root.glob(f"tasks/*/*/reviews/{n}/*-review-*"))) for n in chosen)
    assert filed == 2 * len(chosen) + fifth
