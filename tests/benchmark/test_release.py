"""Releases: the gate, frozen bytes, and finding what was tampered with."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest

from benchmark.release.verify import verify
from schemas.errors import CurateError
from tests.world import TASK, World, git, run


@pytest.fixture
def accepted(world: World) -> World:
    """Two accepted instances, one of them adopted, and one eliminated."""
    reviewed = world.submitted()
    world.review(reviewed, "bob")
    world.review(reviewed, "cem")
    eliminated = world.submitted()
    world.review(eliminated, "bob", "fit")
    world.review(eliminated, "cem", "rubric")
    adopted = world.submitted(by="bob")
    world("recall", adopted, "--reason", "published before", by="kit")
    world("adopt", adopted, "--reason", "published before", by="kit")
    return world


@pytest.fixture
def released(accepted: World, tmp_path: Path) -> Path:
    out = tmp_path / "out" / "release-1.0.0"
    accepted("release", "build", "1.0.0", "--out", out, by="kit")
    return out


def rows(release: Path) -> list[dict]:
    return [
        json.loads(line)
        for file in sorted(release.glob("data/*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]


def test_a_release_holds_what_was_accepted_and_names_what_was_not(released: Path):
    found = verify(released)
    assert found.problems == ()
    assert [(e.id, e.basis) for e in found.manifest.instances] == [
        ("reasoning_tables_0", "reviewed"),
        ("reasoning_tables_2", "adopted"),
    ]
    assert [(e.id, e.status) for e in found.manifest.left_out] == [
        ("reasoning_tables_1", "eliminated")
    ]


def test_rows_have_the_eight_keys_and_what_is_known_of_them(released: Path, accepted: World):
    first, second = rows(released)
    assert list(first["score_rubric"]) == sorted(first["score_rubric"])
    assert first["input"] == accepted.find("reasoning_tables_0").instance.input
    assert first["difficulty"] == ["easy", "easy"]
    assert second["difficulty"] == []
    assert first["canary"] == accepted.load().settings.canary
    assert first["canary"] not in first["input"]


def test_the_tag_carries_the_digest_and_the_manifest_names_its_source(
    released: Path, accepted: World
):
    digest = verify(released).digest
    assert digest in accepted.git("tag", "-l", "--format=%(contents)", "v1.0.0")
    recorded = (accepted.root / "releases/1.0.0/manifest.json").read_bytes()
    assert recorded == (released / "manifest.json").read_bytes()
    source = accepted.git("rev-parse", "v1.0.0^{commit}~1").strip()
    assert json.loads(recorded)["source_commit"] == source


def test_building_a_version_again_gives_the_same_bytes(
    released: Path, accepted: World, tmp_path: Path
):
    accepted("people", "add", "new@example.org", by="kit")
    accepted.submitted()
    again = tmp_path / "again"
    accepted("release", "build", "1.0.0", "--out", again, by="kit")
    for file in released.rglob("*"):
        if file.is_file():
            assert (again / file.relative_to(released)).read_bytes() == file.read_bytes()


def test_a_version_whose_manifest_was_changed_is_not_built_again(
    released: Path, accepted: World, tmp_path: Path
):
    manifest = accepted.root / "releases/1.0.0/manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"reviewed"', b'"adopted"'))
    refused = accepted("release", "build", "1.0.0", "--out", tmp_path / "x", by="kit", code=1)
    assert "never built twice" in refused.err
    assert not (tmp_path / "x").exists()


def test_what_is_not_committed_does_not_enter(accepted: World, tmp_path: Path):
    accepted.edit("reasoning_tables_0", input="Changed in the working files only.")
    accepted("release", "build", "1.0.0", "--out", tmp_path / "r", by="kit")
    assert rows(tmp_path / "r")[0]["input"].startswith("Which shop")


def test_an_open_round_is_in_the_way_unless_left_out(accepted: World, tmp_path: Path):
    name = accepted.submitted()
    plan = accepted("release", "build", "1.0.0", "--dry-run", "--json", code=1).json
    assert [entry["id"] for entry in plan["in_the_way"]] == [name]
    accepted("release", "build", "1.0.0", "--leave-out-open", "--out", tmp_path / "r", by="kit")
    left = {e.id: (e.status, e.why) for e in verify(tmp_path / "r").manifest.left_out}
    assert left[name] == ("in_review", "in_review: waits for reviews")
    again = tmp_path / "again"
    accepted("release", "build", "1.0.0", "--out", again, by="kit")
    assert (again / "manifest.json").read_bytes() == (tmp_path / "r/manifest.json").read_bytes()


def test_drafts_neither_block_nor_enter(accepted: World, tmp_path: Path):
    accepted.draft()
    accepted("sync")
    accepted("release", "build", "1.0.0", "--out", tmp_path / "r", by="kit")
    assert len(rows(tmp_path / "r")) == 2


def test_an_error_in_an_accepted_instance_is_in_the_way(world: World):
    name = world.submitted()
    world.edit(name, input="Line one.\r\nLine two.\r\n")
    world("recall", name, "--reason", "x", by="kit")
    world("adopt", name, "--reason", "as it was published", by="kit")
    plan = world("release", "build", "1.0.0", "--dry-run", "--json", code=1).json
    assert [entry["message"] for entry in plan["in_the_way"]] == [
        "input: line ends: 2 CRLF; only LF is expected"
    ]


def test_what_two_tasks_have_in_common_is_in_the_way_though_tasks_are_read_apart(
    accepted: World, tmp_path: Path
):
    accepted("task", "add", "reasoning/maps")
    source = accepted.root / accepted.find("reasoning_tables_0").path
    copy = accepted.root / "tasks/reasoning/maps/instances/reasoning_maps_0.yaml"
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, copy)
    accepted.git("add", "-A")
    accepted.git("-c", "user.name=K", "-c", "user.email=kit@example.org", "commit", "-qm", "Copy")
    accepted("adopt", "reasoning_maps_0", "--reason", "published before", by="kit")
    plan = accepted("release", "build", "1.0.0", "--dry-run", "--json", code=1).json
    assert ["has the key" in entry["message"] for entry in plan["in_the_way"]] == [True]
    findings = accepted("validate", "--json", code=1).json["findings"]
    errors = {f["id"] for f in findings if f["severity"] == "error"}
    assert {entry["id"] for entry in plan["in_the_way"]} == errors


def test_only_what_the_shared_copy_has_is_released(accepted: World, tmp_path: Path):
    git(tmp_path, "init", "-q", "--bare", "shared.git")
    accepted.git("remote", "add", "origin", tmp_path / "shared.git")
    accepted("sync", by="kit")
    late = accepted.submitted()
    accepted("withdraw", late, "--reason", "a try")
    refused = accepted("release", "build", "1.0.0", "--out", tmp_path / "r", by="kit", code=1)
    assert "curate sync" in refused.err
    plan = accepted("release", "build", "1.0.0", "--dry-run", "--json", code=1).json
    assert ["curate sync" in entry["message"] for entry in plan["in_the_way"]] == [True]
    accepted("sync", by="kit")
    assert accepted("release", "build", "1.0.0", "--dry-run").out.startswith("0 things")
    accepted("release", "build", "1.0.0", "--out", tmp_path / "r", by="kit")


@pytest.mark.parametrize("version", ["1", "v1.0.0", "1.0", "../1.0.0", ""])
def test_a_version_has_three_numbers(accepted: World, version: str):
    accepted("release", "build", version, "--dry-run", code=2)


def test_only_a_curator_releases(accepted: World, tmp_path: Path):
    assert "curator" in accepted("release", "build", "1.0.0", by="ann", code=1).err


def test_a_folder_with_something_in_it_is_left_alone(accepted: World, tmp_path: Path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    accepted("release", "build", "1.0.0", "--out", tmp_path / "full", by="kit", code=1)
    assert [p.name for p in (tmp_path / "full").iterdir()] == ["mine.txt"]
    assert accepted.git("tag") == ""


def test_nothing_accepted_is_nothing_to_release(world: World, tmp_path: Path):
    refused = world("release", "build", "1.0.0", "--out", tmp_path / "r", by="kit", code=1)
    assert "nothing to release" in refused.err
    plan = world("release", "build", "1.0.0", "--dry-run", "--json", code=1).json
    assert ["nothing to release" in entry["message"] for entry in plan["in_the_way"]] == [True]
    assert not (tmp_path / "r").exists()


def flip(file: Path, data: bytes, place: int, bit: int) -> list[str]:
    """What is found with one bit of a release's file flipped; the file is put back."""
    flipped = bytearray(data)
    flipped[place] ^= 1 << bit
    file.write_bytes(flipped)
    try:
        return list(verify(next(p for p in file.parents if p.name == "release-1.0.0")).problems)
    except CurateError as error:
        return [str(error)]
    finally:
        file.write_bytes(data)


