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
    base: Annotated[
        str, typer.Option(metavar="VERSION", help="Repeat this release, but for --take.")
    ] = "",
    take: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="With --base: take this one as it is now."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Build a release from what is committed, write it out, and tag it."""
    from benchmark.git import Git
    from benchmark.release.build import build as build_release
    from benchmark.release.build import source_commit
    from benchmark.release.selection import Request, select
    from curate.output import emit_json, say
    from review.outcomes import reviewed
    from schemas.errors import UsageError

    if bool(base) != bool(take):
        raise UsageError("--base VERSION and --take ID go together")
    root = session().root
    benchmark = session().load()
    if dry_run:
        git = Git(root)
        request = Request(version, source_commit(git), leave_out_open, base, tuple(take or []))
        selection = select(git, request, reviewed)
        if as_json:
            emit_json(
                {
                    "instances": len(selection.entries),
                    "source_commit": request.commit,
                    "in_the_way": [vars(o) for o in selection.obstacles],
                }
            )
        else:
            for o in selection.obstacles:
                say(f"{o.file}:{o.line} {o.id}: {o.message}".replace(" :", ":"))
            say(
                f"{len(selection.obstacles)} things in the way; "
                f"{len(selection.entries)} instances would be released."
            )
        if selection.obstacles:
            raise typer.Exit(1)
        return
    actor = session().actor(benchmark)
    name = "".join(c if c.isalnum() else "-" for c in benchmark.settings.name.lower()).strip("-")
    target = (out or root.parent / f"{name}-{version}").absolute()
    built = build_release(
        root,
        benchmark,
        actor,
        version,
        reviewed,
        target,
        leave_out_open=leave_out_open,
        base=base,
        take=tuple(take or []),
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
    against: Annotated[
        str,
        typer.Option(metavar="TAG", help="Also compare with the digest in this tag (a version)."),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Check every byte of a release; needs nothing but the folder."""
    from benchmark.release.verify import verify as check
    from curate.output import emit_json, note, say
    from schemas.visible import visible

    found = check(directory)
    problems = [*found.problems, *(_tag_problems(against, found.digest) if against else ())]
    withdrawn = _withdrawn(found.manifest.version, found.digest)
    if as_json:
        emit_json(
            {
                "version": found.manifest.version,
                "digest": found.digest,
                "instances": len(found.manifest.instances),
                "problems": problems,
                "skipped": list(found.skipped),
                "withdrawn": withdrawn,
            }
        )
    else:
        for problem in problems:
            say(visible(problem))
        if found.skipped:
            say(f"Not part of the release and not looked at: {', '.join(found.skipped)}")
        say(
            f"{len(problems)} problems: this is not the release as it was frozen."
            if problems
            else f"{found.manifest.name} {found.manifest.version}: "
            f"{len(found.manifest.instances)} instances, every byte as frozen. {found.digest}"
        )
        if withdrawn:
            note(f"This release is withdrawn: {withdrawn}")
    if problems:
        raise typer.Exit(1)


def _tag_problems(tag: str, digest: str) -> list[str]:
    from benchmark.git import Git
    from benchmark.release.tag import digest_in_tag

    frozen = digest_in_tag(Git(session().root), tag)
    return [] if frozen == digest else [f"the tag {tag} froze {frozen}, the folder is {digest}"]


def _withdrawn(version: str, digest: str) -> str:
    """Why the benchmark we stand in withdrew this very release; empty where it did not."""
    import hashlib

    from benchmark import layout
    from schemas.errors import UsageError

    try:
        root = session().root
    except UsageError:
        return ""
    manifest = root / layout.manifest(version)
    withdrawal = session().load().withdrawals.get(version)
    if withdrawal is None or not manifest.is_file():
        return ""
    same = "r1:" + hashlib.sha256(manifest.read_bytes()).hexdigest() == digest
    return withdrawal.reason if same else ""


def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="A version, or a release's folder.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The later one.")],
    as_json: JsonOption = False,
) -> None:
    """What changed from A to B, and whose scores still compare."""
    from dataclasses import asdict

    from benchmark.release.diff import diff as compare
    from benchmark.release.diff import side
    from curate.output import emit_json, note, say
    from review.outcomes import reviewed
    from schemas.errors import UsageError

    root, benchmark = None, None
    try:
        root, benchmark = session().root, session().load()
    except UsageError:
        note("Not in a benchmark: A and B are folders.")
    old, new = (side(name, root, benchmark, reviewed) for name in (before, after))
    found = compare(old, new)
    withdrawn = {
        name: benchmark.withdrawals[name].reason
        for name in (before, after)
        if benchmark and name in benchmark.withdrawals
    }
    if as_json:
        emit_json(
            {
                "added": list(found.added),
                "removed": list(found.removed),
                "changed": [asdict(change) for change in found.changed],
                "not_comparable": list(found.not_comparable),
                "step": found.step,
                "withdrawn": withdrawn,
            }
        )
        return
    for name, reason in withdrawn.items():
        say(f"{name} is withdrawn: {reason}")
    for title, names in (("added", found.added), ("removed", found.removed)):
        for name in names:
            say(f"{title:8} {name}")
    for change in found.changed:
        kind = "cosmetic" if change.cosmetic else "scores do not compare"
        say(f"{'changed':8} {change.id}: {', '.join(change.fields)} ({kind})")
    say(
        f"{len(found.added)} added, {len(found.removed)} removed, {len(found.changed)} changed, "
        f"{len(found.not_comparable)} not comparable. Suggested step: {found.step}."
    )


def withdraw(
    version: Annotated[str, typer.Argument(help="Which release.")],
    reason: Annotated[str, typer.Option(help="Why it is not to be used any more.")],
) -> None:
    """Say that a release is not to be used any more."""
    from benchmark.release.afterwards import withdraw as take_back
    from curate.output import say

    benchmark = session().load()
    take_back(session().root, benchmark, session().actor(benchmark), version, reason)
    say(f"Release {version} is withdrawn. Its bytes and its tag stay.")
