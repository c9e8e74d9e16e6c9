"""Who may do what in which status, and what an act leaves behind."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.world import World

ACTS = ("adopt", "withdraw", "reopen", "recall", "eliminate")
LEADS_TO = {
    "adopt": "accepted", "withdraw": "withdrawn", "reopen": "draft", "recall": "draft",
    "eliminate": "eliminated",
}  # fmt: skip
# By status, the acts a curator may do; every other one is refused.
CURATOR = {
    "new draft": (),
    "numbered draft": ("adopt", "withdraw"),
    "in review": ("adopt", "withdraw", "recall"),
    "in review, one filed": ("adopt", "withdraw", "recall"),
    "in review, edited": ("adopt", "withdraw", "recall"),
    "recheck": ("adopt", "withdraw", "recall"),
    "revise": ("adopt", "withdraw"),
    "still flagged after three rounds": ("adopt", "withdraw", "reopen", "eliminate"),
    "accepted": ("withdraw", "reopen"),
    "accepted, edited": ("adopt", "withdraw"),
    "adopted": ("withdraw", "reopen"),
    "eliminated": ("reopen",),
    "eliminated by a curator": ("reopen",),
    "withdrawn": ("reopen",),
    "retired": (),
}
# By status, the acts the author may do.
AUTHOR = {
    state: tuple(
        act
        for act in acts
        if act == "withdraw" or (act == "recall" and state in ("in review", "recheck"))
    )
    for state, acts in CURATOR.items()
} | {"in review, edited": ("withdraw", "recall")}
STATUS = {
    "new draft": "draft", "numbered draft": "draft", "in review": "in_review",
    "in review, one filed": "in_review", "in review, edited": "draft", "recheck": "recheck",
    "revise": "revise", "still flagged after three rounds": "revise", "accepted": "accepted",
    "accepted, edited": "draft", "adopted": "accepted", "eliminated": "eliminated",
    "eliminated by a curator": "eliminated", "withdrawn": "withdrawn", "retired": "withdrawn",
}  # fmt: skip
# By status: the words of a refused submit, or where it leads.
SUBMIT = {
    "new draft": "in_review",
    "numbered draft": "recheck",
    "in review": "locked",
    "in review, one filed": "locked",
    "in review, edited": "locked",
    "recheck": "locked",
    "revise": "the flag on score_rubric has no answer: not good",
    "still flagged after three rounds": "That is for a curator",
    "accepted": "Change it first",
    "accepted, edited": "recheck",
    "adopted": "Change it first",
    "eliminated": "A curator can reopen it",
    "eliminated by a curator": "A curator can reopen it",
    "withdrawn": "A curator can reopen it",
    "retired": "its task is retired",
}


def reviewed(world: World, *flags: tuple[str, str]) -> str:
    name = world.submitted()
    for by, field in flags:
        world.review(name, by, *filter(None, [field]))
    return name


def insisted(world: World, name: str) -> None:
    world("submit", name, "--answer", "rubric=disagree:it is fine")


def still_flagged(world: World) -> str:
    name = reviewed(world, ("bob", "rubric"), ("cem", ""))
    for _ in range(2):
        insisted(world, name)
        world.review(name, "bob", "rubric")
    return name


def prepare(world: World, state: str) -> str:
    """An instance in this state; its name."""
    if state == "new draft":
        return world.draft()
    if state == "retired":
        world("task", "add", "reasoning/riddles", by="kit")
        name = world.submitted("reasoning/riddles")
        world("task", "retire", "reasoning/riddles", "--reason", "too easy", by="kit")
        return name
    if state in ("numbered draft", "withdrawn"):
        name = world.submitted()
        world("withdraw", name, "--reason", "r")
        if state == "numbered draft":
            world("reopen", name, "--reason", "r", by="kit")
        return name
    if state.startswith("in review"):
        name = reviewed(world, *([("bob", "")] if "one filed" in state else []))
        if "edited" in state:
            world.edit(name, input="Which?")
        return name
    if state in ("recheck", "revise"):
        name = reviewed(world, ("bob", "rubric"), ("cem", ""))
        if state == "recheck":
            insisted(world, name)
        return name
    if state == "eliminated":
        return reviewed(world, ("bob", "rubric"), ("cem", "fit"))
    if state.startswith("accepted"):
        name = reviewed(world, ("bob", ""), ("cem", ""))
        if "edited" in state:
            world.edit(name, input="Which?")
        return name
    if state == "adopted":
        name = world.submitted()
        world("adopt", name, "--reason", "r", by="kit")
        return name
    name = still_flagged(world)
    if state == "eliminated by a curator":
        world("eliminate", name, "--reason", "r", by="kit")
    return name


@pytest.fixture(scope="module")
def _every_state(_prepared: Path, tmp_path_factory: pytest.TempPathFactory):
    """A benchmark with an instance in each state, made once; names by state."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home-states")))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        root = tmp_path_factory.mktemp("states") / "bench"
        shutil.copytree(_prepared, root, symlinks=True)
        world = World(root)
        return root, {state: prepare(world, state) for state in CURATOR}


