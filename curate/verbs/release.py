"""`curate release`: freeze the benchmark, and check what was frozen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from curate.session import session

if TYPE_CHECKING:
    from benchmark.release.diff import Diff
    from benchmark.release.selection import Request

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
    from benchmark.release.selection import Request
    from schemas.errors import UsageError

    if bool(base) != bool(take):
        raise UsageError("--base VERSION and --take ID go together")
    root = session().root
    request = Request(version, leave_out_open=leave_out_open, base=base, take=tuple(take or []))
    if dry_run:
        _plan(root, request, as_json=as_json)
    else:
        _freeze(root, request, out, as_json=as_json)


def _plan(root: Path, request: Request, *, as_json: bool) -> None:
    """List what is in the way; exit 1 where something is."""
    from benchmark.git import Git
    from benchmark.release.build import plan
    from benchmark.release.wording import number
    from curate.judge import JUDGE
    from curate.output import emit_json, say

    planned = plan(Git(root), request, JUDGE)
    selection = planned.selection
    if as_json:
        emit_json(
            {
                "instances": len(selection.rows),
                "source_commit": planned.request.commit,
                "in_the_way": [vars(o) for o in selection.obstacles],
            }
        )
    else:
        for o in selection.obstacles:
            say(o.in_words)
        say(
            f"{number(len(selection.obstacles), 'thing')} in the way; "
            f"{number(len(selection.rows), 'instance')} would be released."
        )
    if selection.obstacles:
        raise typer.Exit(1)


def _freeze(root: Path, request: Request, out: Path | None, *, as_json: bool) -> None:
    from benchmark.release.build import build as build_release
    from benchmark.release.committed import frame_in
    from benchmark.release.wording import number
    from curate.judge import JUDGE
    from curate.output import emit_json, say

    frame = frame_in(root)
    name = "".join(c if c.isalnum() else "-" for c in frame.settings.name.lower()).strip("-")
    target = (out or root.parent / f"{name}-{request.version}").absolute()
    built = build_release(root, frame, session().actor(frame), request, JUDGE, target)
    count = len(built.manifest.instances)
    if as_json:
        emit_json(
            {
                "version": request.version,
                "instances": count,
                "digest": built.digest,
                "source_commit": built.manifest.source_commit,
                "out": str(target),
            }
        )
    else:
        say(f"{number(count, 'instance')} in {target}")
        say(f"Release digest {built.digest}, tag v{request.version}")
        say(f"Next: curate release verify {target}")


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
    from benchmark.release.wording import number
    from curate.output import emit_json, say
    from curate.record import record_of, warn

    found = check(directory)
    version = found.manifest.version
    problems = [*found.problems, *(_tag_problems(against, found.digest) if against else ())]
    record = record_of(found.manifest)
    count = len(found.manifest.instances)
    if as_json:
        emit_json(
            {
                "version": version,
                "digest": found.digest,
                "instances": count,
                "problems": problems,
                "skipped": list(found.skipped),
                "withdrawn": record.withdrawn,
                "errata": len(record.errata),
            }
        )
    else:
        for problem in problems:
            say(problem)
        if found.skipped:
            say(f"Not part of the release and not looked at: {', '.join(found.skipped)}")
        say(
            f"{number(len(problems), 'problem')}: this is not the release as it was frozen."
            if problems
            else f"{found.manifest.name} {version}: {number(count, 'instance')}, "
            f"every byte as frozen. {found.digest}"
        )
    warn(version, record)
    if problems:
        raise typer.Exit(1)


def _tag_problems(tag: str, digest: str) -> list[str]:
    from benchmark.git import Git
    from benchmark.release.tag import digest_in_tag

    frozen = digest_in_tag(Git(session().root), tag)
    return [] if frozen == digest else [f"the tag {tag} froze {frozen}, the folder is {digest}"]


def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="A version, or a release's folder.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The later one.")],
    as_json: JsonOption = False,
) -> None:
    """What changed from A to B, and whose scores still compare."""
    from dataclasses import asdict

    from benchmark.release.committed import frame_in
    from benchmark.release.diff import diff as compare
    from benchmark.release.diff import side
    from curate.judge import JUDGE
    from curate.output import emit_json, note, say
    from schemas.errors import UsageError

    root, benchmark = None, None
    try:
        root = session().root
        benchmark = frame_in(root)
    except UsageError:
        note("Not in a benchmark: A and B are folders.")
    old, new = (side(name, root, benchmark, JUDGE) for name in (before, after))
    found = compare(old, new)
    withdrawn = {x.label: x.record.withdrawn for x in (old, new) if x.record.withdrawn}
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
    _say_changes(found)


def _say_changes(found: Diff) -> None:
    from curate.output import say

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
