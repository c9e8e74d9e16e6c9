"""The stand-in for a hub, as the real client sees it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hub import TOKEN, Hub, Trouble, serving

FILES = {
    "README.md": b"---\nlicense: mit\n---\n# Hi\n",
    "data/a.jsonl": '{"a": "ä\u2028"}\r\n'.encode() * 30,
    "data/deep/empty.txt": b"",
    "all.parquet": bytes(range(256)) * 40,
}


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    from huggingface_hub import close_session, constants

    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_TELEMETRY", True)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    with serving() as hub:
        yield hub
    close_session()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, data in FILES.items():
        (tmp_path / "in" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / path).write_bytes(data)
    return tmp_path / "in"


def test_a_folder_goes_up_and_comes_back(hub: Hub, folder: Path, tmp_path: Path):
    from huggingface_hub import HfApi

    api = HfApi(endpoint=hub.url, token=TOKEN)
    hub.page = 2
    api.create_repo("lab/x", repo_type="dataset", private=True)
    api.upload_folder(folder_path=folder, repo_id="lab/x", repo_type="dataset")
    assert hub.data_sets["lab/x"].texts() == FILES
    checked = api.verify_repo_checksums("lab/x", repo_type="dataset", local_dir=folder)
    assert (checked.mismatches, checked.extra_paths) == ([], [])
    down = tmp_path / "down"
    api.snapshot_download("lab/x", repo_type="dataset", local_dir=down)
    assert {path: (down / path).read_bytes() for path in FILES} == FILES
    assert set(api.list_repo_files("lab/x", repo_type="dataset")) == {*FILES, ".gitattributes"}


def test_private_data_sets_are_for_who_has_the_token(hub: Hub):
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError

    hub.add("lab/x", {"a": b"1"}, private=True)
    for token, status in (("hf_wrong", 401), (False, 401)):
        with pytest.raises(HfHubHTTPError) as refused:
            HfApi(endpoint=hub.url, token=token).dataset_info("lab/x")
        assert refused.value.response.status_code == status
    with pytest.raises(RepositoryNotFoundError):
        HfApi(endpoint=hub.url, token=TOKEN).dataset_info("lab/y")


def test_a_stale_parent_is_refused(hub: Hub):
    from huggingface_hub import CommitOperationAdd, HfApi
    from huggingface_hub.errors import HfHubHTTPError

    data_set = hub.add("lab/x", {"a": b"1"})
    seen = data_set.branches["main"]
    hub.push(data_set, {"b": b"2"})
    with pytest.raises(HfHubHTTPError, match="412"):
        HfApi(endpoint=hub.url, token=TOKEN).create_commit(
            "lab/x", [CommitOperationAdd("a", b"3")], commit_message="x",
            repo_type="dataset", parent_commit=seen,
        )  # fmt: skip
    assert data_set.texts() == {"a": b"1", "b": b"2"}


def test_trouble_comes_once_for_each_time_it_was_asked_for(hub: Hub):
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError

    api = HfApi(endpoint=hub.url, token=TOKEN)
    hub.add("lab/x", {})
    hub.fail("refs", Trouble(500), Trouble(403))
    for status in ("500", "403"):
        with pytest.raises(HfHubHTTPError, match=status):
            api.list_repo_refs("lab/x", repo_type="dataset")
    assert [ref.name for ref in api.list_repo_refs("lab/x", repo_type="dataset").branches] == [
        "main"
    ]
