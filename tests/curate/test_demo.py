"""The example benchmark: whole, sound, and walked through to a release."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmark.load import load_folder
from benchmark.release.verify import verify
from benchmark.validate import validate
from tests.world import run


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a demo and what it printed."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("home-demo")
        patch.setenv("HOME", str(home))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        root = tmp_path_factory.mktemp("demo") / "bench"
        result = run("demo", root)
    assert result.code == 0, result
    return root, result.out


def test_it_has_three_capabilities_six_tasks_and_eighteen_written_instances(told):
    benchmark = load_folder(told[0])
    assert len(benchmark.capabilities) == 3
    written = [x for x in benchmark.instances if x.instance.provenance.origin == "human"]
    assert Counter(loaded.task for loaded in written) == dict.fromkeys(benchmark.tasks, 3)
    assert len(benchmark.tasks) == 6
    assert len(benchmark.people) == 4


def test_every_rubric_is_the_instances_own(told):
    rubrics = [loaded.instance.score_rubric for loaded in load_folder(told[0]).instances]
    for field in type(rubrics[0]).model_fields:
        assert len({getattr(rubric, field) for rubric in rubrics}) == len(rubrics)


def test_one_task_is_german_and_one_has_formulas(told):
    benchmark = load_folder(told[0])
    languages = Counter(x.instance.language for x in benchmark.instances)
    assert languages == {"en": 17, "de": 3}
    with_formulas = {x.task for x in benchmark.instances if "\\" in x.instance.input}
    assert len(with_formulas) == 1


def test_two_instances_were_generated_by_prepared_answers_and_checked_by_their_owners(told):
    root, printed = told
    generated = [
        x.instance.provenance
        for x in load_folder(root).instances
        if x.instance.provenance.origin == "augmented"
    ]
    assert len(generated) == 2
    for provenance in generated:
        assert provenance.model.startswith("scripted:")
        assert provenance.checked_by == provenance.owner
    assert "plays back prepared answers" in printed
    for reason in ("refusal", "damaged", "placeholder", "duplicate"):
        assert f"dropped as {reason}" in printed
    assert printed.count("least similar: kept") == 2


def test_nothing_is_wrong_with_it(told):
    assert validate(load_folder(told[0])) == []


def test_it_shows_acceptance_revision_elimination_and_release(told):
    root, printed = told
    for outcome in ("accepted", "revise", "recheck", "eliminated", "every byte is as frozen"):
        assert outcome in printed
    found = verify(root.with_name(root.name + "-release-1.0.0"))
    assert found.problems == ()
    assert len(found.manifest.instances) == 19
    assert [entry.status for entry in found.manifest.left_out] == ["eliminated"]


def test_the_commands_it_names_work(told, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    named = [line.partition("#")[0] for line in told[1].split("\n") if line[:8] == "  curate"]
    assert len(named) >= 4
    for command in named:
        assert run(*command.split()[1:]).code == 0, command


def test_a_folder_in_use_is_left_alone(tmp_path: Path):
    (tmp_path / "mine.txt").write_text("mine")
    assert run("demo", tmp_path).code == 2
