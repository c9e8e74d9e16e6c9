"""`curate release`: freeze the benchmark, and check what was frozen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curate.session import session

JsonOption = Annotated[bool, typer.Option("--json", help="For machines.")]


def build(
    version: Annotated[str, typer.Argument(help="MAJOR.MINOR.PATCH")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where to (default: beside the benchmark)."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only list what is in the way.")
    ] = False,
    leave_out_open: Annotated[
        bool,
        typer.Option("--leave-out-open", help="Leave out what is in the way, and name it."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Build a release from what is committed, write it out, and tag it."""
    from benchmark.git import Git
    from benchmark.release.build import build as build_release
    from benchmark.release.build import compose, source_commit
    from curate.output import emit_json, say
    from review.outcomes import reviewed

    root = session().root
    benchmark = session().load()
    if dry_run:
        git = Git(root)
        built = compose(git, version, source_commit(git), reviewed, leave_out_open=leave_out_open)
        if as_json:
            emit_json(
                {
                    "instances": len(built.manifest.instances),
                    "source_commit": built.manifest.source_commit,
                    "in_the_way": [vars(o) for o in built.obstacles],
                }
            )
        else:
            for o in built.obstacles:
                say(f"{o.file}:{o.line} {o.id}: {o.message}".replace(" :", ":"))
            say(
                f"{len(built.obstacles)} things in the way; "
                f"{len(built.manifest.instances)} instances would be released."
            )
        if built.obstacles:
            raise typer.Exit(1)
        return
    actor = session().actor(benchmark)
    name = "".join(c if c.isalnum() else "-" for c in benchmark.settings.name.lower()).strip("-")
    target = (out or root.parent / f"{name}-{version}").absolute()
    built = build_release(
        root, benchmark, actor, version, reviewed, target, leave_out_open=leave_out_open
    )
    if as_json:
        emit_json(
            {
                "version": version,
                "instances": len(built.manifest.instances),
                "digest": built.digest,
                "source_commit": built.manifest.source_commit,
                "out": str(target),
            }
        )
        return
    say(f"{len(built.manifest.instances)} instances in {target}")
    say(f"Release digest {built.digest}, tag v{version}")
    say("Next: curate release verify " + str(target))


def verify(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A release's folder.")],
    as_json: JsonOption = False,
) -> None:
    """Check every byte of a release; needs nothing but the folder."""
    from benchmark.release.verify import verify as check
    from curate.output import emit_json, say, visible

    found = check(directory)
    if as_json:
        emit_json(
            {
                "version": found.manifest.version,
                "digest": found.digest,
                "instances": len(found.manifest.instances),
                "problems": list(found.problems),
                "skipped": list(found.skipped),
            }
        )
    else:
        for problem in found.problems:
            say(visible(problem))
        if found.skipped:
            say(f"Not part of the release and not looked at: {', '.join(found.skipped)}")
        verdict = (
            f"{len(found.problems)} problems: this is not the release as it was frozen."
            if found.problems
            else f"{found.manifest.name} {found.manifest.version}: "
            f"{len(found.manifest.instances)} instances, every byte as frozen. {found.digest}"
        )
        say(verdict)
    if found.problems:
        raise typer.Exit(1)
