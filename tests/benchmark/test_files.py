"""One file: whole or not at all, and never over something that was not read."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmark import files, instance_file
from benchmark.layout import private_dir
from schemas.errors import ChangedOnDiskError, FileError
from tests.benchmark.kit import files_of, with_code


def test_a_new_file_is_written_with_its_folders(tmp_path):
    files.replace(tmp_path, "tasks/a/b/x.yaml", b"text\n", loaded=None)
    assert (tmp_path / "tasks/a/b/x.yaml").read_bytes() == b"text\n"


def test_a_file_is_replaced_where_it_is_the_one_that_was_read(tmp_path):
    (tmp_path / "x").write_bytes(b"old")
    files.replace(tmp_path, "x", b"new", loaded=b"old")
    assert (tmp_path / "x").read_bytes() == b"new"


@pytest.mark.parametrize("loaded", [None, b"", b"mine\n"])
def test_a_file_somebody_changed_is_left_and_handed_over(tmp_path, loaded):
    (tmp_path / "x").write_bytes(b"theirs\n")
    with pytest.raises(ChangedOnDiskError) as caught:
        files.replace(tmp_path, "x", b"new", loaded=loaded)
    assert caught.value.theirs == b"theirs\n"
    assert caught.value.where.file == "x"
    assert (tmp_path / "x").read_bytes() == b"theirs\n"


def test_a_file_somebody_deleted_does_not_come_back_unasked(tmp_path):
    with pytest.raises(ChangedOnDiskError) as caught:
        files.replace(tmp_path, "x", b"new", loaded=b"old")
    assert caught.value.theirs is None
    assert not (tmp_path / "x").exists()


def test_an_empty_file_is_not_the_same_as_none(tmp_path):
    (tmp_path / "x").write_bytes(b"")
    files.replace(tmp_path, "x", b"new", loaded=b"")
    assert (tmp_path / "x").read_bytes() == b"new"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda root: (root / "folder").write_text("a file where the folder should be"),
        lambda root: (root / "folder" / "x").mkdir(parents=True),
        lambda root: (root / "folder").symlink_to(root / "nowhere"),
    ],
    ids=["file for folder", "folder for file", "dangling link"],
)
def test_what_the_disk_refuses_is_said_with_the_path_and_leaves_nothing(tmp_path, spoil):
    spoil(tmp_path)
    before = files_of(tmp_path)
    with pytest.raises(FileError, match=r"folder/x: cannot be written") as caught:
        files.replace(tmp_path, "folder/x", b"new", loaded=None)
    assert "Nothing has changed" in str(caught.value)
    after = {k: v for k, v in files_of(tmp_path).items() if not k.startswith(".curate/locks/")}
    assert after == before


def test_a_name_too_long_for_the_disk_is_said(tmp_path):
    with pytest.raises(FileError, match="too long"):
        files.replace(tmp_path, "x" * 300, b"new", loaded=None)


def test_readers_see_the_old_or_the_new_and_never_a_part(tmp_path):
    old, new = b"a" * 300_000, b"b" * 300_000
    (tmp_path / "x").write_bytes(old)
    seen: set[bytes] = set()
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.add((tmp_path / "x").read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(20):
        files.replace(tmp_path, "x", new, loaded=old)
        files.replace(tmp_path, "x", old, loaded=new)
    done.set()
    reader.join()
    assert seen <= {old, new}


COUNT = """
import sys
from pathlib import Path
from benchmark import files, instance_file
root = Path(sys.argv[1])
for _ in range(40):
    with files.lock(root, sys.argv[2]):
        number = int((root / "count").read_text())
        (root / "count").write_text(str(number + 1))
"""


@pytest.mark.parametrize("what", [files.COMMIT, "tasks/a/b/x.yaml"])
def test_a_lock_holds_against_other_processes(tmp_path, what):
    (tmp_path / "count").write_text("0")
    others = [
        subprocess.Popen(
            [sys.executable, "-c", COUNT, tmp_path, what],
            env=with_code(),
        )
        for _ in range(3)
    ]
    assert [process.wait() for process in others] == [0, 0, 0]
    assert (tmp_path / "count").read_text() == "120"


def test_a_lock_ends_with_the_process_that_held_it(tmp_path):
    program = (
        "import os, sys\nfrom pathlib import Path\nfrom benchmark import files\n"
        "with files.lock(Path(sys.argv[1]), 'commit'): os.kill(os.getpid(), 9)"
    )
    subprocess.run(
        [sys.executable, "-c", program, tmp_path],
        env=with_code(),
        check=False,
    )
    with files.lock(tmp_path, files.COMMIT):
        assert (private_dir(tmp_path) / "locks" / "commit").exists()


def test_one_of_two_that_write_at_once_is_told(tmp_path):
    (tmp_path / "x").write_bytes(b"start")
    told: list[ChangedOnDiskError] = []
    barrier = threading.Barrier(2)

    def write(text: bytes) -> None:
        barrier.wait()
        try:
            files.replace(tmp_path, "x", text, loaded=b"start")
        except ChangedOnDiskError as error:
            told.append(error)

    pair = [threading.Thread(target=write, args=(text,)) for text in (b"one", b"two")]
    for thread in pair:
        thread.start()
    for thread in pair:
        thread.join()
    assert len(told) == 1
    assert told[0].theirs == (tmp_path / "x").read_bytes()


def test_removing_a_file_takes_the_folders_that_are_empty_without_it(tmp_path):
    for path in ("a/b/c/x", "a/y"):
        files.replace(tmp_path, path, b"", loaded=None)
    files.remove(tmp_path, "a/b/c/x")
    assert not (tmp_path / "a/b").exists()
    files.remove(tmp_path, "a/y")
    files.remove(tmp_path, "a/y")
    assert tmp_path.is_dir()


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=20)), max_size=8))
def test_any_series_of_replacements_ends_with_the_last_text(series):
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        known: dict[str, bytes] = {}
        for path, data in series:
            files.replace(root, path, data, loaded=known.get(path))
            known[path] = data
        assert {k: v for k, v in files_of(root).items() if "/" not in k} == known


def test_the_later_of_two_who_save_one_instance_is_told_and_nothing_is_lost(world):
    name = world.draft()
    first, second = world.find(name), world.find(name)
    instance_file.save(
        world.root, first, first.instance.model_copy(update={"input": "What the first asks."})
    )
    mine = second.instance.model_copy(update={"input": "What the second asks."})
    with pytest.raises(ChangedOnDiskError) as caught:
        instance_file.save(world.root, second, mine)
    assert b"What the first asks." in (caught.value.theirs or b"")
    assert world.find(name).instance.input == "What the first asks."
    instance_file.save(world.root, world.find(name), mine)
    assert world.find(name).instance.input == "What the second asks."
