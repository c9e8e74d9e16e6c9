"""Life after a release: differences, corrections, errata, withdrawal, and starting from one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from benchmark.release.verify import verify
from schemas.instance import ScoreRubric
from tests.world import World, git, run


def accept(world: World, name: str) -> None:
    for need in world.standing(name).needs:
        reviewer = need.who[0] if need.named else ""
        able = [p for p in ("bob", "cem", "dee") if p in need.who]
        done = {item.review.by for item in world.standing(name).reviews}
        world.review(name, reviewer or next(p for p in able if p not in done))


@pytest.fixture
def released(world: World, tmp_path: Path) -> World:
    """Three accepted instances, released as 1.0.0 in tmp_path / "one"."""
    for _ in range(3):
        accept(world, world.submitted())
    world("release", "build", "1.0.0", "--out", tmp_path / "one", by="kit")
    return world


def correct(world: World, name: str, **changes: str) -> None:
    world.edit(name, **changes)
    world("submit", name)
    accept(world, name)


A, B, C = (f"reasoning_tables_{number}" for number in range(3))


def test_a_correction_is_a_patch_and_its_scores_do_not_compare(released: World, tmp_path: Path):
    rubric = released.find(A).instance.score_rubric
    changed = ScoreRubric(**{**rubric.model_dump(), "score4_description": "Another level four."})
    correct(released, A, score_rubric=changed)
    correct(released, B, reference_answer="Shop B, with 2 euro.  \n")
    released("release", "build", "1.0.1", "--out", tmp_path / "two", by="kit")
    found = released("release", "diff", "1.0.0", "1.0.1", "--json").json
    assert found["changed"] == [
        {"id": A, "fields": ["rubric.score4_description"], "cosmetic": False},
        {"id": B, "fields": ["reference_answer"], "cosmetic": True},
    ]
    assert (found["not_comparable"], found["step"]) == ([A], "patch")
    folders = run("release", "diff", tmp_path / "one", tmp_path / "two", "--json")
    assert json.loads(folders.out)["changed"] == found["changed"]


def test_indentation_and_white_space_inside_a_line_are_not_cosmetic(
    released: World, tmp_path: Path
):
    old = released.find(A).instance.input
    correct(released, A, input=old.replace("\nShop", "\n  Shop", 1))
    released("release", "build", "1.0.1", "--out", tmp_path / "two", by="kit")
    assert released("release", "diff", "1.0.0", "1.0.1", "--json").json["not_comparable"] == [A]


def test_added_is_minor_and_removed_is_major(released: World, tmp_path: Path):
    accept(released, released.submitted())
    released("release", "build", "1.1.0", "--out", tmp_path / "two", by="kit")
    found = released("release", "diff", "1.0.0", "1.1.0", "--json").json
    assert (found["added"], found["step"]) == (["reasoning_tables_3"], "minor")
    released("withdraw", A, "--reason", "leaked")
    released("release", "build", "2.0.0", "--out", tmp_path / "three", by="kit")
    found = released("release", "diff", "1.1.0", "2.0.0", "--json").json
    assert (found["removed"], found["step"]) == ([A], "major")
    assert released("release", "diff", "2.0.0", "2.0.0", "--json").json["step"] == "none"


def test_a_patch_of_one_id_is_not_held_up_by_other_work(released: World, tmp_path: Path):
    correct(released, A, reference_answer="Shop B; it costs 2 euro.")
    in_work = released.submitted()
    correct(released, B, reference_answer="Not to be taken yet.")
    released("release", "build", "1.0.1", "--out", tmp_path / "x", by="kit", code=1)
    patch = ("release", "build", "1.0.1", "--base", "1.0.0", "--take", A)
    released(*patch, "--out", tmp_path / "patch", by="kit")
    found = verify(tmp_path / "patch")
    assert found.problems == ()
    assert [entry.id for entry in found.manifest.instances] == [A, B, C]
    changed = released("release", "diff", "1.0.0", "1.0.1", "--json").json["changed"]
    assert [change["id"] for change in changed] == [A]
    accept(released, in_work)
    released("release", "build", "1.0.1", "--out", tmp_path / "again", by="kit")
    for file in (tmp_path / "patch").rglob("*"):
        if file.is_file():
            again = tmp_path / "again" / file.relative_to(tmp_path / "patch")
            assert again.read_bytes() == file.read_bytes()


def test_a_patch_of_a_patch(released: World, tmp_path: Path):
    correct(released, A, reference_answer="Shop B; it costs 2 euro.")
    released("release", "build", "1.0.1", "--base", "1.0.0", "--take", A,
             "--out", tmp_path / "1", by="kit")  # fmt: skip
    correct(released, C, reference_answer="Shop B. It costs 2 euro.")
    released("release", "build", "1.0.2", "--base", "1.0.1", "--take", C,
             "--out", tmp_path / "2", by="kit")  # fmt: skip
    changed = released("release", "diff", "1.0.0", "1.0.2", "--json").json["changed"]
    assert [change["id"] for change in changed] == [A, C]


def test_a_patch_of_what_is_not_accepted_is_refused(released: World, tmp_path: Path):
    released.edit(A, reference_answer="Shop B; it costs 2 euro.")
    released("submit", A)
    patch = ("release", "build", "1.0.1", "--base", "1.0.0", "--take")
    released(*patch, A, "--out", tmp_path / "x", by="kit", code=1)
    released(*patch, "reasoning_tables_9", "--out", tmp_path / "x", by="kit", code=2)
    released("release", "build", "1.0.1", "--take", A, by="kit", code=2)
    released("release", "build", "1.0.1", "--base", "0.9.0", "--take", A, by="kit", code=2)


def test_a_consistent_forgery_is_caught_by_the_tag(released: World, tmp_path: Path):
    forged_source = World(tmp_path / "forger")
    git(tmp_path, "clone", "-q", released.root, "forger")
    git(forged_source.root, "tag", "-d", "v1.0.0")
    git(forged_source.root, "-c", "user.name=x", "-c", "user.email=x@example.org",
        "rm", "-rq", "releases")  # fmt: skip
    git(forged_source.root, "-c", "user.name=x", "-c", "user.email=x@example.org",
        "commit", "-qm", "x")  # fmt: skip
    git(forged_source.root, "branch", "--unset-upstream")
    forged_source("withdraw", A, "--reason", "forged")
    forged_source("release", "build", "1.0.0", "--out", tmp_path / "forged", by="kit")
    assert run("release", "verify", tmp_path / "forged").code == 0
    for tag in ("v1.0.0", "1.0.0"):
        caught = released("release", "verify", tmp_path / "forged", "--against", tag, code=1)
        assert "froze" in caught.out
        released("release", "verify", tmp_path / "one", "--against", tag)
    released("release", "verify", tmp_path / "one", "--against", "v9.0.0", code=2)


def test_errata_stand_beside_the_frozen_bytes(released: World, tmp_path: Path):
    before = verify(tmp_path / "one").digest
    released("release", "errata", "add", "1.0.0", B, "Shop B costs 3 euro.", by="kit")
    assert "Shop B costs 3 euro." in released("release", "errata", "list", "1.0.0").out
    released("release", "build", "1.0.0", "--out", tmp_path / "again", by="kit")
    assert verify(tmp_path / "again").digest == before
    released("release", "errata", "add", "1.0.0", "nope_1", "text", by="kit", code=2)
    released("release", "errata", "add", "9.0.0", B, "text", by="kit", code=2)
    released("release", "errata", "add", "1.0.0", B, "text", by="ann", code=1)


def test_a_withdrawn_release_says_so_where_it_is_used(released: World, tmp_path: Path):
    released("release", "withdraw", "1.0.0", "--reason", "a leak was found", by="kit")
    checked = released("release", "verify", tmp_path / "one")
    assert "withdrawn: a leak was found" in checked.err
    as_json = released("release", "verify", tmp_path / "one", "--json").json
    assert as_json["withdrawn"] == "a leak was found"
    for name in ("1.0.0", str(tmp_path / "one")):
        found = released("release", "diff", name, name, "--json").json["withdrawn"]
        assert list(found.values()) == ["a leak was found"]
    out = ("export", "biggen", "--out", tmp_path / "x.json")
    assert "withdrawn: a leak was found" in released(*out, "--release", tmp_path / "one").err
    released("release", "withdraw", "1.0.0", "--reason", "again", by="kit", code=1)


def test_reopening_what_a_release_froze_makes_a_new_id(released: World, tmp_path: Path):
    said = released("reopen", A, "--reason", "too easy now", by="kit").out
    draft = said.split("; ")[1].split(" ")[0]
    assert released.standing(A).status == "accepted"
    assert released.find(draft).instance.provenance.replaces == A
    released.edit(draft, input="Which shop is dearer than the cheapest by one euro?")
    new = released("submit", draft).out.split()[-1].rstrip(".")
    released("release", "build", "2.0.0", "--dry-run", code=1)
    accept(released, new)
    released("release", "build", "2.0.0", "--out", tmp_path / "two", by="kit")
    manifest = verify(tmp_path / "two").manifest
    assert [entry.id for entry in manifest.instances] == [B, C, new]
    assert [(entry.id, entry.status) for entry in manifest.left_out] == [(A, "replaced")]


def test_a_benchmark_starts_from_a_release(released: World, tmp_path: Path):
    digest = verify(tmp_path / "one").digest
    fresh = World(tmp_path / "fresh")
    run("--as", "kit@example.org", "init", fresh.root)
    fresh("import", "release", tmp_path / "one", by="kit")
    for name in (A, B, C):
        old, new = released.find(name), fresh.find(name)
        assert (new.digest, new.instance.key) == (old.digest, old.instance.key)
        assert digest in new.instance.provenance.imported_from
        assert fresh.standing(name).basis == "adopted"
    assert fresh("import", "release", tmp_path / "one", by="kit").code == 0
    broken = tmp_path / "broken"
    shutil.copytree(tmp_path / "one", broken)
    (broken / "README.md").write_text("other")
    assert "not as it was frozen" in fresh("import", "release", broken, by="kit", code=1).err


def test_the_canary_is_found_however_it_is_broken_up(released: World, tmp_path: Path):
    canary = released.load().settings.canary
    (tmp_path / "clean.txt").write_text("nothing\nhere\n")
    (tmp_path / "leak.txt").write_text(f"a\nsome {canary.upper().replace('-', ' - ')} text\n")
    assert released("canary", tmp_path / "clean.txt").code == 0
    found = released("canary", tmp_path / "clean.txt", tmp_path / "leak.txt", code=1)
    assert f"{tmp_path / 'leak.txt'}:2:" in found.out
    assert run("canary", "--canary", canary, tmp_path / "leak.txt").code == 1
    assert run("canary", "--canary", "short", tmp_path / "leak.txt").code == 2
