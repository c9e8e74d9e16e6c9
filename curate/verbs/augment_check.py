"""`curate augment check`: a person reads what was generated, and decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from curate.session import session

if TYPE_CHECKING:
    from augment.check import Checking, Option


def check(
    name: Annotated[str, typer.Argument(metavar="[ID]", help="A draft; without: which wait.")] = "",
    keep: Annotated[bool, typer.Option("--keep", help="Keep it as its file has it now.")] = False,
    take: Annotated[
        int | None, typer.Option(min=0, metavar="INDEX", help="Take another candidate instead.")
    ] = None,
    discard: Annotated[bool, typer.Option("--discard", help="Delete it; needs --reason.")] = False,
    reason: Annotated[str, typer.Option(metavar="R", help="Why it is discarded.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Read a generated draft beside its candidates; keep, replace or discard it.

    To change it, edit its file and keep it. Kept drafts can be submitted.
    """
    from augment import check as checks
    from curate.output import say
    from schemas.errors import UsageError

    benchmark = session().load()
    if sum([keep, take is not None, discard]) > 1:
        raise UsageError("take one of --keep, --take and --discard")
    if not name:
        _list(as_json)
        return
    loaded = benchmark.find(name)
    root = session().root
    if not (keep or take is not None or discard):
        _show(checks.checking(root, benchmark, loaded), as_json)
        return
    actor = session().actor(benchmark)
    if discard:
        checks.discard(root, actor, loaded, reason)
        say(f"{loaded.name} is discarded; a copy and the reason are kept.")
        return
    done = checks.keep(root, actor, loaded) if keep else checks.take(root, actor, loaded, take or 0)
    say(f"{loaded.name} is {done.verdict}, checked by {done.by}. "
        f"Next: curate submit {loaded.name}")  # fmt: skip


def _list(as_json: bool) -> None:
    from augment.check import to_check
    from curate.output import columns, emit_json, say

    benchmark = session().load()
    waiting = to_check(benchmark)
    if as_json:
        emit_json(
            [
                {"id": x.name, "task": "/".join(x.task), "owner": x.instance.owner,
                 "run": x.instance.provenance.run}
                for x in waiting
            ]
        )  # fmt: skip
        return
    for line in columns([(x.name, "/".join(x.task), x.instance.owner) for x in waiting]):
        say(line)
    say(f"{len(waiting)} generated drafts wait for their owner to check them.")


def _show(view: Checking, as_json: bool) -> None:
    from curate.output import emit_json, indented, say

    if as_json:
        emit_json(_json(view))
        return
    instance = view.loaded.instance
    state = f"{view.check.verdict} by {view.check.by}" if view.check else "not checked yet"
    say(f"{view.loaded.name} · {'/'.join(view.loaded.task)} · {instance.language} · "
        f"run {instance.provenance.run} round {view.round.number} · {state}")  # fmt: skip
    for field, text in instance.texts():
        say(f"\n{field}")
        say(indented(text) if text else "  –")
    say("\nCandidates")
    for option in view.options:
        say(f"  {_line(option)}")
    if view.closest:
        say(f"\nClosest: {view.closest.name}; what both share stands between « and »")
        say(indented(_marked(instance.input, view.closest.instance.input)))
    for other in view.near:
        say(f"\nIt reads like {other}, an instance of another task.")
    say(f"\nDecide: curate augment check {view.loaded.name} --keep | --take INDEX | --discard "
        "--reason WHY")  # fmt: skip


def _line(option: Option) -> str:
    if option.is_kept:
        what = "kept"
    elif option.dropped:
        what = f"dropped: {option.dropped} ({option.detail})"
    else:
        what = "valid"
    score = f" · {option.score} to {option.closest}" if option.score else ""
    text = option.draft.input if option.draft else option.answer
    return f"{option.index}  {what}{score}\n       {' '.join(text.split())[:100]}"


def _marked(mine: str, other: str) -> str:
    """The other text with what it shares with mine marked."""
    from augment.overlap import shared

    text, end = "", 0
    for span in shared(mine, other)[1]:
        text += f"{other[end : span.begin]}«{other[span.begin : span.end]}»"
        end = span.end
    return text + other[end:]


def _json(view: Checking) -> dict[str, Any]:
    return {
        "id": view.loaded.name,
        "task": "/".join(view.loaded.task),
        "run": view.loaded.instance.provenance.run,
        "round": view.round.number,
        "owner": view.loaded.instance.owner,
        "checked": {"by": view.check.by, "verdict": view.check.verdict} if view.check else None,
        "closest": view.closest.name if view.closest else "",
        "near": list(view.near),
        "candidates": [
            {
                "index": option.index,
                "kept": option.is_kept,
                "score": option.score,
                "closest": option.closest,
                "dropped": option.dropped,
                "detail": option.detail,
                "input": option.draft.input if option.draft else None,
                "answer": option.answer,
            }
            for option in view.options
        ],
    }
