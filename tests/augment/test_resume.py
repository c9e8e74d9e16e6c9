"""A run that was cut off goes on: the same choices, and no answer on disk is paid for twice."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from augment import journal
from tests.augment.bench import TASK, set_up
from tests.augment.conftest import Serve
from tests.augment.launcher import Launcher
from tests.augment.server import Action, Seen, Server, fails, says
from tests.augment.tables import answer
from tests.world import World, git

ROUNDS, CANDIDATES = 2, 6
SEED = "11"
ANSWERS = 14
"""How many a run of this seed takes: two of its answers are cut off and asked for again."""


def latency(seen: Seen) -> float:
    return 0.1 + 0.7 * random.Random(seen.seed).random()


def behave(seen: Seen) -> Action:
    """Answers that depend on the request alone; some of them junk, some late, some failing."""
    kind = seen.seed % 10
    if kind == 0:
        return says("I would rather not.", delay=latency(seen))
    if kind == 1 and seen.body["max_tokens"] == 4096:
        return says(answer(seen.seed)[:200], finish="length", delay=latency(seen))
    return says(answer(seen.seed), delay=latency(seen))


def words(server: Server) -> list[str]:
    return [
        "augment", "--task", TASK, "--base-url", server.base_url, "--seed", SEED, "--json",
        "--rounds", str(ROUNDS), "--candidates", str(CANDIDATES),
    ]  # fmt: skip


def choices(result: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        (one["kept"], [(c["index"], c["dropped"], c["score"]) for c in one["candidates"]])
        for one in result["tasks"][0]["rounds"]
    ]


def kept_texts(world: World) -> list[str]:
    return sorted(
        loaded.instance.input
        for loaded in world.load().instances
        if loaded.instance.provenance.origin == "augmented"
    )


def entries(world: World) -> list[dict[str, Any]]:
    """Every whole line of the one run's journal; none before it has begun."""
    found = []
    for file in (world.root / ".git/curate/journal/augment").glob(f"*/{journal.LINES}"):
        for line in file.read_bytes().split(b"\n"):
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
    return found


def on_disk(world: World) -> tuple[set[tuple[int, int]], int]:
    """Seed and length limit of every request whose reply is on disk; how many are open."""
    asked = {e["id"]: e["body"] for e in entries(world) if e["kind"] == "request"}
    done = {e["id"] for e in entries(world) if e["kind"] in ("reply", "broken")}
    return {(asked[i]["seed"], asked[i]["max_tokens"]) for i in done}, len(asked) - len(done)


def seen_by(server: Server) -> Counter[tuple[int, int]]:
    return Counter((seen.seed, seen.body["max_tokens"]) for seen in server.seen)


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with Launcher() as started:
        yield started


