"""`curate review oversight | signers`: what a curator looks after, and who signed what."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from curate.session import session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from review.oversight import Oversight
    from review.signers import SignedAct

JsonOption = Annotated[bool, typer.Option("--json", help="For machines.")]
SHOWN = 20


def oversight(as_json: JsonOption = False) -> None:
    """What is disputed, stuck and why, late, taken back (curator).

    Who may still review an instance is not told who submitted it.
    """
    from curate.output import columns, emit_json, say
    from review.oversight import oversight as gather

    benchmark = session().load()
    found = gather(benchmark, session().reader(benchmark))
    if as_json:
        emit_json(_as_data(found))
        return
    sections = [section for section in _sections(found) if section[1]]
    if not sections:
        say("Nothing needs a curator.")
    for title, rows in sections:
        say(f"{title} ({len(rows)})")
        for line in columns(rows[:SHOWN]):
            say(f"  {line}")
        if len(rows) > SHOWN:
            say(f"  … and {len(rows) - SHOWN} more (--json has them all)")


def _as_data(found: Oversight) -> dict[str, Any]:
    return {
        "disagreements": [
            {
                "id": d.loaded.name,
                "round": d.round,
                "fields": list(d.fields),
                "flagged_by": sorted(i.review.by for i in d.reviews if i.review.flags),
                "not_flagged_by": sorted(i.review.by for i in d.reviews if not i.review.flags),
            }
            for d in found.disagreements
        ],
        "stuck": [
            {"id": s.loaded.name, "act": s.need.act, "who": list(s.need.who), "why": s.need.why}
            for s in found.stuck
        ],
        "late_and_extra": [
            {"id": r.loaded.name, "kind": r.kind, "round": r.round, "by": r.by}
            for r in found.odd_reviews
        ],
        "taken_back": [
            {
                "id": t.loaded.name,
                "act": t.act,
                "round": t.round,
                "by": t.by,
                "reason": t.reason,
                "flagged": t.flagged,
            }
            for t in found.taken_back
        ],
        "without_reader": [x.name for x in found.without_reader],
        "recorded_for_others": [
            {
                "id": f.loaded.name,
                "act": f.act.act,
                "round": f.act.round,
                "by": f.act.by,
                "recorded_by": f.act.recorded_by,
            }
            for f in found.for_others
        ],
        "to_ask": [{"id": p.loaded.name, "places": p.places, "why": p.why} for p in found.to_ask],
    }


def _sections(found: Oversight) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    yield "Stuck", [(s.loaded.name, s.need.act, s.need.why) for s in found.stuck]
    yield (
        "Nobody is asked yet: curate review assign",
        [(p.loaded.name, f"{p.places} wanted", p.why) for p in found.to_ask],
    )
    yield (
        "Reviews disagree",
        [
            (
                d.loaded.name,
                f"round {d.round}",
                ", ".join(d.fields),
                "flagged by "
                + ", ".join(sorted(i.review.by for i in d.reviews if i.review.flags))
                + ", not by "
                + ", ".join(sorted(i.review.by for i in d.reviews if not i.review.flags)),
            )
            for d in found.disagreements
        ],
    )
    yield (
        "Late or extra reviews",
        [(r.loaded.name, r.kind, f"round {r.round}", r.by) for r in found.odd_reviews],
    )
    yield (
        "Recalled or withdrawn after a review had flagged it, or with one filed",
        [
            (t.loaded.name, t.act, f"round {t.round}", t.by, t.reason.split("\n")[0])
            for t in found.taken_back
        ],
    )
    yield (
        "Accepted, and no reviewer knows the language",
        [(x.name, x.instance.language) for x in found.without_reader],
    )
    yield (
        "Recorded by somebody else",
        [
            (
                f.loaded.name,
                f.act.act,
                f"round {f.act.round}",
                f"{f.act.recorded_by} for {f.act.by}",
            )
            for f in found.for_others
        ],
    )


def signers(as_json: JsonOption = False) -> None:
    """Who signed the acts, as far as git knows the keys here.

    Who may still review an instance is not told who submitted it.
    """
    from curate.output import emit_json
    from review.signers import signed_acts

    benchmark = session().load()
    found = signed_acts(session().root, benchmark, session().reader(benchmark))
    if as_json:
        emit_json([_signed(entry) for entry in found])
    else:
        _say_signers(found)


def _signed(entry: SignedAct) -> dict[str, Any]:
    act = entry.recorded.act
    return {
        "id": entry.loaded.name,
        "act": entry.recorded.name,
        "by": act.by,
        "recorded_by": act.recorded_by,
        "commit": entry.commit,
        "signature": entry.signature,
        "signer": entry.signer,
        "fingerprint": entry.fingerprint,
        "person": entry.person,
    }


def _say_signers(found: Sequence[SignedAct]) -> None:
    from curate.output import columns, say

    count = Counter(entry.signature for entry in found)
    listed = ", ".join(f"{n} {signature}" for signature, n in count.most_common())
    say(f"{len(found)} acts; signatures: {listed or 'none'}")
    by_signer = Counter(
        (entry.person or entry.signer or "?", entry.fingerprint)
        for entry in found
        if entry.signature == "good"
    )
    for line in columns([(who, key, f"{n} acts") for (who, key), n in by_signer.most_common()]):
        say(f"  {line}")
    _say_some("Signed by someone whom the act does not name", [e for e in found if e.is_by_another])
    _say_some("A bad signature", [e for e in found if e.signature == "bad"])
    if count["unchecked"]:
        say(
            "Some signatures cannot be checked here: git needs gpg.ssh.allowedSignersFile, "
            "or the signers' keys."
        )
    _say_some("Recorded for somebody else", [e for e in found if e.recorded.act.recorded_by])


def _say_some(title: str, entries: Sequence[SignedAct]) -> None:
    from curate.output import columns, say

    if not entries:
        return
    say(f"{title} ({len(entries)})")
    rows = [
        (
            e.loaded.name,
            e.recorded.name,
            f"by {e.recorded.act.by}",
            f"recorded by {e.recorded.act.recorded_by}" if e.recorded.act.recorded_by else "",
            f"signed by {e.person or e.signer}" if e.signer else "not signed",
        )
        for e in entries[:SHOWN]
    ]
    for line in columns(rows):
        say(f"  {line}")
    if len(entries) > SHOWN:
        say(f"  … and {len(entries) - SHOWN} more (--json has them all)")
