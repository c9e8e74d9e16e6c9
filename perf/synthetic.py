"""A committed benchmark of any size, all adopted; written fast, without the YAML door."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from schemas.acts import Adopt
from schemas.digest import content_digest
from schemas.instance import Instance, Provenance, ScoreRubric
from tests.world import run as curate

WORDS = [f"{start}{end}" for start in ["table", "shop", "river", "plan"] for end in "abcdefg"]
BY = ("--as", "ann@example.org")


def make(root: Path, instances: int, seed: int = 0) -> None:
    """Write and commit a benchmark with this many instances, a hundred a task."""
    curate(*BY, "init", root)
    rng = random.Random(seed)
    for number in range(instances):
        task = f"task_{number // 100}"
        folder = root / "tasks" / "synthetic" / task
        if number % 100 == 0:
            (folder / "instances").mkdir(parents=True)
            (folder / "task.yaml").write_text("description: synthetic\n", encoding="utf-8")
        _write(folder, task, number, rng)
    (root / "tasks" / "synthetic" / "capability.yaml").write_text("description: x\n")
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    subprocess.run(["git", "add", "-A"], cwd=root, check=True)
    subprocess.run(["git", *who, "commit", "-qm", "synthetic"], cwd=root, check=True)


def _write(folder: Path, task: str, number: int, rng: random.Random) -> None:
    key = f"{number:08x}"
    texts = [
        " ".join(rng.choices(WORDS, k=size)) for size in (20, 150, 150, 15, 30, 30, 30, 30, 30)
    ]
    names = ["criteria", *(f"score{level}_description" for level in range(1, 6))]
    instance = Instance(
        key=key,
        system_prompt=texts[0],
        input=texts[1],
        reference_answer=texts[2],
        score_rubric=ScoreRubric(**dict(zip(names, texts[3:], strict=True))),
        provenance=Provenance(origin="imported"),
    )
    lines = [f"key: '{key}'", f"system_prompt: {texts[0]}", f"input: {texts[1]}"]
    lines += [f"reference_answer: {texts[2]}", "score_rubric:"]
    lines += [f"  {name}: {text}" for name, text in zip(names, texts[3:], strict=True)]
    lines += ["provenance:", "  origin: imported"]
    name = f"synthetic_{task}_{number % 100}"
    (folder / "instances" / f"{name}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    act = Adopt(
        instance=key,
        round=1,
        by="ann",
        at="2024-01-01T00:00:00Z",
        digest=content_digest(instance, "synthetic", task),
        reason="synthetic",
    )
    acts = folder / "reviews" / name
    acts.mkdir(parents=True)
    (acts / f"{act.name()}.yaml").write_text(
        f"instance: '{key}'\nround: 1\nby: ann\nat: '{act.at}'\ndigest: {act.digest}\n"
        "reason: synthetic\nact: adopt\n",
        encoding="utf-8",
    )