@pytest.fixture(scope="module")
def unbroken(written: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a run that nobody disturbs chooses: its rounds, and the texts kept."""
    root = tmp_path_factory.mktemp("unbroken") / "bench"
    shutil.copytree(written, root, symlinks=True)
    world = World(root)
    with pytest.MonkeyPatch.context() as patch, Server(behave) as server:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home-unbroken")))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        result = world(*words(server)).json
    assert len(server.seen) == ANSWERS
    assert all(one["kept"] is not None for one in result["tasks"][0]["rounds"])
    return choices(result), kept_texts(world)


def cut_off_and_resume(
    written: Path, folder: Path, launcher: Launcher, unbroken: Any, moment: random.Random
) -> tuple[int, int]:
    """One kill at a random moment; how many answers were on disk then, how many outstanding."""
    root = folder / "bench"
    shutil.copytree(written, root, symlinks=True)
    world = World(root)
    set_up(world, model="loopback", retries=2, concurrency=4)
    with Server(behave) as server:
        pid = launcher.start(
            ["-C", str(root), "--as", "ann@example.org", *words(server)], folder / "out.txt"
        )
        # Anywhere from the first request to the commit, whatever the machine's speed.
        answers = moment.randrange(ANSWERS)
        wait_for(lambda: server.seen and len(on_disk(world)[0]) >= answers, folder)
        time.sleep(moment.uniform(0, 1.0 if answers == ANSWERS - 1 else 0.1))
        launcher.kill(pid)
        before, outstanding = on_disk(world)
        run_id = journal.known_runs(root)[0]
        sent_before = seen_by(server)
        result = world("augment", "--resume", run_id, "--json").json
        state = result["tasks"][0]["state"]
        assert state == "there" or (state == "done" and choices(result) == unbroken[0])
        assert kept_texts(world) == unbroken[1]
        sent_after = seen_by(server)
        assert all(sent_after[place] == sent_before[place] for place in before)
        assert all(sent_after[place] == 1 for place in before)
        assert result["open_at_kill"] == outstanding
        assert git(root, "status", "--porcelain") == ""
    return len(before), outstanding


def wait_for(condition: Any, folder: Path, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, (folder / "out.txt").read_text(encoding="utf-8")
        time.sleep(0.005)


def kills(
    trials: Sequence[int], written: Path, folder: Path, launcher: Launcher, unbroken: Any
) -> list[tuple[int, int]]:
    struck = []
    for trial in trials:
        place = folder / str(trial)
        place.mkdir()
        struck.append(cut_off_and_resume(written, place, launcher, unbroken, random.Random(trial)))
        shutil.rmtree(place)
    in_the_middle = sum(bool(done and outstanding) for done, outstanding in struck)
    sys.stdout.write(
        f"\n{len(trials)} kills; answers on disk / outstanding at each: "
        + " ".join(f"{done}/{outstanding}" for done, outstanding in struck)
        + f"\n{in_the_middle} struck with an answer on disk and one outstanding\n"
    )
    return struck


def test_a_killed_run_goes_on_as_if_it_never_was(written, tmp_path, launcher, unbroken):
    struck = kills((0, 5, 6, 7, 31), written, tmp_path, launcher, unbroken)
    assert any(done and outstanding for done, outstanding in struck)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_fifty_killed_runs_go_on_as_if_they_never_were(written, tmp_path, launcher, unbroken):
    struck = kills(range(50), written, tmp_path, launcher, unbroken)
    assert sum(bool(done and outstanding) for done, outstanding in struck) >= 40


def test_ctrl_c_keeps_everything_and_prints_how_to_go_on(
    bench: World, serve: Serve, launcher: Launcher, tmp_path: Path
):
    server = serve(lambda seen: says(answer(seen.seed), delay=0.05 if seen.number < 3 else 5))
    out = tmp_path / "out.txt"
    pid = launcher.start(["-C", str(bench.root), "--as", "ann@example.org", *words(server)], out)
    wait_for(lambda: len(on_disk(bench)[0]) == 3, tmp_path)
    code = launcher.kill(pid, signal.SIGINT)
    run_id = journal.known_runs(bench.root)[0]
    assert code == 130
    assert f"curate augment --resume {run_id}" in out.read_text(encoding="utf-8")
    assert len(on_disk(bench)[0]) == 3
    server.behave = lambda seen: says(answer(seen.seed))
    result = bench("augment", "--resume", run_id, "--json").json
    assert result["tasks"][0]["state"] == "done"
    assert sum(seen_by(server).values()) == ROUNDS * CANDIDATES + result["open_at_kill"]


# -- after the kill, by hand ----------------------------------------------------------------


@pytest.fixture
def whole(bench: World, serve: Serve) -> tuple[World, Server, Any]:
    """A run that has ended, its server, and its result."""
    server = serve(lambda seen: says(answer(seen.seed)))
    return bench, server, bench(*words(server)).json


def test_a_run_that_has_ended_is_not_done_again(whole):
    world, server, result = whole
    head = git(world.root, "rev-parse", "HEAD")
    again = world("augment", "--resume", result["run"], "--json").json
    assert again["tasks"][0]["state"] == "there"
    assert again["tasks"][0]["kept"] == result["tasks"][0]["kept"]
    assert git(world.root, "rev-parse", "HEAD") == head
    assert len(server.seen) == ROUNDS * CANDIDATES


def test_fileswritten_but_not_committed_are_committed_once(whole):
    world, server, result = whole
    files = git(world.root, "ls-files", "tasks", "runs")
    git(world.root, "reset", "-q", "--soft", "HEAD~1")
    git(world.root, "reset", "-q")
    again = world("augment", "--resume", result["run"], "--json").json
    assert again["tasks"][0]["state"] == "done"
    assert git(world.root, "ls-files", "tasks", "runs") == files
    assert git(world.root, "status", "--porcelain") == ""
    assert len(server.seen) == ROUNDS * CANDIDATES


def test_what_a_person_discarded_does_not_come_back(whole):
    world, _, result = whole
    name = result["tasks"][0]["kept"][0]
    world("augment", "check", name, "--discard", "--reason", "wrong")
    world("augment", "--resume", result["run"])
    assert name not in [loaded.name for loaded in world.load().instances]


def test_a_torn_last_line_is_passed_over_and_kept(bench: World, serve: Serve):
    server = serve(lambda seen: says(answer(seen.seed)))
    first = bench(*words(server), "--max-requests", "5", code=1).json
    file = journal.folder_of(bench.root, first["run"]) / journal.LINES
    torn = file.read_bytes() + b'{"kind": "reply", "id": 4, "body": "{\\"cho'
    file.write_bytes(torn)
    result = bench("augment", "--resume", first["run"], "--json").json
    assert result["tasks"][0]["state"] == "done"
    assert file.read_bytes().startswith(torn + b"\n")
    assert len(server.seen) == ROUNDS * CANDIDATES


def test_the_journal_is_read_the_same_with_other_hash_seeds_and_threads(
    whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    world, _, result = whole
    git(world.root, "reset", "-q", "--hard", "HEAD~1")
    monkeypatch.setenv("PYTHONHASHSEED", "4242")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    shutil.rmtree(world.root / ".git/curate/cache")
    done = subprocess.run(
        [sys.executable, "-m", "curate", "-C", str(world.root), "--as", "ann@example.org",
         "augment", "--resume", result["run"], "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    again = json.loads(done.stdout)
    for one, other in zip(result["tasks"][0]["rounds"], again["tasks"][0]["rounds"], strict=True):
        assert one["kept"] == other["kept"]
        for mine, theirs in zip(one["candidates"], other["candidates"], strict=True):
            assert mine["score"] == pytest.approx(theirs["score"], abs=1e-6)


def test_a_run_in_another_process_is_not_resumed(whole):
    world, _, result = whole
    with journal.opened(world.root, result["run"]):
        refused = world("augment", "--resume", result["run"], code=1)
    assert "another process" in refused.err


def test_a_run_has_one_model(whole):
    world, _, result = whole
    refused = world("augment", "--resume", result["run"], "--model", "other", code=2)
    assert "goes on with what the run was begun for" in refused.err


def test_an_unknown_run_is_named(bench: World):
    result = bench("augment", "--resume", "20200101-00000000", code=2)
    assert "no journal of a run 20200101-00000000" in result.err


def test_a_changed_filter_reads_the_journal_again_and_asks_nothing(bench, serve):
    server = serve(
        lambda seen: says(f"<<{answer(seen.seed)}>>".replace("{", "[").replace("}", "]"))
    )
    first = bench(*words(server), code=1).json
    asked = len(server.seen)
    assert first["tasks"][0]["kept"] == []
    file = journal.folder_of(bench.root, first["run"]) / journal.LINES
    # As if a parser had learnt to read these answers.
    text = file.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        if line["kind"] == "reply":
            body = json.loads(line["body"])
            message = body["choices"][0]["message"]
            message["content"] = message["content"].replace("[", "{").replace("]", "}")
            line["body"] = json.dumps(body)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    result = bench("augment", "--resume", first["run"], "--json").json
    assert len(result["tasks"][0]["kept"]) == ROUNDS
    assert len(server.seen) == asked


def test_a_run_begun_before_other_tasks_were_looked_at_goes_on(bench: World, serve: Serve):
    server = serve(lambda seen: says(answer(seen.seed)))
    first = bench(*words(server), "--max-requests", "5", code=1).json
    file = journal.folder_of(bench.root, first["run"]) / journal.PLAN
    plan = json.loads(file.read_text(encoding="utf-8"))
    for job in plan["jobs"]:
        del job["elsewhere"]
    file.write_text(json.dumps(plan), encoding="utf-8")
    result = bench("augment", "--resume", first["run"], "--json").json
    assert result["tasks"][0]["state"] == "done"
    assert len(server.seen) == ROUNDS * CANDIDATES


def test_what_was_given_up_is_asked_again_when_the_run_is_resumed(bench, serve):
    server = serve(lambda seen: fails(500))
    first = bench(*words(server)[:-1], "2", code=3).json
    failed = len(server.seen)
    server.behave = lambda seen: says(answer(seen.seed))
    result = bench("augment", "--resume", first["run"], "--json").json
    assert result["tasks"][0]["state"] == "done"
    assert len(server.seen) == failed + ROUNDS * 2
