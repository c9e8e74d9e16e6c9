"""Publishing: what arrives at a hub, what is refused, and what happens when the hub fails."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmark.release.publish import plan, publish
from benchmark.release.target import target
from benchmark.release.verify import verify
from schemas.errors import ServiceError, UsageError
from tests.benchmark.kit import REPOSITORY, files_of
from tests.hub import TOKEN, DataSet, File, Hub, Tag, Trouble, serving
from tests.world import Result, World, run

REPO = "lab/bench"
STRANGE = (
    "Ünï\u2028code, {{ braces }} and {% tags %}, \u200fעברית\u200f, 𝔘 and 🧪, a\ttab,  \nblanks  "
)


@pytest.fixture(scope="session")
def _made(_prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark that has released 1.0.0, then 1.1.0 with a second task, then 1.0.1."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home-made")))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        made = tmp_path_factory.mktemp("made")
        shutil.copytree(_prepared, made / "bench", symlinks=True)
        world = World(made / "bench")
        accept(world, world.submitted(input=STRANGE))
        accept(world, world.submitted())
        world("release", "build", "1.0.0", "--out", made / "1.0.0", by="kit")
        world("task", "add", "planning/trips", by="kit")
        accept(world, world.submitted("planning/trips"))
        world("release", "build", "1.1.0", "--out", made / "1.1.0", by="kit")
        world.edit("reasoning_tables_1", reference_answer="Shop B; it costs 2 euro.")
        world("submit", "reasoning_tables_1")
        accept(world, "reasoning_tables_1")
        world("release", "build", "1.0.1", "--base", "1.0.0", "--take", "reasoning_tables_1",
              "--out", made / "1.0.1", by="kit")  # fmt: skip
    return made


def accept(world: World, name: str) -> None:
    for reviewer in ("bob", "cem"):
        world.review(name, reviewer)


@pytest.fixture
def made(_made: Path, tmp_path: Path) -> Path:
    """A copy of the benchmark (`bench`) and of its releases (`1.0.0`, `1.1.0`, `1.0.1`)."""
    return Path(shutil.copytree(_made, tmp_path / "made", symlinks=True))


@pytest.fixture
def released(_made: Path, tmp_path: Path) -> Path:
    """A copy of 1.0.0 alone."""
    return Path(shutil.copytree(_made / "1.0.0", tmp_path / "released"))


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    """A hub that knows our token, and a client that knows no other."""
    from huggingface_hub import close_session, constants

    for name in [n for n in os.environ if n.startswith("HF_") or n.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    # These are read once, when the library is imported.
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_TELEMETRY", True)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "no-token"))
    with serving() as hub:
        yield hub
    close_session()


@pytest.fixture
def published(hub: Hub, released: Path) -> DataSet:
    """The data set that holds 1.0.0."""
    send(hub, released)
    return hub.data_sets[REPO]


def send(
    hub: Hub, folder: Path, *options: str, code: int = 0, to: str = REPO, at: Path | None = None
) -> Result:
    """Publish a folder, standing in the benchmark `at` where one is named."""
    place = ("-C", at) if at else ()
    line = (*place, "release", "publish", folder, "--to", f"hf:{to}", "--endpoint", hub.url)
    result = run(*line, *options)
    assert result.code == code, result
    assert TOKEN not in result.out + result.err
    return result


# What arrives.


def test_a_release_arrives_whole_and_its_tag_carries_the_digest(hub: Hub, released: Path):
    said = send(hub, released).out
    data_set, digest = hub.data_sets[REPO], verify(released).digest
    assert data_set.texts("v1.0.0") == files_of(released)
    assert data_set.tags["v1.0.0"].message.endswith(
        f"Release-Digest: {digest}\nSource-Commit: {verify(released).manifest.source_commit}"
    )
    assert data_set.at("v1.0.0") == data_set.at("main")
    assert f"{hub.url}/datasets/{REPO}/tree/v1.0.0" in said
    assert 'load_dataset("lab/bench", "all", revision="v1.0.0")' in said
    assert not data_set.private


def test_what_was_done_for_machines(hub: Hub, released: Path):
    told = send(hub, released, "--json").json
    assert told.pop("commit") == hub.data_sets[REPO].branches["main"]
    assert told.pop("url") == f"{hub.url}/datasets/{REPO}/tree/v1.0.0"
    files = {path: len(data) for path, data in files_of(released).items()}
    assert told == {
        "state": "published",
        "version": "1.0.0",
        "digest": verify(released).digest,
        "host": hub.url.removeprefix("http://"),
        "repo": REPO,
        "tag": "v1.0.0",
        "files": files,
        "branch": "main",
        "sent": sorted(files),
        "deleted": [],
        "notes": [],
    }


def test_large_files_go_apart_and_arrive_whole(hub: Hub, released: Path):
    hub.large_from = 200
    assert send(hub, released, "--json").json["notes"] == []
    data_set = hub.data_sets[REPO]
    commit = data_set.at("v1.0.0")
    assert commit is not None
    assert commit.files["data/reasoning.jsonl"].large
    assert data_set.texts("v1.0.0") == files_of(released)


def test_what_git_and_hubs_add_to_a_folder_stays_at_home(hub: Hub, released: Path):
    expected = files_of(released)
    (released / ".git").mkdir()
    (released / ".git/config").write_text("[secret]")
    (released / ".gitattributes").write_text("* text=auto\n")
    (released / ".cache/huggingface").mkdir(parents=True)
    (released / ".cache/huggingface/x.lock").write_text("")
    send(hub, released)
    assert hub.data_sets[REPO].texts() == expected
    assert b"lfs" in hub.data_sets[REPO].commits[hub.data_sets[REPO].branches["main"]].files[
        ".gitattributes"
    ].data  # fmt: skip


def test_a_private_data_set(hub: Hub, released: Path):
    send(hub, released, "--private")
    assert hub.data_sets[REPO].private
    assert send(hub, released, "--private", "--json").json["state"] == "already"


def test_private_is_never_sent_to_a_public_data_set(hub: Hub, released: Path):
    before = hub.add(REPO, {}).branches["main"]
    assert "is public" in send(hub, released, "--private", code=1).err
    assert hub.data_sets[REPO].branches["main"] == before


def test_a_newer_version_replaces_the_files_of_an_older(hub: Hub, made: Path, published: DataSet):
    kept = published.commits[published.branches["main"]].files[".gitattributes"]
    hub.push(published, {"data/gone.jsonl": b"{}\n", "notes.md": b"by hand\n"})
    told = send(hub, made / "1.1.0", "--json").json
    assert told["deleted"] == ["data/gone.jsonl", "notes.md"]
    assert "data/planning.jsonl" in told["sent"]
    assert "data/reasoning.jsonl" not in told["sent"]
    assert published.texts("main") == published.texts("v1.1.0") == files_of(made / "1.1.0")
    assert published.texts("v1.0.0") == files_of(made / "1.0.0")
    assert published.commits[published.branches["main"]].files[".gitattributes"] == kept


def test_an_older_version_does_not_become_what_everyone_gets(
    hub: Hub, made: Path, published: DataSet
):
    send(hub, made / "1.1.0")
    newest = published.branches["main"]
    assert "branch release-1.0.1" in send(hub, made / "1.0.1").out
    assert published.branches["main"] == newest
    assert published.texts("v1.0.1") == files_of(made / "1.0.1")
    assert "data/planning.jsonl" not in published.texts("v1.0.1")
    assert send(hub, made / "1.0.1", "--json").json["state"] == "already"


def test_a_gitignore_on_the_hub_leaves_nothing_out(hub: Hub, made: Path, published: DataSet):
    hub.push(published, {".gitignore": b"*.jsonl\n*.json\n"})
    send(hub, made / "1.1.0")
    assert published.texts() == files_of(made / "1.1.0")


# What was published before.


def test_publishing_again_changes_nothing(hub: Hub, released: Path, published: DataSet):
    before = dict(published.commits)
    assert "already" in send(hub, released).out
    told = send(hub, released, "--json").json
    assert (told["state"], told["sent"]) == ("already", [])
    assert published.commits == before


@pytest.mark.parametrize("path", ["manifest.json", "data/reasoning.jsonl", "SHA256SUMS"])
def test_a_tag_that_stands_for_something_else_is_left_alone(
    hub: Hub, released: Path, published: DataSet, path: str
):
    hub.push(published, {path: published.texts()[path] + b" "})
    forged = Tag(published.branches["main"], "")
    published.tags["v1.0.0"] = forged
    refused = send(hub, released, code=1)
    assert path in refused.err
    assert "never published twice" in refused.err
    assert published.tags["v1.0.0"] == forged


@pytest.mark.parametrize(
    "there",
    [
        {"train.csv": b"a,b\n"},
        {"manifest.json": b'{"name":"Another bench","version":"0.1.0","canary":""}\n'},
        {"manifest.json": b"not json", "x": b""},
        {"manifest.json": b"[1]"},
    ],
    ids=["files", "another benchmark", "unreadable", "a list"],
)
def test_a_data_set_of_something_else_is_not_overwritten(
    hub: Hub, released: Path, there: dict[str, bytes]
):
    data_set = hub.add(REPO, there)
    assert "would delete" in send(hub, released, code=1).err
    assert data_set.texts() == there
    assert data_set.tags == {}


def test_an_empty_data_set_made_on_the_site_is_filled(hub: Hub, released: Path):
    data_set = hub.add(REPO, {"README.md": b"# soon\n"}, private=True)
    send(hub, released)
    assert data_set.texts("v1.0.0") == files_of(released)
    assert data_set.private


def test_a_benchmark_may_be_renamed(hub: Hub, released: Path):
    canary = verify(released).manifest.canary
    older = {"name": "Old name", "version": "0.9.0", "canary": canary}
    data_set = hub.add(REPO, {"manifest.json": json.dumps(older).encode(), "old.txt": b""})
    send(hub, released)
    assert data_set.texts() == files_of(released)


# What is refused before anybody is asked.


def test_a_folder_that_is_not_as_it_was_frozen(hub: Hub, released: Path):
    data = released / "data/reasoning.jsonl"
    data.write_bytes(data.read_bytes().replace(b"cheapest", b"dearest", 1))
    refused = send(hub, released, code=1)
    assert "data/reasoning.jsonl: changed" in refused.err
    assert hub.asked == []


def test_a_folder_that_is_no_release(hub: Hub, tmp_path: Path):
    send(hub, tmp_path, code=2)
    assert hub.asked == []


def test_a_withdrawn_release(hub: Hub, made: Path):
    World(made / "bench")("release", "withdraw", "1.0.0", "--reason", "a leak", by="kit")
    assert "withdrawn: a leak" in send(hub, made / "1.0.0", at=made / "bench", code=1).err
    assert hub.asked == []
    send(hub, made / "1.1.0", at=made / "bench")


def test_a_withdrawal_that_cannot_be_read_counts(hub: Hub, made: Path):
    record = made / "bench/releases/1.0.0/withdrawn.yaml"
    record.write_text("reason: [")
    assert "withdrawn.yaml" in send(hub, made / "1.0.0", at=made / "bench", code=1).err
    assert hub.asked == []


def test_a_folder_that_this_benchmark_did_not_freeze(hub: Hub, made: Path):
    manifest = made / "bench/releases/1.0.0/manifest.json"
    manifest.write_bytes((made / "1.1.0/manifest.json").read_bytes().replace(b"1.1.0", b"1.0.0"))
    refused = send(hub, made / "1.0.0", at=made / "bench", code=1)
    assert "froze something else" in refused.err
    assert hub.asked == []


@pytest.mark.parametrize(
    "name",
    ["", "bench", "hf:bench", "hf:/bench", "hf:lab/", "hf:lab/a/b", "hf:lab/a--b", "hf:lab/a..b",
     "hf:lab/a.git", "hf:lab/-a", "hf:lab/a.", "hf:lab/ä", "hf:la b/c", "hf:lab/bench\n",
     "hf://datasets/lab/bench", "https://huggingface.co/datasets/lab/bench", "ms:lab/bench"],
)  # fmt: skip
def test_a_name_that_no_hub_takes(released: Path, name: str):
    refused = run("release", "publish", released, "--to", name, "--dry-run")
    assert refused.code == 2
    assert "hf:ORG/NAME" in refused.err


@given(st.from_regex(r"hf:[-\w.]{1,98}/[-\w.]{1,98}", fullmatch=True))
@example("hf:" + "a" * 96 + "/" + "b" * 96)
@example("hf:_/_")
def test_a_name_we_take_is_one_the_client_takes(name: str):
    from huggingface_hub.utils import validate_repo_id

    try:
        place = target(name)
    except UsageError:
        return
    validate_repo_id(place.repo)


@pytest.mark.parametrize(
    "address",
    ["http://hub.example.org", "ftp://hub.example.org", "hub.example.org", "https://",
     "https://kit:hunter2@hub.example.org", "https://[::1", "https://hub.example.org:99999",
     "https://hub.example.org?x=1", "http://127.0.0.1.example.org"],
)  # fmt: skip
def test_an_address_that_a_token_is_not_sent_to(released: Path, address: str):
    line = ("release", "publish", released, "--to", "hf:lab/bench", "--endpoint", address)
    refused = run(*line, "--dry-run")
    assert refused.code == 2
    assert "hunter2" not in refused.err


# Dry run, and what is loaded.


def test_a_dry_run_lists_everything_and_contacts_nobody(
    hub: Hub, released: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("HF_TOKEN")
    said = send(hub, released, "--dry-run").out
    assert hub.url.removeprefix("http://") in said
    told = send(hub, released, "--dry-run", "--json").json
    assert told["state"] == "planned"
    assert told["files"] == {path: len(data) for path, data in files_of(released).items()}
    assert all(path in said for path in told["files"])
    assert hub.asked == []


def test_the_hub_is_the_public_one_unless_another_is_named(
    released: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("HF_ENDPOINT", raising=False)
    line = ("release", "publish", released, "--to", "hf:lab/bench", "--dry-run", "--json")
    assert run(*line).json["host"] == "huggingface.co"
    monkeypatch.setenv("HF_ENDPOINT", "https://hub.example.org/")
    assert run(*line).json["host"] == "hub.example.org"
    named = run(*line, "--endpoint", "https://other.example.org")
    assert named.json["host"] == "other.example.org"


def test_without_the_library_it_says_what_to_install(
    hub: Hub, released: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    send(hub, released, "--dry-run")
    assert 'pip install "curate-bench[release]"' in send(hub, released, code=1).err
    assert hub.asked == []


# Errata.


@pytest.fixture
def noted(made: Path) -> World:
    """The benchmark has an erratum to 1.0.0."""
    world = World(made / "bench")
    note = ("release", "errata", "add", "1.0.0", "reasoning_tables_0", "Shop A costs 4 euro.")
    world(*note, by="kit")
    return world


def test_errata_are_published_beside_the_release(hub: Hub, released: Path, noted: World):
    told = send(hub, released, "--json", at=noted.root).json
    assert "ERRATA.md" in told["files"]
    texts = hub.data_sets[REPO].texts("v1.0.0")
    assert "Shop A costs 4 euro." in texts.pop("ERRATA.md").decode()
    assert texts == files_of(released)


def test_errata_can_follow_later_and_the_tag_stays(
    hub: Hub, released: Path, published: DataSet, noted: World
):
    tagged = published.tags["v1.0.0"]
    told = send(hub, released, "--json", at=noted.root).json
    assert (told["state"], told["sent"]) == ("already", ["ERRATA.md"])
    assert b"4 euro" in published.texts("main")["ERRATA.md"]
    assert published.tags["v1.0.0"] == tagged
    assert "ERRATA.md" not in published.texts("v1.0.0")
    assert send(hub, released, "--json", at=noted.root).json["sent"] == []


def test_errata_of_an_older_version_do_not_stand_beside_a_newer(
    hub: Hub, made: Path, published: DataSet, noted: World
):
    send(hub, made / "1.1.0")
    assert "not sent" in send(hub, made / "1.0.0", at=noted.root).err
    assert "ERRATA.md" not in published.texts("main")


def test_errata_of_an_older_version_go_when_a_newer_comes(hub: Hub, made: Path, noted: World):
    send(hub, made / "1.0.0", at=noted.root)
    assert send(hub, made / "1.1.0", "--json").json["deleted"] == ["ERRATA.md"]
    assert hub.data_sets[REPO].texts() == files_of(made / "1.1.0")


# When the hub fails.

ROUTES = ["info", "make", "refs", "check", "commit", "tag"]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("status", [401, 403, 429, 500, 503])
def test_a_failure_is_the_hubs_and_publishing_again_finishes(
    hub: Hub, released: Path, route: str, status: int
):
    hub.fail(route, Trouble(status, f"no, {TOKEN}, not now", {"Retry-After": "30"}))
    failed = send(hub, released, code=3)
    assert hub.url.removeprefix("http://") in failed.err
    advice = {401: "hf auth login", 403: "may write to lab", 429: "in 30 seconds"}
    assert advice.get(status, "Run the same command again") in failed.err
    assert all(not data_set.tags for data_set in hub.data_sets.values())
    send(hub, released)
    assert hub.data_sets[REPO].texts("v1.0.0") == files_of(released)


@pytest.mark.parametrize("route", ["ask", "batch", "put"])
def test_one_bad_answer_while_sending_is_got_over(hub: Hub, released: Path, route: str):
    hub.large_from = 200
    hub.fail(route, Trouble(500))
    send(hub, released)
    assert hub.data_sets[REPO].texts("v1.0.0") == files_of(released)


@pytest.mark.parametrize("cut", ["before", "after"])
@pytest.mark.parametrize("route", ROUTES)
def test_a_cut_connection_leaves_nothing_half_done(hub: Hub, released: Path, route: str, cut: str):
    hub.fail(route, Trouble(cut=cut))
    assert "cannot be reached" in send(hub, released, code=3).err
    contents = [data_set.texts() for data_set in hub.data_sets.values()]
    assert all(texts in ({}, files_of(released)) for texts in contents)
    send(hub, released)
    data_set = hub.data_sets[REPO]
    assert data_set.texts("v1.0.0") == files_of(released)
    assert len(data_set.commits) == 2


@pytest.mark.parametrize("route", ROUTES)
def test_nothing_waits_for_ever(hub: Hub, released: Path, route: str):
    planned = plan(released, verify(released), target(f"hf:{REPO}", hub.url))
    hub.fail(route, Trouble(wait=0.5, cut="before"))
    with pytest.raises(ServiceError, match=r"did not answer within 0\.2 seconds"):
        publish(planned, timeout=0.2)
    assert publish(planned).state == "published"
    assert hub.data_sets[REPO].texts("v1.0.0") == files_of(released)


def test_what_is_not_stored_as_sent_is_found_before_it_is_tagged(hub: Hub, released: Path):
    def spoil() -> None:
        data_set = hub.data_sets[REPO]
        commit = data_set.at("main")
        assert commit is not None
        damaged = commit.files["data/reasoning.jsonl"].data.replace(b"euro", b"Euro", 1)
        files = {**commit.files, "data/reasoning.jsonl": File(damaged)}
        object.__setattr__(commit, "files", files)

    hub.fail("commit", Trouble(then=spoil))
    failed = send(hub, released, code=3)
    assert "something else than was sent: data/reasoning.jsonl" in failed.err
    assert hub.data_sets[REPO].tags == {}
    send(hub, released)
    assert hub.data_sets[REPO].texts("v1.0.0") == files_of(released)


def test_someone_who_is_faster_is_not_overwritten(hub: Hub, made: Path, published: DataSet):
    theirs = {"theirs.md": b"just now\n"}
    hub.fail("commit", Trouble(first=lambda: hub.push(published, theirs)))
    assert "someone else" in send(hub, made / "1.1.0", code=1).err
    assert published.texts()["theirs.md"] == b"just now\n"
    assert "v1.1.0" not in published.tags
    assert send(hub, made / "1.1.0", "--json").json["deleted"] == ["theirs.md"]


def test_someone_who_makes_the_data_set_at_the_same_time(hub: Hub, released: Path):
    hub.fail("make", Trouble(first=lambda: hub.add(REPO, {})))
    send(hub, released)
    assert hub.data_sets[REPO].texts("v1.0.0") == files_of(released)


def test_someone_who_makes_it_public_at_the_same_time(hub: Hub, released: Path):
    hub.fail("make", Trouble(first=lambda: hub.add(REPO, {})))
    send(hub, released, "--private", code=1)
    assert hub.data_sets[REPO].texts() == {}


def test_someone_who_tags_at_the_same_time(hub: Hub, released: Path):
    def tag() -> None:
        data_set = hub.data_sets[REPO]
        data_set.tags["v1.0.0"] = Tag(data_set.branches["main"], "theirs")

    hub.fail("tag", Trouble(first=tag))
    assert "someone else" in send(hub, released, code=1).err
    assert send(hub, released, "--json").json["state"] == "already"


def test_a_tag_that_moved_while_it_was_set(hub: Hub, released: Path):
    def move() -> None:
        data_set = hub.data_sets[REPO]
        hub.push(data_set, {"x": b""})
        data_set.tags["v1.0.0"] = Tag(data_set.branches["main"], "")

    hub.fail("tag", Trouble(then=move))
    assert "does not stand for what was sent" in send(hub, released, code=3).err


def test_a_card_the_hub_does_not_take(hub: Hub, released: Path):
    body = b'{"errors": [{"message": "\\"license\\" must be one of [...]"}], "warnings": []}'
    hub.fail("check", Trouble(400, body=body))
    refused = send(hub, released, code=1)
    assert '"license" must be one of' in refused.err
    assert hub.data_sets[REPO].texts() == {}


def test_what_the_hub_thinks_of_the_card_is_passed_on(hub: Hub, released: Path):
    body = b'{"errors": [], "warnings": [{"message": "no task category"}]}'
    hub.fail("check", Trouble(200, body=body))
    assert "no task category" in send(hub, released).err


def test_an_organisation_where_we_may_not_write(hub: Hub, released: Path):
    assert "don't have the rights" in send(hub, released, to="acme/bench", code=3).err


@pytest.mark.parametrize("status", [400, 404, 422])
def test_a_name_the_hub_does_not_take(hub: Hub, released: Path, status: int):
    hub.fail("make", Trouble(status, "that name is reserved"))
    assert "that name is reserved" in send(hub, released, code=2).err


@pytest.mark.parametrize("body", [b"<html>hello</html>", b"[]", b"null", b"\xff\xfe"])
@pytest.mark.parametrize("route", ["info", "make", "refs", "check", "ask", "commit"])
def test_a_server_that_is_no_hub(hub: Hub, released: Path, route: str, body: bytes):
    hub.fail(route, Trouble(200, body=body))
    send(hub, released, code=3)
    assert all(not data_set.tags for data_set in hub.data_sets.values())


def test_a_hub_that_is_not_there(hub: Hub, released: Path):
    with serving() as gone:
        pass
    assert "cannot be reached" in send(gone, released, code=3).err


# The token.


def test_without_a_token_nobody_is_asked(hub: Hub, released: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HF_TOKEN")
    assert "hf auth login" in send(hub, released, code=3).err
    assert hub.asked == []


@pytest.mark.parametrize("token", ["hf_wrongtokenwrong", "hf_a b", "hf_ä", "hf_x\x07y", "hf_a\nb"])
def test_a_wrong_token_is_never_shown(
    hub: Hub, released: Path, monkeypatch: pytest.MonkeyPatch, token: str
):
    monkeypatch.setenv("HF_TOKEN", token)
    failed = send(hub, released, code=3)
    assert "HF_TOKEN" in failed.err
    assert token not in failed.err
    assert hub.data_sets == {}


@pytest.mark.parametrize("status", [401, 403, 500])
def test_a_hub_that_repeats_the_token(
    hub: Hub, released: Path, monkeypatch: pytest.MonkeyPatch, status: int
):
    monkeypatch.setenv("HF_TOKEN", "key-of-our-own-hub")
    hub.fail("info", Trouble(status, "bad token key-of-our-own-hub (was hf_OlderToken)"))
    failed = send(hub, released, code=3)
    assert "bad token … (was …)" in failed.err
    assert "key-of" not in failed.err


def test_what_a_hub_says_is_shown_and_not_obeyed(hub: Hub, released: Path):
    hub.fail("info", Trouble(500, "\x1b[2Jgone\r\n" + "x" * 5000))
    failed = send(hub, released, code=3)
    assert "�[2Jgone" in failed.err
    assert len(failed.err) < 1000
    hub.add(REPO, {"\x1b[2J.csv": b""})
    assert "\x1b" not in send(hub, released, code=1).err


def test_the_token_of_another_is_no_reason_to_make_a_second_data_set(hub: Hub, released: Path):
    hub.add("acme/bench", {"README.md": b""})
    assert "may write to acme" in send(hub, released, to="acme/bench", code=3).err


@pytest.mark.parametrize("status", [401, 403])
def test_a_data_set_we_are_not_shown_is_not_made(hub: Hub, released: Path, status: int):
    code = "RepoNotFound" if status == 401 else "GatedRepo"
    hub.fail("info", Trouble(status, "log in first", {"X-Error-Code": code}))
    assert "log in first" in send(hub, released, code=3).err
    assert hub.data_sets == {}


def test_offline_mode_is_respected(hub: Hub, released: Path, monkeypatch: pytest.MonkeyPatch):
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE" in send(hub, released, code=3).err
    assert hub.asked == []


# In a process of its own, where the library is imported as people have it.

GUARD = """
import socket, sys
known = socket.getaddrinfo
def guarded(host, *rest, **options):
    if host not in ("127.0.0.1", "localhost"):
        sys.stderr.write(f"LOOKED UP {host}\\n")
        raise socket.gaierror(f"a test looks up {host}")
    return known(host, *rest, **options)
