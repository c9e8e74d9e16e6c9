"""Beginnings: a benchmark, its people, its tasks, its drafts."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.identity import person_id_for
from tests.benchmark.kit import author_of, files_of, hook, named, paths_in, state_of
from tests.world import TASK, World, git, run

INSTANCES = "tasks/reasoning/tables/instances"


# -- init ---------------------------------------------------------------------------------


def test_a_new_folder_becomes_a_repository_with_one_commit(tmp_path):
    result = run("--as", "kit@example.org", "init", tmp_path / "a" / "bench", "--name", "Ü bench")
    root = tmp_path / "a" / "bench"
    assert result.code == 0
    assert paths_in(root) == set(files_of(root))
    assert git(root, "rev-list", "--count", "HEAD") == "1\n"
    assert git(root, "status", "--porcelain", "--ignored") == ""
    benchmark = World(root).load()
    assert benchmark.settings.name == "Ü bench"
    assert benchmark.settings.canary
    assert benchmark.people["kit"].roles == ["author", "reviewer", "curator"]
    assert World(root)("validate").out == "0 errors, 0 warnings, 0 notes.\n"
    assert World(root)("doctor").code == 0


def test_two_benchmarks_have_two_canaries(tmp_path):
    for name in ("one", "two"):
        run("--as", "kit@example.org", "init", tmp_path / name)
    one, two = (World(tmp_path / name).load().settings.canary for name in ("one", "two"))
    assert one != two


def test_a_benchmark_is_not_begun_twice(world):
    before = state_of(world.root)
    result = run("--as", "kit@example.org", "init", world.root)
    assert result.code == 1
    assert "already" in result.err
    assert state_of(world.root) == before


def test_an_existing_repository_keeps_its_files_and_history(tmp_path):
    git(tmp_path, "init", "-q", "-b", "trunk")
    named(tmp_path, "kit")
    (tmp_path / "README.md").write_text("Mine.\n")
    (tmp_path / ".gitignore").write_text("*.log")
    (tmp_path / ".gitattributes").write_text("* text=auto\n*.png binary")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "Before")
    (tmp_path / "README.md").write_text("Being edited.\n")
    assert run("init", tmp_path).code == 0
    assert git(tmp_path, "rev-list", "--count", "trunk") == "2\n"
    assert git(tmp_path, "status", "--porcelain") == " M README.md\n"
    assert (tmp_path / ".gitignore").read_text() == "*.log\n.curate/\n"
    attributes = (tmp_path / ".gitattributes").read_text()
    assert attributes.startswith("* text=auto\n*.png binary\n")
    assert "text: unset" in git(tmp_path, "check-attr", "text", "people/kit.yaml")
    assert "text: auto" in git(tmp_path, "check-attr", "text", "x.txt")
    assert World(tmp_path)("doctor", by="kit").code == 0


def test_without_an_identity_the_files_are_there_and_what_is_left_is_said(tmp_path):
    root = tmp_path / "bench"
    result = run("init", root)
    assert result.code == 0
    assert "git config user.email" in result.err
    assert "people add" in result.err
    assert World(root).load().people == {}
    with pytest.raises(Exception, match="non-zero"):
        git(root, "rev-parse", "-q", "--verify", "HEAD")
    world = World(root)
    assert run("-C", root, "people", "add", "ann@example.org", "--name", "Ann").code == 0
    assert author_of(root) == "Ann <ann@example.org>"
    named(root, "ann")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Begin the benchmark")
    world("task", "add", TASK)
    assert world.submitted()
    assert git(root, "status", "--porcelain") == ""


def test_a_refused_beginning_leaves_no_benchmark(tmp_path):
    git(tmp_path, "init", "-q")
    hook(tmp_path, "pre-commit", "exit 1")
    assert run("--as", "kit@example.org", "init", tmp_path).code == 1
    assert files_of(tmp_path) == {}
    hook(tmp_path, "pre-commit", "exit 0")
    assert run("--as", "kit@example.org", "init", tmp_path).code == 0


def test_a_file_in_the_way_is_not_overwritten(tmp_path):
    (tmp_path / "guidelines.md").write_text("Mine.\n")
    result = run("--as", "kit@example.org", "init", tmp_path)
    assert result.code == 1
    assert "guidelines.md" in result.err
    assert files_of(tmp_path) == {"guidelines.md": b"Mine.\n"}


def test_a_file_where_the_folder_should_be_is_said(tmp_path):
    (tmp_path / "bench").write_text("a file\n")
    result = run("--as", "kit@example.org", "init", tmp_path / "bench")
    assert result.code in (1, 2)
    assert "bench" in result.err


# -- people -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "email", "taken", "expected"),
    [
        ("Ann Lee", "a@example.org", (), "ann"),
        ("Ångström Ünver", "x@example.org", (), "angstrom"),
        ("李雷", "li.lei@example.org", (), "li_lei"),
        ("Мария", "мария@example.org", (), "person"),
        ("", "first.last+tag@example.org", (), "first_last_tag"),
        ("Ann", "b@example.org", ("ann",), "ann_2"),
        ("Ann", "b@example.org", ("ann", "ann_2"), "ann_3"),
        ("  Ann", "b@example.org", (), "ann"),
        ("-", "-@example.org", ("person",), "person_2"),
        ("../../etc", "x@example.org", (), "etc"),
    ],
)
def test_ids_are_made_of_names_and_never_taken_twice(name, email, taken, expected):
    assert person_id_for(name, email, taken) == expected


def test_a_new_person_writes_and_reviews_unless_told_otherwise(world):
    world("people", "add", "eve@example.org", "--name", "Eve Ö.", by="kit")
    world(
        "people", "add", "fay@example.org", "--role", "reviewer", "--can", "reasoning",
        "--language", "de", by="kit",
    )  # fmt: skip
    people = world.load().people
    assert (people["eve"].name, people["eve"].roles) == ("Eve Ö.", ["author", "reviewer"])
    assert people["fay"].roles == ["reviewer"]
    assert (people["fay"].capabilities, people["fay"].languages) == (["reasoning"], ["de"])
    assert paths_in(world.root) == {"people/fay.yaml"}


def test_what_a_known_person_may_do_is_added_to(world):
    for more in (["--role", "curator"], ["--language", "th"], ["--language", "de"]):
        world("people", "add", "ANN@example.org", *more, by="kit")
    ann = world.load().people["ann"]
    assert ann.roles == ["author", "reviewer", "curator"]
    assert ann.languages == ["th", "de"]
    assert ann.name == "Ann"


def test_adding_what_is_there_makes_no_commit(world):
    before = state_of(world.root)
    world("people", "add", "ann@example.org", "--role", "author", by="kit")
    assert state_of(world.root) == before


def test_an_alias_is_the_same_person(world):
    file = world.root / "people" / "ann.yaml"
    file.write_text(
        "# my file\nname: Ann\nemails: [ann@example.org, Ann.Lee@Uni.example]  # both\n"
        "roles: [author, reviewer]\n"
    )
    world.git("config", "user.name", "A. Lee")
    world.git("config", "user.email", "ann.lee@uni.EXAMPLE")
    assert run("-C", world.root, "new", TASK).code == 0
    assert [x.instance.provenance.author for x in world.load().instances] == ["ann"]
    world("people", "add", "ann.lee@uni.example", "--role", "curator", by="kit")
    text = file.read_text()
    assert "# my file" in text
    assert "# both" in text
    assert world.load().people["ann"].roles[-1] == "curator"


@pytest.mark.parametrize("path", ["people/ann.yaml", "tasks/reasoning/tables/task.yaml"])
def test_a_file_saved_with_a_byte_order_mark_is_changed_in_place(world, path):
    file = world.root / path
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    world("people", "add", "ann@example.org", "--role", "curator", by="kit")
    world("task", "retire", TASK, "--reason", "dull", by="kit")
    assert world.load().people["ann"].roles[-1] == "curator"
    assert world.load().is_retired(("reasoning", "tables"))
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")


def test_only_a_curator_changes_who_takes_part(world):
    before = state_of(world.root)
    result = world("people", "add", "eve@example.org", code=1)
    assert "curator" in result.err
    assert state_of(world.root) == before


@pytest.mark.parametrize("email", ["ann", "@", "a b@c", "a@", "@b", ""])
def test_what_is_no_address_is_refused(world, email):
    world("people", "add", email, by="kit", code=2)


@pytest.mark.parametrize("role", [[], ["--role", "author"]])
def test_the_first_person_is_a_curator_whatever_else(tmp_path, role):
    run("init", tmp_path)
    assert run("-C", tmp_path, "people", "add", "ann@example.org", *role).code == 0
    assert "curator" in World(tmp_path).load().people["ann"].roles
    assert "author" in World(tmp_path).load().people["ann"].roles


def test_who_has_left_does_not_act(world):
    file = world.root / "people" / "ann.yaml"
    file.write_text(file.read_text() + "left: true\n")
    result = world("new", TASK, code=1)
    assert "left" in result.err


def test_a_person_whose_file_cannot_be_read_is_not_replaced(world):
    file = world.root / "people" / "ann.yaml"
    file.write_text("name: [Ann\n")
    world("people", "add", "ann@example.org", "--name", "Ann", by="kit", code=1)
    assert file.read_text() == "name: [Ann\n"


# -- tasks --------------------------------------------------------------------------------


def test_tasks_and_capabilities_keep_the_order_they_were_added_in(world):
    for task in ("zebra/two", "apple/one", "zebra/alpha", "reasoning/aaa"):
        world("task", "add", task, by="kit")
    assert list(world.load().tasks) == [
        ("reasoning", "tables"), ("reasoning", "aaa"), ("zebra", "two"), ("zebra", "alpha"),
        ("apple", "one"),
    ]  # fmt: skip
    assert list(world.load().capabilities) == ["reasoning", "zebra", "apple"]


@pytest.mark.parametrize(
    "task", ["reasoning/tables_1", "reasoning_tables/1", "reasoning/tables_1_2"]
)
def test_a_task_whose_ids_could_be_anothers_is_refused(world, task):
    before = state_of(world.root)
    result = world("task", "add", task, by="kit", code=1)
    assert "reasoning/tables" in result.err
    assert state_of(world.root) == before


def test_a_task_that_an_existing_one_could_be_mistaken_for_is_refused(world):
    world("task", "add", "a/b_1", by="kit")
    assert "a/b_1" in world("task", "add", "a/b", by="kit", code=1).err
    assert "a/b_1" in world("task", "add", "a_b/1", by="kit", code=1).err
    world("task", "add", "a/b_one", by="kit")


@pytest.mark.parametrize("task", ["x", "x/y/z", "X/y", "x/y-z", "x/ÿ", "../x", "x/__", "x/y_"])
def test_what_is_no_name_is_wrong_usage(world, task):
    before = files_of(world.root)
    world("task", "add", task, by="kit", code=2)
    assert files_of(world.root) == before


def test_a_task_is_added_once_and_belongs_to_who_added_it(world):
    world("task", "add", "x/y", by="bob")
    assert world.load().tasks["x", "y"].owner == "bob"
    assert "already" in world("task", "add", "x/y", code=1).err
    assert paths_in(world.root) == {"tasks/x/capability.yaml", "tasks/x/y/task.yaml"}


def test_a_retired_task_withdraws_its_instances_until_it_is_restored(world):
    name = world.submitted()
    world.review(name, "bob")
    card = world.root / "tasks/reasoning/tables/task.yaml"
    card.write_text("# by hand\n" + card.read_text())
    world("task", "retire", TASK, "--reason", "dull,\n\nvery: dull", by="kit")
    assert world.standing(name).status == "withdrawn"
    assert world.load().tasks["reasoning", "tables"].reason == "dull,\n\nvery: dull"
    assert "dull" in world.git("log", "-1", "--format=%B")
    world("new", TASK, code=1)
    world("task", "retire", TASK, "--reason", "again", by="kit", code=1)
    world("task", "restore", TASK, by="kit")
    assert world.standing(name).status == "in_review"
    assert world.load().tasks["reasoning", "tables"].reason == ""
    assert card.read_text().startswith("# by hand\n")
    world("task", "restore", TASK, by="kit", code=1)


def test_only_a_curator_retires_and_only_with_a_reason(world):
    world("task", "retire", TASK, "--reason", "dull", code=1)
    world("task", "retire", TASK, "--reason", "  ", by="kit", code=2)
    world("task", "retire", "no/where", "--reason", "dull", by="kit", code=2)
    assert not world.load().is_retired(("reasoning", "tables"))


# -- drafts -------------------------------------------------------------------------------


def test_a_new_draft_is_a_file_of_its_own_and_no_commit(world):
    before = world.git("rev-parse", "HEAD")
    path = Path(world("new", TASK).out.split("\n")[0])
    assert path.is_file()
    assert world.git("rev-parse", "HEAD") == before
    loaded = world.find(path.stem)
    assert loaded.name == f"new-{loaded.instance.key}"
    assert loaded.instance.owner == "ann"
    assert world.load().settings.canary in path.read_text()
    assert world("validate").code == 0


def test_a_new_draft_has_the_language_of_its_task(world):
    card = world.root / "tasks/reasoning/tables/task.yaml"
    card.write_text(card.read_text() + "languages: [th, de]\n")
    name = Path(world("new", TASK).out.split("\n")[0]).stem
    assert world.find(name).instance.language == "th"


def test_a_draft_needs_a_task_that_is_there_and_somebody_who_writes(world):
    assert "curate task add" in world("new", "no/where", code=2).err
    world("people", "add", "rev@example.org", "--role", "reviewer", by="kit")
    assert "author" in world("new", TASK, by="rev", code=1).err


def test_a_copied_draft_is_not_submitted_with_its_originals_key(world):
    name = world.draft()
    folder = world.root / INSTANCES
    (folder / "new-00copy00.yaml").write_bytes((folder / f"{name}.yaml").read_bytes())
    world("submit", name)
    result = world("submit", "new-00copy00", code=1)
    assert "key" in result.err
    assert "curate new" in result.err
    assert world("validate", "--json", code=1).json["errors"]


def test_a_discarded_draft_is_kept_beside_the_tree(world):
    name = world.draft(input="Not so good.")
    result = world("discard", name)
    assert not (world.root / INSTANCES).exists()
    kept = Path(result.out.split(" kept in ")[1].strip().rstrip("."))
    assert "Not so good." in (kept / f"{name}.yaml").read_text()
    assert world.git("status", "--porcelain", "-uall") == ""


def test_a_discarded_draft_that_others_have_is_removed_by_a_commit(world):
    name = world.draft()
    world("sync")
    world("discard", name)
    assert paths_in(world.root) == {f"{INSTANCES}/{name}.yaml"}
    assert world.git("status", "--porcelain") == ""
    assert "Curate-Act: discard" in world.git("log", "-1", "--format=%B")


def test_a_discarded_draft_that_was_only_staged_leaves_the_index(world):
    name = world.draft()
    world.git("add", "-A")
    world("discard", name)
    assert world.git("status", "--porcelain") == ""
    assert not (world.root / INSTANCES / f"{name}.yaml").exists()


def test_drafts_of_others_are_not_discarded_but_by_a_curator(world):
    name = world.draft(by="ann")
    result = world("discard", name, by="bob", code=1)
    assert "bob" not in result.err
    assert world.find(name)
    world("discard", name, by="kit")


def test_what_has_a_number_is_not_discarded(world):
    name = world.submitted()
    assert f"curate withdraw {name}" in world("discard", name, code=1).err
    assert world.find(name)


def test_a_discard_that_git_refuses_leaves_the_draft(world):
    name = world.draft()
    world("sync")
    hook(world.root, "pre-commit", "exit 1")
    before = state_of(world.root)
    world("discard", name, code=1)
    assert state_of(world.root) == before