def line_at(data: bytes, place: int) -> str:
    """The id in the row that holds this byte."""
    begin = data.rfind(b"\n", 0, place) + 1
    return str(json.loads(data[begin : data.index(b"\n", place)])["id"])


def flips(released: Path, samples: int, bits: int) -> int:
    """Flip bits all over the files, one at a time, and so many of every byte of the manifest; each
    must be found, and in the data under the id of its row. Returns how many there were."""
    files = {p: p.read_bytes() for p in sorted(released.rglob("*")) if p.is_file()}
    rng = random.Random(0)
    places = [(file, place) for file, data in files.items() for place in {0, len(data) - 1}]
    sizes = [len(data) for data in files.values()]
    for file in rng.choices(list(files), sizes, k=max(0, samples - len(places))):
        places.append((file, rng.randrange(len(files[file]))))
    tried = [(file, place, rng.randrange(8)) for file, place in places]
    manifest = released / "manifest.json"
    tried += [
        (manifest, place, (place + bit) % 8)
        for place in range(len(files[manifest]))
        for bit in range(bits)
    ]
    for file, place, bit in tried:
        found = flip(file, files[file], place, bit)
        assert found, (file, place, bit)
        if file.suffix == ".jsonl":
            name = line_at(files[file], place)
            assert any(name in problem for problem in found), (name, place, bit, found)
    assert verify(released).problems == ()
    return len(tried)