@pytest.fixture
def states(_every_state, tmp_path: Path) -> tuple[World, dict[str, str]]:
    """A fresh copy of it."""
    root, names = _every_state
    shutil.copytree(root, tmp_path / "bench", symlinks=True)
    return World(tmp_path / "bench"), names


def traces(world: World) -> tuple[str, str]:
    """What must not change when an act is refused."""
    return world.git("rev-parse", "HEAD"), world.git("status", "--porcelain", "-uall")


def do(world: World, act: str, name: str, by: str, code: int | None = None):
    return world(act, name, "--reason", "because of this", by=by, code=code)


def test_the_states_are_what_they_are_called(states):
    world, names = states
    assert {state: world.standing(name).status for state, name in names.items()} == STATUS


@pytest.mark.parametrize("act", ACTS)
def test_a_curator_may_do_it_in_some_states_and_is_told_why_not_in_others(states, act):
    world, names = states
    for state, name in names.items():
        before = traces(world)
        result = do(world, act, name, "kit")
        if act in CURATOR[state]:
            assert result.code == 0, (state, result)
            assert world.standing(name).status == LEADS_TO[act], state
        else:
            assert result.code == 1, (state, result)
            assert name in result.err
            assert STATUS[state] in result.err or "retired" in result.err or "never" in result.err
            assert traces(world) == before


@pytest.mark.parametrize("act", ACTS)
def test_an_author_may_withdraw_and_take_back_what_nobody_has_reviewed(states, act):
    world, names = states
    for state, name in names.items():
        before = traces(world)
        result = do(world, act, name, "ann")
        assert result.code == (0 if act in AUTHOR[state] else 1), (state, result)
        if act not in AUTHOR[state]:
            assert traces(world) == before


@pytest.mark.parametrize("act", ACTS)
def test_others_may_do_none_of_it(states, act):
    world, names = states
    before = traces(world)
    for name in names.values():
        do(world, act, name, "bob", code=1)
    assert traces(world) == before


@pytest.mark.parametrize("by", ["ann", "kit"])
def test_submit_opens_a_round_or_says_why_not(states, by):
    world, names = states
    for state, name in names.items():
        before = traces(world)
        result = world("submit", name, by=by, code=None)
        if SUBMIT[state] in ("in_review", "recheck"):
            assert result.code == 0, (state, result)
            now = result.out.split()[-1].rstrip(".") if state == "new draft" else name
            assert world.standing(now).status == SUBMIT[state]
        else:
            assert result.code == 1, state
            assert SUBMIT[state] in result.err, (state, result.err)
            assert traces(world) == before


def test_nobody_submits_what_is_anothers(states):
    world, names = states
    before = traces(world)
    for name in names.values():
        world("submit", name, by="bob", code=1)
    assert traces(world) == before


def test_nobody_reviews_what_is_not_in_review(states):
    world, names = states
    before = traces(world)
    for state, name in names.items():
        if state not in ("in review", "in review, one filed", "recheck"):
            refused = world.review(name, "dee", code=1)
            assert STATUS[state] in refused.err
            assert STATUS[state] in world.review(name, "ann", code=1).err
    assert traces(world) == before


def test_who_wrote_it_never_reviews_it(states):
    world, names = states
    for state in ("in review", "in review, one filed", "recheck"):
        assert "not yours to review" in world.review(names[state], "ann", code=1).err


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("reason", [[], ["--reason", ""], ["--reason", " \t\n"]])
def test_an_act_without_a_reason_is_wrong_usage(world, act, reason):
    name = world.submitted()
    before = traces(world)
    result = world(act, name, *reason, by="kit", code=2)
    assert "reason" in result.err
    assert traces(world) == before


def test_an_unknown_name_is_wrong_usage_and_nothing_is_done_to_the_known_ones(world):
    name = world.submitted()
    before = traces(world)
    for act in ACTS:
        assert "nonsense_1" in world(act, name, "nonsense_1", "--reason", "r", by="kit", code=2).err
    world("submit", name, "nonsense_1", code=2)
    assert traces(world) == before