socket.getaddrinfo = guarded
"""


def alone(hub: Hub, tmp_path: Path, code: str, *words: str | Path, **more: str):
    """Run code in a fresh interpreter that can look up no host but this one."""
    env = {name: text for name, text in os.environ.items() if not name.startswith("HF_")}
    env |= {"HF_HOME": str(tmp_path / "hf"), "HF_TOKEN": TOKEN, "HF_HUB_DISABLE_XET": "1"}
    env |= {"PYTHONPATH": str(REPOSITORY), **more}
    return subprocess.run(
        [sys.executable, "-c", GUARD + code, *map(str, words)],
        capture_output=True, text=True, env=env, cwd=tmp_path, check=False,
    )  # fmt: skip


def test_no_other_host_is_contacted(hub: Hub, released: Path, tmp_path: Path):
    code = "from curate.main import main; main()"
    line = ("release", "publish", released, "--to", f"hf:{REPO}", "--endpoint", hub.url, "--json")
    done = alone(hub, tmp_path, code, *line)
    assert done.returncode == 0, done.stderr
    assert "LOOKED UP" not in done.stderr
    assert json.loads(done.stdout)["state"] == "published"
    assert hub.data_sets[REPO].texts("v1.0.0") == files_of(released)


def test_planning_does_not_load_the_library(released: Path, hub: Hub, tmp_path: Path):
    code = """