def test_a_flipped_bit_is_found_in_every_file_and_named_in_the_data(released: Path):
    flips(released, 150, 1)


@pytest.mark.long
def test_two_thousand_flipped_bits_and_every_bit_of_the_manifest_are_found(released: Path):
    files = sum(p.is_file() for p in released.rglob("*"))
    size = (released / "manifest.json").stat().st_size
    tried = flips(released, 2_000, 8)
    print(  # noqa: T201 - what a reader of the long run wants to see
        f"\n{tried:,} single bits in {files} files, {size * 8:,} of them all of the manifest's "
        f"{size:,} bytes: every one found."
    )


def doubled(release: Path) -> Path:
    """The release with its first row in the place of its second."""
    data = release / "data/reasoning.jsonl"
    data.write_bytes(data.read_bytes().splitlines(keepends=True)[0] * 2)
    return release


def test_missing_added_and_swapped_are_found_and_named(released: Path, tmp_path: Path):
    def tampered(name: str) -> Path:
        copy = tmp_path / name
        shutil.copytree(released, copy)
        return copy

    missing = tampered("missing")
    (missing / "data/reasoning.jsonl").unlink()
    assert "data/reasoning.jsonl: missing" in verify(missing).problems
    assert any("reasoning_tables_0" in p for p in verify(missing).problems)
    added = tampered("added")
    (added / "data/extra.jsonl").write_text("{}\n")
    assert any("extra.jsonl: added" in p for p in verify(added).problems)
    swapped = tampered("swapped")
    data = swapped / "data/reasoning.jsonl"
    data.write_bytes(b"".join(reversed(data.read_bytes().splitlines(keepends=True))))
    assert "data/reasoning.jsonl: changed" in verify(swapped).problems
    assert any("2 rows" in p for p in verify(doubled(tampered("doubled"))).problems)
    edited = tampered("edited")
    data = edited / "data/reasoning.jsonl"
    data.write_bytes(data.read_bytes().replace(b"names the right shop and", b"names a shop and", 1))
    assert any("content of reasoning_tables_0" in p for p in verify(edited).problems)


def test_what_git_and_hubs_add_is_skipped_and_named(released: Path):
    (released / ".git").mkdir()
    (released / ".git" / "HEAD").write_text("x")
    (released / ".gitattributes").write_text("x")
    (released / ".cache/huggingface/download").mkdir(parents=True)
    (released / ".cache/huggingface/download/x.lock").write_text("")
    found = verify(released)
    assert found.problems == ()
    assert found.skipped == (".cache/huggingface/", ".git/", ".gitattributes")


def test_the_sums_are_those_of_sha256sum(released: Path):
    import subprocess

    done = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=released, check=False)
    assert done.returncode == 0


def test_the_card_has_one_config_a_capability_and_all(released: Path):
    import yaml

    front = (released / "README.md").read_text(encoding="utf-8").split("---\n")[1]
    configs = yaml.safe_load(front)["configs"]
    assert [c["config_name"] for c in configs] == ["all", TASK.split("/")[0]]
    assert {d["split"] for c in configs for d in c["data_files"]} == {"test"}


def test_a_folder_that_is_no_release(tmp_path: Path):
    assert run("release", "verify", tmp_path).code == 2
