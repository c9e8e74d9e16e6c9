"""A commit of an act: exactly its paths, as the user has git set up, or nothing at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.git import Git
from benchmark.load import load
from benchmark.tree import MemoryTree
from tests.benchmark.kit import (
    author_of,
    curate,
    files_of,
    hook,
    named,
    paths_in,
    state_of,
)
from tests.world import AS_KIT, TASK, World, git, run

INSTANCES = "tasks/reasoning/tables/instances"
REVIEWS = "tasks/reasoning/tables/reviews"


# -- identity -----------------------------------------------------------------------------


def test_without_an_identity_acts_are_refused_and_nothing_is_invented(world):
    name = world.draft()
    before = state_of(world.root)
    result = run("-C", world.root, "submit", name)
    assert result.code == 1
    assert "git config user.email" in result.err
    assert "--as" in result.err
    assert state_of(world.root) == before


def test_a_name_without_an_address_is_no_identity(world):
    world.git("config", "user.name", "Ann")
    assert "git config user.email" in run("-C", world.root, "new", TASK).err


def test_an_act_as_somebody_is_committed_under_their_name_where_git_has_none(world):
    world.submitted(by="ann")
    assert author_of(world.root) == "Ann <ann@example.org>"
    log = world.git("log", "-1", "--format=%cn <%ce>")
    assert log == "Ann <ann@example.org>\n"


def test_gits_own_identity_records_the_act_of_another(world):
    named(world.root, "kit")
    name = world.submitted(by="ann")
    world.review(name, "bob")
    assert author_of(world.root) == "Kit <kit@example.org>"
    acts = [recorded.act for recorded in world.load().acts_of(world.find(name))]
    assert {(act.by, act.recorded_by) for act in acts} == {("ann", "kit"), ("bob", "kit")}


def test_somebody_whom_the_benchmark_does_not_know_is_told_how_to_be_added(world):
    world.git("config", "user.name", "Eve")
    world.git("config", "user.email", "eve@example.org")
    result = run("-C", world.root, "new", TASK)
    assert result.code == 1
    assert "curate people add eve@example.org" in result.err
    assert run("-C", world.root, "status").code == 0


def test_the_environment_names_who_acts(world, monkeypatch):
    monkeypatch.setenv("CURATE_USER", "bob@example.org")
    assert run("-C", world.root, "new", TASK).code == 0
    assert [x.instance.provenance.author for x in world.load().instances] == ["bob"]


# -- hooks and signing --------------------------------------------------------------------


@pytest.fixture
def signing(world: World) -> World:
    """Every commit is signed with an ssh key of ann's."""
    if not shutil.which("ssh-keygen"):
        pytest.skip("no ssh-keygen to sign with")
    key = world.root.parent / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    allowed = world.root.parent / "allowed"
    allowed.write_text(f"ann@example.org {key.with_suffix('.pub').read_text()}")
    for name, value in (
        ("gpg.format", "ssh"),
        ("user.signingKey", key),
        ("commit.gpgSign", "true"),
        ("gpg.ssh.allowedSignersFile", allowed),
    ):
        world.git("config", name, value)
    return world


def test_acts_are_signed_where_the_user_signs(signing):
    signing.submitted()
    signing.git("verify-commit", "HEAD")
    assert signing.git("log", "-1", "--format=%G? %GS") == "G ann@example.org\n"


def test_a_user_who_sees_signatures_in_the_log_is_read_rightly(signing):
    signing.git("config", "log.showSignature", "true")
    name = signing.submitted()
    signing.edit(name, input="Changed by ann, committed by cem.")
    signing.git("-c", "user.name=Cem", "-c", "user.email=cem@example.org", "commit", "-qam", "x")
    signing("recall", name, "--reason", "changed")
    signing("submit", name)
    newest = max(
        (a.act for a in signing.load().acts_of(signing.find(name)) if a.act.act == "submit"),
        key=lambda act: act.round,
    )
    assert newest.writers == ["ann", "cem"]


def test_a_signature_that_fails_leaves_no_half_act(signing):
    name = signing.draft()
    signing.git("config", "user.signingKey", signing.root / "no such key")
    before = state_of(signing.root)
    result = signing("submit", name, code=1)
    assert "sign" in result.err
    assert state_of(signing.root) == before


def test_a_program_that_signs_is_asked(world):
    program = world.root.parent / "gpg"
    program.write_text(
        '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED D 1 8 00 1 AB" >&2\n'
        "echo -----BEGIN PGP SIGNATURE-----\necho\necho made of cheese\n"
        "echo -----END PGP SIGNATURE-----\n"
    )
    program.chmod(0o755)
    world.git("config", "gpg.program", program)
    world.git("config", "commit.gpgSign", "true")
    world.submitted()
    assert "made of cheese" in world.git("cat-file", "commit", "HEAD")


