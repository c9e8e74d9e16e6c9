"""A benchmark in a temporary folder, driven through the real command line."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark import instance_file
from benchmark.load import Benchmark, LoadedInstance, load_folder
from curate.main import main
from review.rule import Standing
from review.standings import standing_of
from schemas.instance import ScoreRubric

_WHOLE = Path(
    os.environ.get("CURATE_BIGGEN", Path(__file__).parents[2] / "shared" / "data" / "biggen")
)
BIGGEN_IS_WHOLE = (_WHOLE / "sample_responses.json").is_file()
# All 765 published instances where they are at hand, else the part that ships with the tests.
BIGGEN = _WHOLE if BIGGEN_IS_WHOLE else Path(__file__).parent / "data" / "biggen"
TASK = "reasoning/tables"


@dataclass(frozen=True)
class Result:
    """What one command gave back."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: str | Path) -> Result:
    """The command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main([str(word) for word in arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
    return Result(code, out.getvalue(), err.getvalue())


class World:
    """One copy of a benchmark. Calling it runs a command as one of its people."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __call__(self, *arguments: str | Path, by: str = "ann", code: int | None = 0) -> Result:
        result = run("-C", self.root, "--as", f"{by}@example.org", *arguments)
        if code is not None:
            assert result.code == code, (arguments, result)
        return result

    def git(self, *arguments: str | Path) -> str:
        return git(self.root, *arguments)

    def load(self) -> Benchmark:
        return load_folder(self.root)

    def find(self, name: str) -> LoadedInstance:
        return self.load().find(name)

    def standing(self, name: str) -> Standing:
        benchmark = self.load()
        return standing_of(benchmark, benchmark.find(name))

    def edit(self, name: str, **changes: Any) -> None:
        """Save the working file with some fields changed."""
        loaded = self.find(name)
        new = loaded.instance.model_copy(update=changes)
        instance_file.save(self.root, loaded, new)

    def draft(self, task: str = TASK, by: str = "ann", **texts: str) -> str:
        """A new draft with text in every field; its name."""
        path = self("new", task, by=by).out.split("\n")[0]
        name = Path(path).stem
        self.edit(name, **{**filled(name), **texts})
        return name

    def submitted(self, task: str = TASK, by: str = "ann", **texts: str) -> str:
        """A new instance in review; its id."""
        name = self.draft(task, by, **texts)
        return self("submit", name, by=by).out.split()[-1].rstrip(".")

    def review(
        self, name: str, by: str, *flags: str, code: int = 0, comment: str = "not good"
    ) -> Result:
        """File a review that flags these fields (fit, reference, rubric)."""
        comments = [word for f in flags for word in ("--comment", f"{f}={comment}")]
        return self(
            "review", "file", name,
            "--task-fit", "bad" if "fit" in flags else "good",
            "--difficulty", "easy",
            "--reference", "bad" if "reference" in flags else "good",
            "--rubric", "bad" if "rubric" in flags else "good",
            *comments, by=by, code=code,
        )  # fmt: skip


def filled(name: str) -> dict[str, Any]:
    """Text for every field, different for every name."""
    return {
        "system_prompt": "You read tables.",
        "input": f"Which shop of {name} is the cheapest?\nShop A: 3 euro.\nShop B: 2 euro.",
        "reference_answer": "Shop B, with 2 euro.",
        "score_rubric": ScoreRubric(
            criteria=f"Does the response to {name} name the cheapest shop?",
            score1_description="It names no shop.",
            score2_description="It names the dearest shop.",
            score3_description="It names the right shop among others.",
            score4_description="It names the right shop without the price.",
            score5_description="It names the right shop and the price.",
        ),
    }


def git(root: Path, *arguments: str | Path) -> str:
    """Real git, as a user would run it."""
    return subprocess.run(
        ["git", *map(str, arguments)],
        cwd=root, check=True, capture_output=True, text=True, env={**os.environ},
    ).stdout  # fmt: skip


def begin(root: Path) -> World:
    """A benchmark with one task; ann, bob, cem, dee write and review, kit decides."""
    world = World(root)
    result = run("--as", "kit@example.org", "init", root, "--name", "Test bench")
    assert result.code == 0, result
    (root / "people" / "kit.yaml").write_text(
        "name: Kit\nemails: [kit@example.org]\nroles: [author, curator]\n", encoding="utf-8"
    )
    for person in ("ann", "bob", "cem", "dee"):
        world("people", "add", f"{person}@example.org", "--name", person.capitalize(), by="kit")
    world("task", "add", TASK, by="kit")
    git(root, *AS_KIT, "commit", "-qam", "People")
    return world


AS_KIT = ("-c", "user.name=Kit", "-c", "user.email=kit@example.org")