def test_of_several_all_are_decided_or_none(world):
    one, other = world.submitted(), reviewed(world, ("bob", ""), ("cem", ""))
    before = traces(world)
    refused = world("recall", one, other, "--reason", "r", by="kit", code=1)
    assert other in refused.err
    assert traces(world) == before
    world("withdraw", one, other, "--reason", "r", by="kit")
    assert world("status", "--json").json["by_status"] == {"withdrawn": 2}


def test_naming_an_instance_twice_does_it_once(world):
    draft = world.draft()
    key = draft.removeprefix("new-")
    assert world("submit", draft, key).out == f"{draft} is submitted as reasoning_tables_0.\n"
    assert world.submitted() == "reasoning_tables_1"
    world("withdraw", "reasoning_tables_0", key, "--reason", "r")
    assert len(list(world.root.glob("tasks/*/*/reviews/reasoning_tables_0/*-withdraw-*"))) == 1


def test_adopt_takes_one_of_names_a_task_or_all(world):
    name = world.submitted()
    for words in ([], [name, "--all"], ["--task", "reasoning/tables", "--all"]):
        world("adopt", *words, "--reason", "r", by="kit", code=2)
    assert world("adopt", "--all", "--reason", "r", by="kit").out == "There is nothing to adopt.\n"


def test_adopt_all_leaves_open_rounds_and_new_drafts_alone(world):
    in_review, draft = world.submitted(), world.draft()
    reopened = prepare(world, "numbered draft")
    world("task", "add", "reasoning/riddles", by="kit")
    elsewhere = world.submitted("reasoning/riddles")
    world("recall", elsewhere, "--reason", "r")
    world("adopt", "--task", "reasoning/riddles", "--reason", "r", by="kit")
    assert world.standing(elsewhere).status == "accepted"
    assert world.standing(reopened).status == "draft"
    world("adopt", "--all", "--reason", "r", "--source", "a paper", by="kit")
    assert world.standing(reopened).basis == "adopted"
    assert world.standing(in_review).status == "in_review"
    assert world.standing(draft).status == "draft"


def test_adopting_holds_for_the_text_as_it_stands(world):
    name = prepare(world, "adopted")
    world.edit(name, input="Another question?")
    assert world.standing(name).status == "draft"
    world("submit", name)
    assert world.standing(name).status == "recheck"


@pytest.mark.parametrize("state", ["accepted", "adopted", "eliminated", "withdrawn",
                                   "eliminated by a curator"])  # fmt: skip
def test_what_is_reopened_can_be_submitted_as_it_is_and_goes_through_review(world, state):
    name = prepare(world, state)
    world("reopen", name, "--reason", "we were wrong", by="kit")
    answer = ["--answer", "rubric=disagree:no", "--answer", "fit=disagree:no"]
    world("submit", name, *answer)
    assert world.standing(name).status == "recheck"


def test_after_the_last_round_only_a_curator_goes_on(world):
    name = still_flagged(world)
    (need,) = world.standing(name).needs
    assert need.who == ("kit",)
    world.edit(name, reference_answer="Shop B.")
    refused = world("submit", name, code=1)
    assert "after 3 rounds" in refused.err
    assert world("submit", "--all").out == "There is nothing of yours to submit.\n"
    do(world, "reopen", name, "kit", code=0)
    world("submit", name, "--answer", "rubric=disagree:no")
    assert world.standing(name).round == 4


# -- what an act leaves behind ----------------------------------------------------------------


def committed(world: World) -> tuple[list[str], list[str]]:
    """Paths and trailers of the newest commit."""
    paths = world.git("show", "--name-only", "--no-renames", "--format=", "HEAD").split()
    trailers = world.git("log", "-1", "--format=%(trailers:only,unfold)").split("\n")
    return sorted(paths), [line for line in trailers if line]