@pytest.mark.parametrize("at", ["pre-commit", "commit-msg", "prepare-commit-msg"])
def test_a_hook_that_refuses_leaves_everything_as_it_was(world, at):
    name = world.draft()
    hook(world.root, at, "echo 'lint: a line is too long' >&2; exit 1")
    before = state_of(world.root)
    result = world("submit", name, code=1)
    assert "lint: a line is too long" in result.err
    assert "Nothing was committed" in result.err
    assert state_of(world.root) == before
    assert world.find(name).instance.input


def test_what_was_typed_is_kept_and_named_when_a_hook_refuses_a_review(world):
    name = world.submitted()
    hook(world.root, "pre-commit", "exit 1")
    before = state_of(world.root)
    result = world.review(name, "bob", "rubric", code=1)
    assert state_of(world.root) == before
    kept = [p for p in world.root.rglob(".git/curate/**/*") if "review-bob" in p.name]
    assert len(kept) == 1
    assert str(kept[0].parent) in result.err
    assert "not good" in kept[0].read_text()
    assert str(kept[0].parent) in world("doctor", code=1).out


def test_an_act_works_again_when_the_hook_agrees(world):
    name = world.draft()
    hook(world.root, "pre-commit", "exit 1")
    world("submit", name, code=1)
    hook(world.root, "pre-commit", "exit 0")
    world("submit", name)
    assert world.standing("reasoning_tables_0").status == "in_review"
    assert world.git("status", "--porcelain") == ""


def test_a_hook_sees_exactly_the_paths_of_the_act(world):
    seen = world.root.parent / "seen"
    hook(world.root, "pre-commit", f'git diff --cached --no-renames --name-only > "{seen}"')
    (world.root / "mine.txt").write_text("mine\n")
    world.git("add", "mine.txt")
    world.submitted()
    assert set(seen.read_text().split()) == paths_in(world.root)


def test_a_hook_that_deletes_a_file_of_ours_costs_only_that_file(world):
    names = [world.draft(), world.draft()]
    hook(world.root, "pre-commit", f"rm {INSTANCES}/reasoning_tables_1.yaml; exit 1")
    result = world("submit", "--all", code=1)
    left = {x.name for x in world.load().instances}
    assert len(left) == 1
    assert left < set(names)
    assert not (world.root / REVIEWS).exists()
    assert "reasoning_tables_1" in result.err
    assert "git status" in result.err
    assert world.git("diff", "--cached", "--name-only") == ""


# -- what the user has staged -------------------------------------------------------------


@pytest.fixture
def with_staged(world: World) -> World:
    """The user has staged an edit, a new file, a deletion and a rename of their own."""
    root = world.root
    (root / "scripts").mkdir()
    (root / "scripts" / "old name.py").write_text("print()\n" * 20)
    (root / "scripts" / "gone.py").write_text("1\n")
    world.git("add", "scripts")
    world.git(*AS_KIT, "commit", "-qm", "Scripts")
    (root / "guidelines.md").write_text("Ours.\n")
    (root / "new ü\n.txt").write_text("new\n")
    world.git("add", "guidelines.md", "new ü\n.txt")
    world.git("rm", "-q", "scripts/gone.py")
    world.git("mv", "scripts/old name.py", "scripts/new name.py")
    (root / "guidelines.md").write_text("Ours, and more.\n")
    return world


def staged(world: World) -> str:
    return world.git("diff", "--cached")


def test_staged_files_are_not_swept_in_and_stay_staged(with_staged):
    before = staged(with_staged)
    name = with_staged.submitted()
    assert staged(with_staged) == before
    assert paths_in(with_staged.root) == {
        f"{INSTANCES}/{name}.yaml",
        *(
            p
            for p in paths_in(with_staged.root)
            if p.startswith(f"{REVIEWS}/{name}/r1-submit-ann-")
        ),
    }
    with_staged.review(name, "bob")
    with_staged("withdraw", name, "--reason", "double")
    assert staged(with_staged) == before


def test_staged_files_stay_staged_when_the_commit_fails(with_staged):
    name = with_staged.draft()
    hook(with_staged.root, "pre-commit", "exit 1")
    before = state_of(with_staged.root)
    with_staged("submit", name, code=1)
    assert state_of(with_staged.root) == before


def test_a_draft_that_the_user_staged_is_submitted_whole(world):
    name = world.draft()
    world.git("add", "-A")
    world.edit(name, input="Changed after it was staged.")
    world("submit", name)
    assert world.git("status", "--porcelain") == ""
    stored = world.git("show", f"HEAD:{INSTANCES}/reasoning_tables_0.yaml")
    assert "Changed after it was staged." in stored


def test_a_draft_that_the_user_staged_stays_so_when_the_commit_fails(world):
    name = world.draft()
    world.git("add", "-A")
    hook(world.root, "pre-commit", "exit 1")
    before = state_of(world.root)
    world("submit", name, code=1)
    assert state_of(world.root) == before


