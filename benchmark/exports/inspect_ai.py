"""A task folder for Inspect (inspect-ai 0.3): answer, then judge by the instance's rubric."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from benchmark.exports.about import about
from benchmark.exports.folder import ABOUT, DATA, carried, row, rows
from benchmark.exports.record import Exported, Origin

_README: Final = """\
# {label}: run and judge with Inspect

    inspect eval rubric_task.py --model MODEL --model-role grader=JUDGE

MODEL answers every instance; JUDGE reads the answer beside the instance's reference answer and
rubric and gives a level from 1 to 5. Without a `grader` MODEL judges itself; the judge's name is
in each score's metadata. A reply of the judge without `[RESULT]` and a level leaves the sample
unscored: it enters no average, and the log counts it.

What this folder was made from, and the canary string, is in `about.json`.
"""


def inspect_ai(instances: Iterable[Exported], origin: Origin) -> dict[str, bytes]:
    """The files of the folder by relative path."""
    chosen = list(instances)
    return {
        DATA: rows(row(instance) for instance in chosen),
        ABOUT: about(origin, "inspect", len(chosen)),
        "rubric_task.py": carried("rubric_task.py"),
        "README.md": _README.format(label=origin.label).encode(),
    }
