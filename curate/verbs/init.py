"""`curate init`: begin a benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curate.session import session


def init(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="An empty or new folder.")],
    name: Annotated[str, typer.Option(help="What it is called (default: the folder's name).")] = "",
    licence: Annotated[str, typer.Option(help="SPDX identifier of its releases.")] = "CC-BY-4.0",
) -> None:
    """Begin a benchmark; you become its first curator."""
    import uuid

    from benchmark import create
    from benchmark.git import Git
    from curate.output import note, say

    root = directory.resolve()
    given = session().email
    nearest = next(p for p in (root, *root.parents) if p.is_dir())
    own = Git(nearest).identity()
    founder = (
        (own[0] if own and own[1] == given else given.partition("@")[0], given) if given else own
    )
    commit = create.init(root, name or root.name, licence, founder, str(uuid.uuid4()))
    say(f"{root}: a new benchmark, '{name or root.name}'.")
    if commit is None:
        note(
            "git does not know who you are, so nothing is committed and nobody is in people/ yet. "
            "Left to do:\n"
            "  git config user.name 'Your Name'; git config user.email you@example.org\n"
            f"  curate -C {directory} people add you@example.org --name 'Your Name'\n"
            f"  git -C {directory} add -A && git -C {directory} commit -m 'Begin the benchmark'"
        )
    say(f"Next: curate -C {directory} task add CAPABILITY/TASK")