def test_an_ignored_folder_does_not_keep_acts_out(world):
    (world.root / ".gitignore").write_text("reviews/\n*.yaml\n")
    name = world.submitted()
    assert any(path.startswith(REVIEWS) for path in paths_in(world.root))
    world.review(name, "bob")
    assert world.git("status", "--porcelain", "--", "tasks") == ""


def test_a_lock_that_another_git_holds_is_reported_and_nothing_changes(world):
    name = world.draft()
    (world.root / ".git" / "index.lock").touch()
    before = files_of(world.root)
    result = world("submit", name, code=1)
    assert "index.lock" in result.err
    assert files_of(world.root) == before
    assert "index.lock" in world("doctor", code=1).out


# -- what surrounds us --------------------------------------------------------------------


@pytest.mark.parametrize(
    "odd",
    [
        'quote"d', "new\nline", "ünïcode/日本語.txt", "back\\slash", "-leading", " blank ",
        "a\tb", "tasks/reasoning/*.txt", ":(top)x", "\x01\x1b[31m",
    ],
)  # fmt: skip
def test_odd_names_elsewhere_in_the_repository_disturb_nothing(world, odd):
    file = world.root / odd
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("odd\n")
    world.git("add", "-A")
    world.git(*AS_KIT, "commit", "-qm", "Odd")
    file.write_text("changed\n")
    (world.root / f"{odd} too").write_text("untracked\n")
    name = world.submitted()
    world.review(name, "bob", "reference")
    world.review(name, "cem")
    world.edit(name, reference_answer="Better.")
    world("submit", name)
    assert world.standing(name).round == 2
    assert len(world.git("status", "--porcelain", "-z").split("\0")) == 3


def test_names_that_are_no_text_disturb_nothing(world):
    file = os.fsencode(world.root) + b"/\xff\xfe.txt"
    with open(file, "w") as handle:  # noqa: PTH123 - a name that pathlib would not take
        handle.write("odd")
    name = world.submitted()
    world.git("add", "-A")
    world.git(*AS_KIT, "commit", "-qm", "Odd")
    world.review(name, "bob")
    assert world.standing(name).reviews


def test_a_hook_that_runs_curate_works_on_its_own_repository(world, monkeypatch, tmp_path):
    other = tmp_path / "other"
    git(tmp_path, "init", "-q", other)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_PREFIX", "somewhere/")
    world.submitted()
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    assert world.git("log", "-1", "--format=%s") == "Submit reasoning_tables_0 (round 1)\n"
    assert world.git("status", "--porcelain") == ""
    assert not (other / ".git" / "index").exists()


def test_a_work_tree_named_in_the_environment_does_not_mislead(world, monkeypatch, tmp_path):
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    world.submitted()
    monkeypatch.delenv("GIT_WORK_TREE", raising=False)
    assert world.git("status", "--porcelain") == ""


def test_a_commit_hook_that_validates_does_not_stand_in_its_own_way(world):
    hook(
        world.root,
        "pre-commit",
        f'PYTHONPATH="{Path(__file__).parents[2]}" "{sys.executable}" -m curate validate',
    )
    name = world.submitted()
    assert world.git("status", "--porcelain") == ""
    (world.root / "people" / "ann.yaml").write_text("name: Ann\nname: Ann\nemails: []\n")
    before = state_of(world.root)
    result = curate(world.root, "withdraw", name, "--reason", "x", by="kit")
    assert "DUPLICATE_KEY" in result.stderr + result.stdout
    assert state_of(world.root) == before


def test_a_commit_says_what_was_done_in_trailers(world):
    name = world.submitted()
    body = world.git("log", "-1", "--format=%B")
    assert "Curate-Act: submit" in body
    assert f"Instance: {name}" in body
    assert f"Digest: {world.find(name).digest}" in body


def test_the_digest_is_the_same_from_what_git_stored(world):
    name = world.submitted(input="ends in newlines\n\n\n", notes="x\n")
    path = f"{INSTANCES}/{name}.yaml"
    shown = subprocess.run(
        ["git", "show", f"HEAD:{path}"], cwd=world.root, check=True, capture_output=True
    ).stdout
    stored = Git(world.root)
    assert stored.file_at("HEAD", path) == shown == (world.root / path).read_bytes()
    again = load(MemoryTree(stored.files_at("HEAD")))
    assert again.find(name).digest == world.find(name).digest
    assert [a.act.digest for a in again.acts_of(again.find(name))] == [again.find(name).digest]


def test_messages_of_users_with_templates_and_comment_characters_are_ours(world):
    template = world.root.parent / "template"
    template.write_text("# Ticket: \n")
    world.git("config", "commit.template", template)
    world.git("config", "commit.cleanup", "scissors")
    world.git("config", "commit.verbose", "true")
    world.git("config", "core.commentChar", "C")
    world.submitted()
    assert world.git("log", "-1", "--format=%s") == "Submit reasoning_tables_0 (round 1)\n"
    assert "Curate-Act: submit" in world.git("log", "-1", "--format=%B")