from curate.main import main
try:
    main()
except SystemExit:
    pass
print({"huggingface_hub", "httpx2"} & set(sys.modules))
"""
    line = ("release", "publish", released, "--to", f"hf:{REPO}", "--dry-run")
    assert alone(hub, tmp_path, code, *line).stdout.endswith("\nset()\n")
    assert alone(hub, tmp_path, code, "release", "publish", "--help").stdout.endswith("\nset()\n")


def test_what_was_published_loads_as_a_data_set(hub: Hub, made: Path, tmp_path: Path):
    for version in ("1.0.0", "1.1.0"):
        send(hub, made / version)
    code = """
import json
from datasets import load_dataset
for config, revision in json.loads(sys.argv[2]):
    rows = load_dataset(sys.argv[1], config, revision=revision, split="test")
    print(json.dumps({row["id"]: row for row in rows}))
"""
    asked = {("all", "v1.0.0"): "1.0.0", ("reasoning", "v1.0.0"): "1.0.0"}
    asked |= {("planning", None): "1.1.0", ("all", None): "1.1.0"}
    done = alone(hub, tmp_path, code, REPO, json.dumps(list(asked)), HF_ENDPOINT=hub.url)
    assert done.returncode == 0, done.stderr
    for (config, _), version, line in zip(
        asked, asked.values(), done.stdout.splitlines(), strict=True
    ):
        loaded = json.loads(line)
        expected = {
            row["id"]: row
            for file in (made / version / "data").glob("*.jsonl")
            if config in ("all", file.stem)
            for row in map(json.loads, file.read_bytes().splitlines())
        }
        assert loaded.keys() == expected.keys()
        for name, row in expected.items():
            for text in ("system_prompt", "input", "reference_answer", "score_rubric"):
                assert loaded[name][text] == row[text]
        if config != "planning":
            assert loaded["reasoning_tables_0"]["input"] == STRANGE