def test_a_submit_is_one_commit_of_the_instance_under_its_number_and_the_act(world):
    draft = world.draft()
    world.git("config", "user.name", "Ann")
    world.git("config", "user.email", "ann@example.org")
    (world.root / "guidelines.md").write_text("half an idea\n")
    (world.root / "scratch.txt").write_text("mine\n")
    world.git("add", "guidelines.md")
    world("submit", draft)
    paths, trailers = committed(world)
    folder = "tasks/reasoning/tables"
    assert paths[0] == f"{folder}/instances/reasoning_tables_0.yaml"
    assert len(paths) == 2
    assert paths[1].startswith(f"{folder}/reviews/reasoning_tables_0/r1-submit-ann-")
    digest = world.find("reasoning_tables_0").digest
    assert trailers == [
        "Curate-Act: submit", "Instance: reasoning_tables_0", f"Digest: {digest}",
    ]  # fmt: skip
    assert world.git("status", "--porcelain") == "M  guidelines.md\n?? scratch.txt\n"


def test_a_review_is_one_commit_of_one_file(world):
    name = world.submitted()
    world.review(name, "bob", "rubric")
    paths, trailers = committed(world)
    assert len(paths) == 1
    assert paths[0].startswith(f"tasks/reasoning/tables/reviews/{name}/r1-review-bob-")
    assert trailers == [
        "Curate-Act: review", f"Instance: {name}", f"Digest: {world.find(name).digest}",
    ]  # fmt: skip


@pytest.mark.parametrize("act", ACTS)
def test_a_decision_is_one_commit_of_its_acts(states, act):
    world, names = states
    state = next(state for state, acts in CURATOR.items() if act in acts and "edited" not in state)
    do(world, act, names[state], "kit", code=0)
    paths, trailers = committed(world)
    assert len(paths) == 1
    assert f"-{act}-kit-" in paths[0]
    assert trailers[:2] == [f"Curate-Act: {act}", f"Instance: {names[state]}"]
    assert trailers[2].startswith("Digest: c1:")


def test_adopting_what_was_edited_commits_the_text_that_was_adopted(world):
    name = prepare(world, "numbered draft")
    world.edit(name, input="Which of the shops is cheapest?")
    world("adopt", name, "--reason", "r", by="kit")
    paths, _ = committed(world)
    assert len(paths) == 2
    assert world.git("status", "--porcelain") == ""


def acts_on(world: World, name: str):
    benchmark = world.load()
    return {a.act.act: a.act for a in benchmark.acts_of(benchmark.find(name))}


def test_an_act_says_who_put_it_down_where_that_was_someone_else(world):
    name = world.submitted()
    world.git("config", "user.name", "Kit")
    world.git("config", "user.email", "kit@example.org")
    world.review(name, "bob")
    assert acts_on(world, name)["review"].recorded_by == "kit"
    world.git("config", "user.email", "stranger@example.org")
    world("withdraw", name, "--reason", "r", by="ann")
    assert acts_on(world, name)["withdraw"].recorded_by == "stranger@example.org"


def test_an_act_of_ones_own_names_nobody_else(world):
    world.git("config", "user.name", "Bob")
    world.git("config", "user.email", "BOB@example.org")
    name = world.submitted()
    world.review(name, "bob")
    act = next(world.root.glob(f"tasks/*/*/reviews/{name}/r1-review-bob-*"))
    assert "recorded_by" not in act.read_text()
    assert acts_on(world, name)["submit"].recorded_by == "bob"


def test_an_alias_is_the_same_person(world):
    file = world.root / "people" / "ann.yaml"
    file.write_text("name: Ann\nemails: [ann@example.org, a@b.org]\nroles: [author, reviewer]\n")
    name = world.draft()
    world.git("config", "user.name", "Ann")
    world.git("config", "user.email", "a@b.org")
    name = world("submit", name).out.split()[-1].rstrip(".")
    assert acts_on(world, name)["submit"].recorded_by == ""
    assert acts_on(world, name)["submit"].writers == ["ann"]


def test_an_act_that_was_edited_is_an_error_of_the_benchmark(world):
    name = world.submitted()
    world.review(name, "bob", "rubric")
    act = next(world.root.glob(f"tasks/*/*/reviews/{name}/r1-review-bob-*"))
    act.write_text(act.read_text().replace("not good", "good enough"))
    found = world("validate", "--json", code=1).json["findings"]
    assert [(f["code"], f["file"]) for f in found] == [
        ("ACT_EDITED", act.relative_to(world.root).as_posix())
    ]
    assert "good enough" not in str(found)


def test_later_acts_never_touch_earlier_ones(world):
    name = still_flagged(world)
    world("eliminate", name, "--reason", "r", by="kit")
    world("reopen", name, "--reason", "r", by="kit")
    log = world.git("log", "--diff-filter=MDR", "--name-only", "--format=", "--", "tasks/*/reviews")
    assert log == ""
    assert world("validate", "--json").json["errors"] == 0
