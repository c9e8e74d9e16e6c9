"""A benchmark with a task that can be augmented, made through the command line."""

from __future__ import annotations

from typing import Any

from schemas.instance import ScoreRubric
from tests.augment.tables import table
from tests.world import AS_KIT, World, git

TASK = "reasoning/tables"


def write_human(world: World, number: int, by: str, task: str = TASK, **more: Any) -> str:
    """A human instance of the shops; its id."""
    fields = table(number)
    rubric = ScoreRubric(**fields.pop("score_rubric"))
    return world.submitted(task, by, score_rubric=rubric, **{**fields, **more})


def set_up(world: World, **settings: Any) -> None:
    """Write how to augment into curate.yaml, and commit it."""
    file = world.root / "curate.yaml"
    text = file.read_text(encoding="utf-8").partition("augment:")[0]
    lines = "".join(f"  {name}: {value}\n" for name, value in settings.items())
    text += f"augment:\n{lines}similarity:\n  model: minilm\n"
    file.write_text(text, encoding="utf-8")
    git(world.root, *AS_KIT, "commit", "-qam", "Settings")
