"""A verb loads what it needs and nothing of the others'."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from curate.group import VERBS
from tests.world import World

HEAVY = (
    "textual", "openai", "pydantic", "ruamel", "yaml", "git", "torch", "bert_score",
    "sentence_transformers", "numpy",
)  # fmt: skip
CODE = """
import json, sys
from curate.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("\\n" + json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def loaded_by(*words: str) -> set[str]:
    """Top-level modules in the process after a command."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *words], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.rstrip().split("\n")[-1]))


def lines() -> list[list[str]]:
    return [
        [verb, *inner]
        for verb, target in VERBS.items()
        for inner in ([[name] for name in target] if isinstance(target, dict) else [[]])
    ]


@pytest.mark.parametrize("words", [[], *lines()], ids=" ".join)
def test_help_loads_no_library_but_typer(words: list[str]):
    assert loaded_by(*words, "--help").isdisjoint(HEAVY)


@pytest.mark.parametrize(
    ("words", "needless"),
    [
        (["validate"], {"git", "textual", "openai", "torch"}),
        (["status"], {"textual", "openai", "torch"}),
        (["review", "queue"], {"textual", "openai", "torch"}),
        (["export", "biggen", "--out", "x.json"], {"git", "textual", "openai", "torch"}),
        (["schema"], {"git", "textual", "openai", "torch"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_verb_loads_no_other_verbs_libraries(
    world: World, words: list[str], needless: set[str], tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    loaded = loaded_by("-C", str(world.root), "--as", "ann@example.org", *words)
    assert loaded.isdisjoint(needless)


def test_every_verb_has_a_first_sentence_that_fits_the_list():
    done = subprocess.run(
        [sys.executable, "-m", "curate", "--help"], capture_output=True, text=True, check=True
    )
    assert "..." not in done.stdout.partition("Commands:")[2].partition("Anywhere")[0]
