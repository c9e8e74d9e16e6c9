"""`curate release publish`: put a release on a dataset hub."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from benchmark.release.publish import Plan, Published


def publish(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A release's folder.")],
    to: Annotated[str, typer.Option("--to", metavar="hf:ORG/NAME", help="Which data set.")],
    private: Annotated[
        bool, typer.Option("--private", help="A data set that is made now is private.")
    ] = False,
    endpoint: Annotated[
        str,
        typer.Option(metavar="URL", help="Which hub (default: HF_ENDPOINT, else the public one)."),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only list what would be sent, and where to.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Upload a release to a dataset hub, read it back and tag it."""
    from benchmark.release.publish import plan
    from benchmark.release.publish import publish as upload
    from benchmark.release.target import target
    from benchmark.release.verify import verify
    from curate.output import emit_json
    from curate.record import record_of

    place = target(to, endpoint)
    release = verify(directory)
    planned = plan(directory, release, place, record_of(release.manifest))
    done = None if dry_run else upload(planned, private=private)
    if as_json:
        emit_json(_as_json(planned, done))
    else:
        _say(planned, done)


def _as_json(planned: Plan, done: Published | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "state": done.state if done else "planned",
        "version": planned.version,
        "digest": planned.release.digest,
        "host": planned.target.host,
        "repo": planned.target.repo,
        "tag": planned.tag,
        "files": {file.path: file.size for file in planned.everything},
    }
    if done:
        result |= {
            "url": f"{planned.target.url}/tree/{planned.tag}",
            "commit": done.commit,
            "branch": done.branch,
            "sent": list(done.sent),
            "deleted": list(done.deleted),
            "notes": list(done.notes),
        }
    return result


def _say(planned: Plan, done: Published | None) -> None:
    from curate.output import columns, note, say

    place = planned.target
    if done is None:
        for line in columns([(file.path, f"{file.size:,} bytes") for file in planned.everything]):
            say(line)
        total = sum(file.size for file in planned.everything)
        say(
            f"{len(planned.everything)} files, {total:,} bytes, would go to {place.repo} on "
            f"{place.host} as {planned.tag}. Nothing was contacted."
        )
        return
    for line in done.notes:
        note(line)
    if done.state == "already":
        say(f"{place.repo} on {place.host} has {planned.tag} already, with this very content.")
        if done.sent:
            say(f"Sent: {', '.join(done.sent)}")
        return
    say(f"Published: {place.url}/tree/{planned.tag}")
    say(
        f"{len(planned.everything)} files, as read back from {place.host} "
        f"({len(done.sent)} new or changed, {len(done.deleted)} old ones deleted)."
    )
    if done.branch != "main":
        say(
            f"A newer version is there, so {planned.version} stands on the branch {done.branch}; "
            f"name the tag to load it."
        )
    say(f'Load it: datasets.load_dataset("{place.repo}", "all", revision="{planned.tag}")')
